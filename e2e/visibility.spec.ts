import type { Page } from "@playwright/test"
import { ownPdf } from "./support/files"
import { expect, expectFineInBothSizes, test } from "./support/test"

/** Chooses who may see a document in the editor of /me/document. */
const change = async (page: Page, title: string, visibility: string, looks?: () => Promise<void>) => {
  await page.getByRole("button", { name: `编辑《${title}》` }).click()
  const editor = page.getByRole("dialog", { name: "编辑文档" })
  await editor.getByRole("combobox", { name: "可见范围" }).click()
  await page.locator(".ant-select-item-option").filter({ hasText: visibility }).first().click()
  await looks?.()
  await editor.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("更新成功").first()).toBeVisible()
  await expect(editor).toBeHidden()
}

test("the owner of a document changes who may see it, and visitors notice at once @main", async ({
  page,
  request,
  reader,
  browser,
  consoleGuard,
}) => {
  const title = `给谁看 ${reader.username}`
  const authorization = `Bearer ${reader.token}`
  const { name, mimeType, buffer } = ownPdf(`${title}.pdf`, 2)
  const sent = await request.post("/api/v1/upload/document", {
    headers: { authorization },
    multipart: { file: { name, mimeType, buffer } },
  })
  const { data } = (await sent.json()) as { data: { id: number } }
  const created = await request.post("/api/v1/document", {
    headers: { authorization },
    data: { category_id: [1], document: [{ attachment_id: data.id, title }] },
  })
  expect(created.ok(), await created.text()).toBe(true)
  const { document } = (await created.json()) as { document: { uuid: string }[] }
  const address = `/document/${document[0]!.uuid}`

  await page.goto("/me/document")
  const row = page.getByRole("listitem").filter({ hasText: title })
  await expect(row.filter({ hasText: "已发布" })).toBeVisible({ timeout: 60_000 })

  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "10.9.8.6" } })
  const visitor = await context.newPage()
  consoleGuard.watch(visitor)
  // the page that is gone for visitors
  consoleGuard.allow(/404/)
  const statusOf = async () => (await visitor.request.get(address)).status()
  await visitor.goto(address)
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title)

  await change(page, title, "仅自己可见", () => expectFineInBothSizes(page))
  await expect(row.getByText("仅自己可见")).toBeVisible()
  await expect.poll(statusOf).toBe(404)
  await visitor.goto(address)
  await expect(visitor.locator("body")).not.toContainText(title)
  // the owner still reads it
  await page.goto(address)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title)

  await page.goto("/me/document")
  await change(page, title, "知道链接可见")
  await expect(row.getByText("知道链接可见")).toBeVisible()
  await expect.poll(statusOf).toBe(200)
  await visitor.goto(address)
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title)
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/)

  await change(page, title, "公开")
  await expect(row.getByText("知道链接可见")).toHaveCount(0)
  await expect
    .poll(async () => {
      await visitor.goto(address)
      return visitor.locator('meta[name="robots"][content*="noindex"]').count()
    })
    .toBe(0)
  await context.close()
})
