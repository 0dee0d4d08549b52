import { readdirSync, readFileSync } from "node:fs"
import { randomUUID } from "node:crypto"
import { ownPdf } from "./support/files"
import { expectAlive, expectPage, open, publish } from "./support/reader"
import { sample, scrollToTalk, talk, visit } from "./support/sample"
import { load } from "./support/settled"
import { enterAsAdmin } from "./support/staff"
import { atPhoneWidth, expect, expectNoSideScroll, test } from "./support/test"
import { chooseCategory } from "./support/upload"
import { unsupportedStyles } from "./support/styles"

// in Chromium 92 these are the only tests of a short run: both workers share them
test.describe.configure({ mode: "parallel" })

test("register, upload, comment and write an article @main", { tag: "@older" }, async ({ page, request }) => {
  const stamp = Date.now().toString(36)

  await test.step("register", async () => {
    await load(page, "/register?redirect=%2Fme")
    expect(await page.locator("html").getAttribute("data-too-old")).toBeNull()
    await page.getByLabel("用户名").fill(`读者${stamp}`)
    await page.getByLabel("电子邮箱").fill(`older-${stamp}@example.org`)
    await page.getByLabel("密码", { exact: true }).fill("correct horse 7")
    await page.getByLabel("确认密码").fill("correct horse 7")
    await page.getByRole("checkbox").check()
    await page.getByRole("button", { name: "立即注册" }).click()
    await expect(page).toHaveURL(/\/me$/)
    await expect(page.getByText(`读者${stamp}`).first()).toBeVisible()
    await expectNoSideScroll(page)
  })

  await test.step("upload", async () => {
    await page.goto("/upload")
    await page.getByLabel("选择文件", { exact: true }).setInputFiles(ownPdf(`旧浏览器 ${stamp}.pdf`, 2))
    await chooseCategory(page, "使用指南")
    await page.getByRole("button", { name: "上传 1 份文档" }).click()
    await expect(page.getByText("上传成功")).toBeVisible()
    await page.goto("/me/document")
    await expect(page.getByRole("listitem").filter({ hasText: stamp }).filter({ hasText: "已发布" })).toBeVisible()
  })

  await test.step("comment", async () => {
    await visit(page, (await sample(request)).uuid)
    await scrollToTalk(page)
    await talk(page).getByLabel("评论内容").fill(`例子很清楚 ${stamp}`)
    await talk(page).getByRole("button", { name: "发表点评" }).click()
    await expect(talk(page).getByRole("article").filter({ hasText: stamp })).toBeVisible()
  })

  await test.step("write an article", async () => {
    await load(page, "/post")
    await page.getByRole("textbox", { name: "标题" }).fill(`旧浏览器 ${stamp}`)
    await page.getByRole("textbox", { name: "正文" }).click()
    await page.keyboard.type("新馆今天开放。")
    await page.getByLabel("分类").click()
    await page.getByRole("tree").getByText("站点公告").click()
    await page.getByRole("button", { name: "发布文章" }).click()
    await expect(page.getByRole("heading", { level: 1, name: stamp })).toBeVisible()
  })
})

test("read pages, text and sheets, and search inside @main", { tag: "@older" }, async ({ page, request }) => {
  await test.step("pages", async () => {
    await open(page, request)
    const first = page.getByRole("img", { name: /第 1 页$/ }).first()
    await expect.poll(() => first.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
    await page.getByRole("button", { name: "下一页" }).click()
    await expectPage(page, 2)
    await expectNoSideScroll(page)
  })

  await test.step("search inside, with marks that can be seen", async () => {
    await page.getByRole("button", { name: "在文档内搜索" }).click()
    await page.getByRole("searchbox", { name: "在文档内搜索" }).fill("page 123 line 7")
    await page.locator("[data-hit]").click()
    await expectPage(page, 123)
    const mark = page.locator('.sheet[data-page="123"] .marks i[data-at]')
    await expect(mark).toBeInViewport()
    await expect(mark).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)")
  })

  await test.step("text", async () => {
    await page.getByRole("button", { name: "文字版" }).click()
    await expect(page.locator('[data-text="123"]').first()).toBeInViewport()
  })

  await test.step("sheets", async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `${n + 1},商品 ${randomUUID().slice(0, 8)}`)
    const buffer = Buffer.from(`编号,品名\n${rows.join("\n")}\n`)
    const uuid = await publish(request, { name: `表格 ${randomUUID().slice(0, 8)}.csv`, mimeType: "text/csv", buffer })
    await page.goto(`/document/${uuid}`)
    await expectAlive(page)
    const grid = page.getByRole("tabpanel", { name: "数据" })
    await expect(grid.getByRole("cell", { name: "品名" })).toBeVisible()
    await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
    await expect(grid.getByRole("cell", { name: "300", exact: true })).toBeVisible()
  })
})

test("lists and settings of /admin @main", { tag: "@older" }, async ({ page, request, baseURL }) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  await page.goto("/admin/document/list")
  await expect(page.locator(".ant-table-row").first()).toBeVisible()
  await expectNoSideScroll(page)
  await page.goto("/admin/config/captcha")
  await page.getByLabel("字符个数").fill("6")
  await page.getByRole("button", { name: "保存设置" }).click()
  await expect(page.getByText("配置更新成功")).toBeVisible()
  await call("put", "/config", { config: [{ category: "captcha", name: "length", value: "5" }] })
})

test("the siblings of a category and the filters of a phone open on a click and close again", { tag: "@older" }, async ({ page }) => {
  await load(page, "/category/1")
  const more = page.getByRole("button", { name: /同级的分类/ }).first()
  const siblings = page.getByRole("group", { name: /同级的分类/ }).first()
  await expect(siblings).toBeHidden()
  await more.click()
  await expect(siblings).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(siblings).toBeHidden()
  await more.click()
  await page.getByRole("heading", { level: 1 }).click()
  await expect(siblings).toBeHidden()
  await atPhoneWidth(page, async () => {
    const sheets = page.locator(".sheet-panel")
    for (const sheet of await sheets.all()) await expect(sheet).toBeHidden()
    await page.getByRole("group", { name: "筛选" }).getByRole("button").first().click()
    const box = (await sheets.first().boundingBox())!
    expect(Math.round(box.y + box.height), "a sheet from below").toBe(page.viewportSize()!.height)
    await page.getByRole("heading", { level: 1 }).click()
    await expect(sheets.first()).toBeHidden()
    await expectNoSideScroll(page)
  })
})

test("the browser knows each style, or there is a fallback for it", { tag: "@older" }, async ({ page }) => {
  await page.goto("/")
  const sheets = readdirSync(".next/static", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".css"))
  expect(sheets.length).toBeGreaterThan(5)
  const css = sheets.map((path) => readFileSync(`.next/static/${path}`, "utf8"))
  expect(await unsupportedStyles(page, css)).toEqual([])
})

test("a browser below the target shows a notice, others show none", async ({ page }) => {
  const notice = () => page.evaluate(() => getComputedStyle(document.documentElement, "::before").content)
  await page.goto("/")
  expect(await notice()).toBe("none")
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, "at"))
  await page.goto("/")
  expect(await notice()).toContain("你的浏览器版本太旧")
  await expectNoSideScroll(page)
})
