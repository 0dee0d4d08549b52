import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "@playwright/test"
import { submit } from "./support/admin-list"
import { ownPdf } from "./support/files"
import { publish } from "./support/reader"
import { load } from "./support/settled"
import { withSettings } from "./support/site"
import { enterAsAdminAnew, logInByForm } from "./support/staff"
import { expect, test } from "./support/test"

const text = (page: Page) => page.getByRole("textbox", { name: "正文" })

/** Ends the session on the server alone, as its expiry does. */
const endOnServer = async (page: Page): Promise<void> => {
  const status = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem("token")}` }
    const reply = await fetch("/api/v1/user/logout", { method: "DELETE", headers, credentials: "omit" })
    return reply.status
  })
  expect(status).toBe(200)
  // a session is cached for a second
  await page.waitForTimeout(1_500)
}

/** Logs in where the message about the ended session offers it: in a new tab, so that this one keeps its form. */
const logInBeside = async (page: Page, username: string, password: string): Promise<void> => {
  const opening = page.context().waitForEvent("page")
  await page.getByRole("button", { name: "去登录" }).last().click()
  const tab = await opening
  await logInByForm(tab, username, password)
  await expect(tab).not.toHaveURL(/login/)
  await tab.close()
  await page.bringToFront()
}

test("a form and a setting of the administration offer the login, and are saved after it", async ({
  page,
  request,
  baseURL,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 401/)
  await enterAsAdminAnew(page, request, baseURL!)
  const name = `邻居 ${Date.now().toString(36)}`
  await load(page, "/admin/friendlink")
  await page.getByRole("button", { name: "新增" }).first().click()
  const form = page.getByRole("dialog", { name: "新增友链" })
  await form.getByLabel("名称").fill(name)
  await form.getByLabel("链接").fill("https://example.org")
  await endOnServer(page)
  await form.getByRole("button", { name: "保存" }).click()
  await logInBeside(page, "admin", process.env.E2E_ADMIN_PASSWORD!)
  await expect(form.getByLabel("名称")).toHaveValue(name)
  await form.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("新增成功")).toBeVisible()

  await withSettings(request, { system: { keywords: "文库" } }, async () => {
    await load(page, "/admin/config/system")
    const field = page.getByRole("textbox", { name: "网站关键词" })
    await field.fill("文库,讲义")
    await endOnServer(page)
    await page.getByRole("button", { name: "保存设置" }).click()
    await logInBeside(page, "admin", process.env.E2E_ADMIN_PASSWORD!)
    await expect(field).toHaveValue("文库,讲义")
    await page.getByRole("button", { name: "保存设置" }).click()
    await expect(page.getByText("配置更新成功")).toBeVisible()
  })
})

test("the profile and the form of a document stay as they are, and are saved after the login", async ({
  page,
  request,
  reader,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 401/)
  await load(page, "/me/profile")
  await page.getByLabel("个性签名").fill("过一会儿再存")
  await endOnServer(page)
  await page.getByRole("button", { name: "保存修改" }).click()
  await logInBeside(page, reader.username, reader.password)
  await expect(page.getByLabel("个性签名")).toHaveValue("过一会儿再存")
  await page.getByRole("button", { name: "保存修改" }).click()
  await expect(page.getByText("修改成功")).toBeVisible()

  const title = `待改 ${Date.now().toString(36)}`
  const token = await page.evaluate(() => localStorage.getItem("token")!)
  await submit(request, { token }, title)
  await load(page, "/me/document")
  await page.getByRole("button", { name: `编辑《${title}》` }).click()
  const editor = page.getByRole("dialog", { name: "编辑文档" })
  await editor.getByLabel("关键词").fill("函数")
  await endOnServer(page)
  await editor.getByRole("button", { name: "保存" }).click()
  await logInBeside(page, reader.username, reader.password)
  await expect(editor.getByLabel("关键词")).toHaveValue("函数")
  await editor.getByRole("button", { name: "保存" }).click()
  await expect(editor).toBeHidden()
})

test("an article that is published too late is in the form after the login, in another tab too", async ({
  page,
  request,
  baseURL,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 401/)
  await enterAsAdminAnew(page, request, baseURL!)
  const title = `写到一半 ${Date.now().toString(36)}`
  await load(page, "/post")
  await page.getByRole("textbox", { name: "标题" }).fill(title)
  await text(page).click()
  await page.keyboard.type("这一段不能丢。")
  await endOnServer(page)
  await page.getByRole("button", { name: "发布文章" }).click()
  await expect(page.getByText("写好的内容都在，登录后接着发布。")).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: "重新登录" }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fpost/)
  await logInByForm(page, "admin", process.env.E2E_ADMIN_PASSWORD!)
  await expect(page).toHaveURL(/\/post$/)
  const expectWritten = async () => {
    await expect(page.getByRole("textbox", { name: "标题" })).toHaveValue(title)
    await expect(text(page)).toContainText("这一段不能丢。")
  }
  await expectWritten()

  await test.step("a login in another tab leaves the form as it is, and it is published with it", async () => {
    await endOnServer(page)
    const other = await page.context().newPage()
    await load(other, "/login")
    await logInByForm(other, "admin", process.env.E2E_ADMIN_PASSWORD!)
    await expect(other).not.toHaveURL(/login/)
    await other.close()
    await page.bringToFront()
    await expectWritten()
    await page.getByRole("button", { name: "发布文章" }).click()
    await expect(page).toHaveURL(/\/article\//)
  })
})

test("the upload list and its terms are as they were after the login", async ({ page, reader, consoleGuard }) => {
  consoleGuard.allow(/status of 401/)
  await load(page, "/upload")
  await page.getByLabel("选择文件", { exact: true }).setInputFiles([ownPdf("甲.pdf", 1), ownPdf("乙.pdf", 1)])
  await page.getByLabel("简介").fill("两份讲义")
  await endOnServer(page)
  // another tab notices first
  const other = await page.context().newPage()
  await load(other, "/")
  await other.close()
  await page.bringToFront()
  await expect(page.getByText("文件和填好的内容都在，登录后接着上传。")).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: "重新登录" }).click()
  await logInByForm(page, reader.username, reader.password)
  await expect(page).toHaveURL(/\/upload$/)
  await expect(page.getByLabel("文档标题")).toHaveCount(2)
  await expect(page.getByLabel("简介")).toHaveValue("两份讲义")
})

test("a comment that is sent too late is in the form after the login", async ({ page, request, reader, consoleGuard }) => {
  consoleGuard.allow(/status of 401/)
  const uuid = await publish(request, ownPdf("评论的文档.pdf", 1))
  await load(page, `/document/${uuid}`)
  const field = page.getByRole("textbox", { name: "评论内容" })
  await page.locator(".doc-talk").scrollIntoViewIfNeeded()
  await field.fill("写了很久的一段话")
  await endOnServer(page)
  await page.getByRole("button", { name: "发表点评" }).click()
  await page.getByRole("link", { name: "去登录" }).click()
  await logInByForm(page, reader.username, reader.password)
  await expect(page).toHaveURL(new RegExp(`/document/${uuid}`))
  await page.locator(".doc-talk").scrollIntoViewIfNeeded()
  await expect(field).toHaveValue("写了很久的一段话")
})

test("a browser without cookies and storage reads, and the login names them", async ({ browser, baseURL, request }) => {
  const uuid = await publish(request, ownPdf("沙箱.pdf", 1))
  const context = await browser.newContext()
  const page = await context.newPage()
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(String(error)))
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException("The operation is insecure.", "SecurityError")
    }
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: denied })
    Object.defineProperty(document, "cookie", { get: denied, set: denied })
  })
  for (const path of ["/", `/document/${uuid}`, `/embed/${uuid}`, "/search?wd=a"]) {
    await load(page, baseURL! + path)
    await expect(page.locator("body")).not.toContainText("insecure")
  }
  await page.goto(`${baseURL!}/login`)
  await expect(page.getByText(/^浏览器禁止了 Cookie/)).toBeVisible()

  await test.step("in a sandboxed frame of another site", async () => {
    const outer = await context.newPage()
    outer.on("pageerror", (error) => errors.push(String(error)))
    const frame = `<iframe sandbox="allow-scripts" src="${baseURL!}/embed/${uuid}" width="900" height="700"></iframe>`
    const site = createServer((_, reply) => void reply.setHeader("content-type", "text/html").end(frame)).listen(0)
    await outer.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
    const picture = outer.frameLocator("iframe").locator(".sheet img").first()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    site.close()
  })
  expect(errors).toEqual([])
  await context.close()
})
