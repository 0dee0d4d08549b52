import { readFileSync } from "node:fs"
import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"
import { bigPdf, chooseCategory, saveIn } from "./support/upload"
import { ownDocx, ownPdf, sha256 } from "./support/files"

const isPhone = (width: number) => width < 768

/** A new user's first visit: register, upload a PDF and a Word file, read both, find one, download it. */
test(
  "register, upload a PDF and a Word file, follow their conversion, read, search and download @main",
  { tag: ["@phone", "@remote"] },
  async ({ page, viewport, request, behindFront }) => {
    const stamp = Date.now().toString(36)
    const pdf = ownPdf(`季度报告 ${stamp}.pdf`)
    const docx = ownDocx(`我的手册 ${stamp}.docx`)
    // converting a Word file depends neither on the window size nor on the pages' server
    const files = isPhone(viewport!.width) || behindFront ? [pdf] : [pdf, docx]

    await test.step("register, and return to the requested page", async () => {
      await page.goto("/upload")
      await expectNoSideScroll(page)
      await page.goto(`/register?redirect=${encodeURIComponent("/upload")}`, { waitUntil: "domcontentloaded" })
      await page.getByLabel("用户名").fill(`读者${stamp}`)
      await page.getByLabel("电子邮箱").fill(`reader-${stamp}@example.org`)
      await page.getByLabel("密码", { exact: true }).fill("correct horse 7")
      await page.getByLabel("确认密码").fill("correct horse 8")
      await page.getByRole("button", { name: "立即注册" }).click()
      await expect(page.getByText("两次输入的密码不一致")).toBeVisible()
      await expect(page.getByText("请先阅读并同意用户协议")).toBeVisible()
      await page.getByLabel("确认密码").fill("correct horse 7")
      // the error disappears on typing and the content below moves up; the test would click before that
      await expect(page.getByText("两次输入的密码不一致")).toBeHidden()
      await page.getByRole("checkbox").check()
      await page.getByRole("button", { name: "立即注册" }).click()
      await expect(page).toHaveURL(/\/upload$/)
    })

    await test.step("upload the files", async () => {
      await page.getByLabel("选择文件", { exact: true }).setInputFiles(files)
      await expect(page.getByLabel("文档标题")).toHaveCount(files.length)
      await expectAccessible(page)
      await chooseCategory(page, "使用指南")
      await page.getByRole("button", { name: `上传 ${files.length} 份文档` }).click()
      await expect(page.getByText("上传成功")).toHaveCount(files.length)
      await expectNoSideScroll(page)
    })

    await test.step("home and the lists show them first immediately", async () => {
      const names = files.map(({ name }) => name.replace(/\.\w+$/, ""))
      await page.goto("/")
      for (const at of files.keys()) await expect(page.locator(".home-shelf .bk").nth(at)).toContainText(stamp)
      await expectNoSideScroll(page)
      // the default order depends on the downloads and views of the tests before
      await page.goto("/category?sort=latest")
      const list = page.locator("main .res")
      for (const name of names) await expect(list.getByRole("link", { name })).toHaveCount(1)
      await expect(list.locator("> li").first()).toContainText(stamp)
      // a document of 300 pages is in every test site
      await page.goto("/category?sort=pages")
      await expect(list.locator("> li").first()).not.toContainText(stamp)
    })

    await test.step("my documents show them, and their conversion without a reload", async () => {
      await page.goto("/me/document")
      const rows = page.getByRole("listitem").filter({ hasText: stamp })
      await expect(rows).toHaveCount(files.length)
      await expect(rows.filter({ hasText: "已发布" })).toHaveCount(files.length, { timeout: 60_000 })
      await expectAccessible(page)
      await expectNoSideScroll(page)
    })

    await test.step("the shared lists follow", async () => {
      // pages in front of another server are not notified of its changes
      if (behindFront) return
      const listed = async () => (await (await request.get("/category?sort=latest")).text()).includes(stamp)
      await expect.poll(listed, { timeout: 15_000 }).toBe(true)
    })

    for (const file of files) {
      await test.step(`read ${file.name} page by page`, async () => {
        await page.goto("/me/document")
        await page
          .getByRole("link", { name: file.name.replace(/\.\w+$/, "") })
          .first()
          .click()
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(file.name.replace(/\.\w+$/, ""))
        const first = page.getByRole("img", { name: /第 1 页$/ }).first()
        await expect(first).toBeVisible()
        await expect.poll(() => first.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
        const total = 10
        if (!isPhone(viewport!.width)) {
          await page.getByRole("button", { name: "下一页" }).click()
          await expect(page.getByRole("toolbar").getByRole("textbox", { name: "页码" })).toHaveValue("2")
          await expect(page.locator(".reader[data-alive]")).toBeVisible()
          await page.keyboard.press("End")
          await expect(page.getByRole("toolbar").getByRole("textbox", { name: "页码" })).toHaveValue(String(total))
          await page.getByRole("button", { name: "放大" }).click()
        } else {
          await expect(page.getByRole("button", { name: `1 / ${total} 页，打开阅读菜单` })).toBeVisible()
        }
        const uuid = new URL(page.url()).pathname.split("/").pop()!
        await page.goto(`/document/${uuid}#page=5`)
        await expect(page.getByRole("img", { name: /第 5 页$/ }).first()).toBeInViewport()
        await expectAccessible(page)
        await expectNoSideScroll(page)
      })
    }

    await test.step("find it by its title and download the identical file", async () => {
      const hit = page
        .locator("main")
        .getByRole("link", { name: `季度报告 ${stamp}` })
        .first()
      // the index follows the conversion
      await expect(async () => {
        await page.goto(`/search?wd=${encodeURIComponent(`季度报告 ${stamp}`)}`)
        await expect(hit).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await hit.click()
      await expect(page).toHaveURL(/\/document\//)
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page
          .getByRole("button", { name: /下载文档/ })
          .last()
          .click(),
      ])
      expect(download.suggestedFilename()).toBe(pdf.name)
      expect(sha256(readFileSync((await download.path())!))).toBe(sha256(pdf.buffer))
    })

    await test.step("a visitor finds and reads it too, and must log in to download the file", async () => {
      const uuid = new URL(page.url()).pathname.split("/").pop()!
      const visitor = await page.context().browser()!.newContext({ viewport })
      const other = await visitor.newPage()
      await other.goto(`/document/${uuid}`)
      await expect(other.getByRole("img", { name: /第 1 页$/ }).first()).toBeVisible()
      await other
        .getByRole("button", { name: /下载文档/ })
        .last()
        .click()
      await expect(other).toHaveURL(new RegExp(`/login\\?redirect=.*${uuid}`))
      await visitor.close()
      expect((await request.get(`/view/page/${uuid}/11.svg`)).status()).toBe(404)
    })
  },
)

test("an upload resumes after a reload", { tag: "@remote" }, async ({ page, reader, folder, consoleGuard }) => {
  consoleGuard.allow(/ERR_CONNECTION_FAILED/)
  const file = saveIn(folder, bigPdf(`断点续传 ${reader.username}.pdf`))
  const patches: number[] = []
  let cut = true
  await page.route("**/api/v1/upload/tus/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue()
    patches.push(Number(route.request().headers()["upload-offset"]))
    // the second part is lost in transit
    if (cut && patches.length === 2) return route.abort("connectionfailed")
    return route.continue()
  })
  const begin = async () => {
    await page.goto("/upload")
    await page.getByLabel("选择文件", { exact: true }).setInputFiles(file)
    await chooseCategory(page, "使用指南")
    await page.getByRole("button", { name: "上传 1 份文档" }).click()
  }
  await begin()
  await expect.poll(() => patches.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
  cut = false
  page.on("dialog", (dialog) => void dialog.accept())
  const before = patches.length
  await begin()
  await expect(page.getByText("上传成功")).toBeVisible({ timeout: 60_000 })
  expect(patches[before], "the first part after the reload begins behind what had arrived").toBeGreaterThan(0)
})

test(
  "errors of a file are shown before or after its upload, and the other files are uploaded @main",
  { tag: "@remote" },
  async ({ page, reader, consoleGuard }) => {
    consoleGuard.allow(/status of 4\d\d/)
    await page.goto("/upload")
    const choose = page.getByLabel("选择文件", { exact: true })
    await choose.setInputFiles({ name: "程序.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") })
    await expect(page.getByText(/不支持/).first()).toBeVisible()
    await choose.setInputFiles([
      { name: "其实是程序.pdf", mimeType: "application/pdf", buffer: Buffer.from("MZ\u0090\u0000 this is no pdf") },
      { name: `好的 ${reader.username}.txt`, mimeType: "text/plain", buffer: Buffer.from(`一段文字 ${reader.username}`) },
    ])
    await chooseCategory(page, "使用指南")
    await page.getByRole("button", { name: "上传 2 份文档" }).click()
    await expect(page.getByText("文件已损坏或格式与扩展名不符")).toBeVisible()
    await expect(page.getByText("上传成功")).toHaveCount(1)
  },
)
