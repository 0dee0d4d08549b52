import { ownPdf } from "./support/files"
import { expect, expectFineInBothSizes, test } from "./support/test"

const visibilityPrivate = 3

test("a link to a private document: made with a password, read without an account, and ended @main", async ({
  page,
  request,
  reader,
  browser,
  consoleGuard,
}) => {
  const title = `只给朋友 ${reader.username}`
  const authorization = `Bearer ${reader.token}`
  const { name, mimeType, buffer } = ownPdf(`${title}.pdf`, 3)
  const sent = await request.post("/api/v1/upload/document", {
    headers: { authorization },
    multipart: { file: { name, mimeType, buffer } },
  })
  const { data } = (await sent.json()) as { data: { id: number } }
  const created = await request.post("/api/v1/document", {
    headers: { authorization },
    data: { category_id: [1], document: [{ attachment_id: data.id, title, visibility: visibilityPrivate }] },
  })
  expect(created.ok(), await created.text()).toBe(true)

  await page.goto("/me/document")
  await expect(page.getByRole("listitem").filter({ hasText: title }).filter({ hasText: "已发布" })).toBeVisible({ timeout: 60_000 })
  await page.getByRole("button", { name: `《${title}》的分享链接` }).click()
  const links = page.getByRole("dialog", { name: "分享链接", exact: true })
  await links.getByRole("button", { name: "新建链接" }).click()
  const box = page.getByRole("dialog", { name: "新建分享链接" })
  await box.getByLabel("访问密码").fill("bean-2026")
  await box.getByRole("button", { name: "新建", exact: true }).click()
  const address = await links.getByRole("textbox", { name: "链接" }).inputValue()
  expect(new URL(address).pathname).toMatch(/^\/s\/[\w-]{22}$/)

  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "10.9.8.7" } })
  const friend = await context.newPage()
  consoleGuard.watch(friend)
  // the refusal of a wrong password, and of the page image after the end
  consoleGuard.allow(/40[04]/)
  await friend.goto(address)
  await expect(friend.getByRole("heading", { name: "有人与你分享了一份文档" })).toBeVisible()
  await expect(friend.locator("body")).not.toContainText(title)
  await expectFineInBothSizes(friend)
  await friend.getByLabel("访问密码").fill("wrong")
  await friend.getByRole("button", { name: "打开文档" }).click()
  await expect(friend.getByText("访问密码不正确")).toBeVisible()
  await friend.getByLabel("访问密码").fill("bean-2026")
  await friend.getByRole("button", { name: "打开文档" }).click()
  await friend.waitForURL(/\/document\//)
  await expect(friend.getByRole("heading", { name: title })).toBeVisible()
  await expect(friend.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/)
  // what a visitor of this link can't do is not offered
  await expect(friend.getByText("通过链接分享")).toBeVisible()
  await expect(friend.getByText("分享的人没有开放下载").first()).toBeVisible()
  for (const name of [/下载文档/, /^收藏/, /^分享$/, /举报/]) await expect(friend.getByRole("button", { name })).toHaveCount(0)
  const image = friend.getByRole("img", { name: `${title} 第 1 页` })
  await expect(image).toBeVisible()
  const source = (await image.getAttribute("src"))!
  const first = await friend.request.get(source)
  expect({ status: first.status(), cache: first.headers()["cache-control"] }).toEqual({ status: 200, cache: "private, no-store" })

  await page.reload()
  await page.getByRole("button", { name: "分享链接", exact: true }).click()
  const all = page.getByRole("dialog", { name: "分享链接", exact: true })
  await expect(all.getByText("访问 1 次")).toBeVisible()
  await all.getByRole("button", { name: /^撤销/ }).click()
  await page.getByRole("dialog", { name: "撤销分享链接" }).getByRole("button", { name: "撤销", exact: true }).click()
  await expect(all.getByText("已失效")).toBeVisible()
  expect((await friend.request.get(source)).status()).toBe(404)
  await friend.goto(address)
  await expect(friend.getByRole("heading", { name: "这个分享链接已失效" })).toBeVisible()
  await context.close()
})

test("an unknown share link is a 404", async ({ page, consoleGuard }) => {
  consoleGuard.allow(/404/)
  const reply = await page.goto("/s/AAAAAAAAAAAAAAAAAAAAAA")
  expect(reply?.status()).toBe(404)
})
