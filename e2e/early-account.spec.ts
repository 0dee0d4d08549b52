import { expect, test } from "./support/test"
import type { Page } from "@playwright/test"

/** Holds the site's scripts back until released, as on a slow connection; the page itself loads at once. */
const blockScripts = async (page: Page): Promise<() => void> => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  return release
}

/** Returns true once React has hydrated the form, by the property that React adds to its elements. */
const isAlive = (page: Page, form: string): Promise<boolean> =>
  page.locator(form).evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps")))

const expectAlive = (page: Page, form: string): Promise<void> => expect.poll(() => isAlive(page, form), { timeout: 30_000 }).toBe(true)

const arrive = (page: Page, address: string) => page.goto(address, { waitUntil: "commit" })
/** Records all requests of the page with their addresses. */
const watch = (page: Page) => {
  const sent: string[] = []
  page.on("request", (request) => sent.push(`${request.isNavigationRequest() ? "page " : ""}${request.method()} ${request.url()}`))
  return sent
}

let releaseScripts = () => {}
test.beforeEach(async ({ page }) => {
  releaseScripts = await blockScripts(page)
})
test.afterEach(() => releaseScripts())

test("login on a slow connection: text typed before, during and after hydration is one password", async ({ page, reader }) => {
  await page.addInitScript(() => localStorage.clear())
  await page.context().clearCookies()
  await arrive(page, "/login")
  await page.getByLabel("用户名").fill(reader.username)
  const secret = page.getByLabel("密码", { exact: true })
  await secret.click()
  expect(await isAlive(page, "main form")).toBe(false)
  let typed = ""
  const type = async (text: string) => {
    typed += text
    await page.keyboard.type(text)
  }
  await type("before")
  releaseScripts()
  while (!(await isAlive(page, "main form"))) await type("x")
  await type("yz")
  await expect(secret).toBeFocused()
  await expect(secret).toHaveValue(typed)
  await expect(page.getByLabel("用户名")).toHaveValue(reader.username)
  await secret.fill(reader.password)
  await page.getByRole("button", { name: "登录", exact: true }).click()
  await expect(page).toHaveURL(/\/me$/)
})

test("a click on the login button before hydration is carried out afterwards, and no input gets into an address", async ({
  page,
  reader,
}) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem("forgotten")) localStorage.clear()
    sessionStorage.setItem("forgotten", "1")
  })
  await page.context().clearCookies()
  const sent = watch(page)
  await arrive(page, "/login?redirect=%2Fupload")
  await page.getByLabel("用户名").fill(reader.username)
  await page.getByLabel("密码", { exact: true }).fill(reader.password)
  await page.getByRole("button", { name: "登录", exact: true }).click()
  await page.getByLabel("密码", { exact: true }).press("Enter")
  expect(await isAlive(page, "main form")).toBe(false)
  releaseScripts()
  await expect(page).toHaveURL(/\/upload$/, { timeout: 30_000 })
  expect(sent.filter((one) => one.startsWith("page ") && !one.startsWith("page GET"))).toEqual([])
  expect(sent.filter((one) => one.endsWith("POST /api/v1/user/login") || /POST .*\/user\/login$/.test(one))).toHaveLength(1)
  expect(sent.filter((one) => /correct|horse/.test(one))).toEqual([])
})

test("registration on a slow connection: the input is kept, and the early click is carried out after hydration", async ({ page }) => {
  const username = `early_${Date.now().toString(36)}`
  const sent = watch(page)
  await arrive(page, "/register")
  await page.getByLabel("用户名").fill(username)
  await page.getByLabel("电子邮箱").fill(`${username}@example.org`)
  await page.getByLabel("密码", { exact: true }).fill("correct horse 7")
  await page.getByLabel("确认密码").fill("correct horse 8")
  await page.getByRole("checkbox", { name: /同意/ }).check()
  await page.getByRole("button", { name: "立即注册" }).click()
  expect(await isAlive(page, "main form")).toBe(false)
  releaseScripts()
  await expect(page.getByText("两次输入的密码不一致")).toBeVisible({ timeout: 30_000 })
  await expect(page.getByLabel("用户名")).toHaveValue(username)
  await expect(page.getByRole("checkbox", { name: /同意/ })).toBeChecked()
  await page.getByLabel("确认密码").fill("correct horse 7")
  await page.getByRole("button", { name: "立即注册" }).click()
  await expect(page.getByText("注册成功")).toBeVisible()
  expect(sent.filter((one) => /correct|horse/.test(one))).toEqual([])
})

test("the profile form saves input that was typed and submitted before hydration", async ({ page, reader: _ }) => {
  await arrive(page, "/me/profile")
  await page.getByLabel("个性签名").fill("早早写下")
  await page.getByRole("button", { name: "保存修改" }).click()
  expect(await isAlive(page, "main form")).toBe(false)
  releaseScripts()
  await expect(page.getByText("修改成功")).toBeVisible({ timeout: 30_000 })
  await expect(page.getByLabel("个性签名")).toHaveValue("早早写下")
})

test("search on a slow connection: early input counts, and an early submit works without script", async ({ page }) => {
  await arrive(page, "/")
  const box = page.locator(".bigs input[name=wd]")
  await box.fill("关于")
  await page.getByLabel("搜索范围").selectOption("文章")
  expect(await isAlive(page, ".bigs")).toBe(false)
  releaseScripts()
  await expectAlive(page, ".bigs")
  await expect(box).toHaveValue("关于")
  await box.press("Enter")
  await expect(page).toHaveURL(/\/search\?wd=%E5%85%B3%E4%BA%8E&type=1$/)
  releaseScripts = await blockScripts(page)
  await arrive(page, "/category")
  const small = page.getByRole("combobox", { name: "搜索文档..." }).first()
  await small.fill("手册")
  await small.press("Enter")
  await expect(page).toHaveURL(/\/search\?wd=%E6%89%8B%E5%86%8C$/)
})
