import type { Page } from "@playwright/test"
import { load } from "./support/settled"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, expectFits, test } from "./support/test"

/** A red dot of 2 × 2 px. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=="
const hex = Buffer.from(png, "base64").toString("hex")
/** As Word puts it on the clipboard: the HTML only names the image, the RTF contains it. */
const fromWord = {
  "text/html": `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class="MsoNormal"><b>开馆时间</b>：九点到五点<o:p></o:p></p><img src="file:///C:/a/clip_image001.png"></body></html>`,
  "text/plain": "开馆时间：九点到五点",
  "text/rtf": String.raw`{\rtf1{\*\shppict{\pict\pngblip\bliptag1 ${hex}}}}`,
}
const markdown = { "text/plain": "## 借阅须知\n\n- 每人五册\n- **三十天**归还\n\n```js\nconst days = 30\n```" }

const text = (page: Page) => page.getByRole("textbox", { name: "正文" })
const paste = (page: Page, data: Record<string, string>) =>
  text(page).evaluate((area, given) => {
    const clipboardData = new DataTransfer()
    for (const [kind, value] of Object.entries(given)) clipboardData.setData(kind, value)
    area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  }, data)
/** The editor only notices a caret that moves, so it goes to the beginning first. */
const atTheEnd = async (page: Page) => {
  await text(page).focus()
  await page.keyboard.press("Control+Home")
  await page.keyboard.press("Control+End")
}
const inText = (page: Page) => text(page).evaluate((area) => area.contains(document.activeElement))

test("an article is written: pictures, table, code, pastes from Word and Markdown; its draft survives a closed tab; it is published @main", async ({
  page: first,
  request,
  baseURL,
  consoleGuard,
}) => {
  await enterAsAdmin(first, request, baseURL!)
  const title = `新馆开放 ${Date.now().toString(36)}`
  let page = first

  await test.step("writing, with a keyboard exit from the editor", async () => {
    await load(page, "/post")
    await page.getByRole("textbox", { name: "标题" }).fill(title)
    await text(page).click()
    await page.keyboard.type("新馆今天开放。")
    await page.keyboard.press("Tab")
    expect(await inText(page), "Tab indents").toBe(true)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Tab")
    expect(await inText(page)).toBe(false)
    await expect(text(page)).toHaveAccessibleDescription(/按 Esc 再按 Tab 离开正文/)
    await expectAccessible(page)
    await expectFits(page)
  })

  await test.step("a picture, a table and code from the toolbar", async () => {
    await atTheEnd(page)
    // the toolbar follows the selection a moment later
    await expect(async () => {
      await atTheEnd(page)
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser", { timeout: 3_000 }),
        page.getByRole("button", { name: "上传图片" }).click({ timeout: 3_000 }),
      ])
      await chooser.setFiles({ name: "新馆.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") })
    }).toPass()
    await expect(text(page).locator("img")).toHaveCount(1)
    await atTheEnd(page)
    await page.keyboard.press("Enter")
    await expect(async () => {
      await page.getByRole("button", { name: "插入表格" }).click({ timeout: 3_000 })
      const size = page.getByRole("dialog", { name: "插入表格" })
      await size.getByRole("spinbutton", { name: "行数" }).fill("2")
      await size.getByRole("button", { name: "插入" }).click({ timeout: 3_000 })
      await expect(text(page).locator("table")).toHaveCount(1, { timeout: 3_000 })
    }).toPass()
    await expect(text(page).locator("tr")).toHaveCount(2)
    await text(page).locator("th, td").first().click()
    await page.keyboard.type("楼层")
  })

  await test.step("clipboard content from Word and Markdown", async () => {
    await atTheEnd(page)
    await page.keyboard.press("Enter")
    await paste(page, fromWord)
    await expect(text(page).locator("img")).toHaveCount(2)
    await atTheEnd(page)
    await page.keyboard.press("Enter")
    await paste(page, markdown)
    await expect(text(page).getByRole("heading", { name: "借阅须知" })).toBeVisible()
    await expect(text(page).locator("pre")).toContainText("const days = 30")
  })

  await test.step("leaving asks first; a closed tab loses nothing", async () => {
    await page.getByRole("banner").getByRole("link").first().click()
    const question = page.getByRole("dialog", { name: "文章还没有保存" })
    await question.getByRole("button", { name: "继续写" }).click()
    await expect(page).toHaveURL(/\/post$/)
    await expect(page.getByText(/草稿已在 .* 存到这个浏览器/)).toBeVisible()
    const next = await page.context().newPage()
    consoleGuard.watch(next)
    await page.close()
    page = next
    await load(page, "/post")
    await page.getByRole("button", { name: "恢复" }).click()
    await expect(page.getByRole("textbox", { name: "标题" })).toHaveValue(title)
    await expect(text(page).locator("img")).toHaveCount(2)
  })

  await test.step("published, and visible to all visitors", async () => {
    await page.getByLabel("分类").click()
    await page.getByRole("tree").getByText("站点公告").click()
    await page.getByRole("button", { name: "发布文章" }).click()
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible()
    const visitor = await page.context().browser()!.newContext()
    const other = await visitor.newPage()
    await load(other, page.url())
    const body = other.locator(".prose").first()
    await expect(body).toContainText("新馆今天开放。")
    await expect(body.getByRole("cell", { name: "楼层" }).or(body.getByRole("columnheader", { name: "楼层" }))).toBeVisible()
    await expect(body).toContainText("开馆时间：九点到五点")
    await expect(body.getByRole("heading", { name: "借阅须知" })).toBeVisible()
    await expect(body.locator("pre")).toContainText("const days = 30")
    const pictures = body.locator("img")
    await expect(pictures).toHaveCount(2)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    }
    await visitor.close()
    await load(page, "/post")
    await expect(page.getByRole("button", { name: "恢复" }), "what is published is no draft").toHaveCount(0)
  })
})
