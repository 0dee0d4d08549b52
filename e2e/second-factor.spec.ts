import type { Page } from "@playwright/test"
import { stepOf, totpAt } from "../tests/setup/totp"
import { withSettings } from "./support/site"
import { logInByForm } from "./support/staff"
import { expect, expectAccessible, expectContrastInDark, expectFits, test } from "./support/test"

/** Returns a code of the authenticator app; those of the previous and next time step are also valid, each once. */
const codeOf = (secret: string, away = 0) => totpAt(secret, stepOf(new Date()) + away)
const security = "/me/security"
const toLogin = `/login?redirect=${encodeURIComponent(security)}`
/** Passkeys belong to a host name, but the tested site runs at an IP address. */
const named = (url: string) => url.replace("127.0.0.1", "localhost")

const register = async (page: Page, baseURL: string) => {
  const username = `secure_${Date.now().toString(36)}`
  const reply = await page.request.post(`${baseURL}/api/v1/user/register`, {
    data: { username, email: `${username}@example.org`, password: "correct horse 7" },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
  // the response sets its session cookie
  await page.context().clearCookies()
  return username
}
const logOut = async (page: Page) => {
  await page.getByRole("navigation", { name: "个人中心" }).getByRole("button", { name: "退出登录" }).click()
  await expect(page.getByText("退出成功")).toBeVisible()
}
const give = async (page: Page, code: string) => {
  await page.getByLabel("验证码或恢复代码").fill(code)
  await page.getByRole("button", { name: "验证", exact: true }).click()
}
/** Sets up the authenticator app on the current page and returns the last recovery code. */
const setUp = async (page: Page) => {
  await page.getByRole("button", { name: "开启" }).click()
  await expect(page.getByRole("img", { name: "验证器的二维码" })).toBeVisible()
  const secret = (await page.locator(".qr-text").textContent())!.replaceAll(" ", "")
  await page.getByLabel("六位数字").fill(codeOf(secret))
  await page.getByRole("dialog").getByRole("button", { name: "开启" }).click()
  const codes = page.getByRole("list", { name: "恢复代码" }).getByRole("listitem")
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.last().textContent())!
  return { secret, recovery }
}

test.beforeEach(({ consoleGuard }) => consoleGuard.allow(/status of 4\d\d/))

test("an authenticator app is set up, required at the next login, and replaced by a recovery code @main", async ({
  page,
  baseURL,
  request,
}) => {
  await withSettings(request, { security: { enable_captcha_register: "false" } }, async () => {
    const username = await register(page, baseURL!)
    await page.goto(toLogin)
    await logInByForm(page, username, "correct horse 7")
    await expect(page).toHaveURL(security)
    await expectFits(page)
    const { secret, recovery } = await setUp(page)
    await expectAccessible(page)
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "下载" }).click()
    expect((await download).suggestedFilename()).toContain("恢复代码")
    await page.getByRole("button", { name: "完成" }).click()
    await expect(page.getByText("已开启")).toBeVisible()
    await expectAccessible(page)
    await expectContrastInDark(page)
    await logOut(page)
    await page.goto(toLogin)
    await logInByForm(page, username, "correct horse 7")
    await give(page, "000000")
    await expect(page.getByText("验证码不正确，或者已经用过")).toBeVisible()
    await expectAccessible(page)
    // the set-up has used the code of this time step
    await give(page, codeOf(secret, 1))
    await expect(page).toHaveURL(security)
    await logOut(page)
    await page.goto(toLogin)
    await logInByForm(page, username, "correct horse 7")
    await give(page, recovery)
    await expect(page).toHaveURL(security)
    await expect(page.getByText("还有 9 个")).toBeVisible()
  })
})

test("a passkey of this browser is the second factor, and a login without username and password", async ({ page, baseURL, request }) => {
  const site = named(baseURL!)
  const settings = { system: { domain: site }, security: { enable_captcha_register: "false" } }
  const devices = await page.context().newCDPSession(page)
  await devices.send("WebAuthn.enable")
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  await devices.send("WebAuthn.addVirtualAuthenticator", { options })
  await withSettings(request, settings, async () => {
    const username = await register(page, site)
    await page.goto(site + toLogin)
    await logInByForm(page, username, "correct horse 7")
    await page.getByRole("button", { name: "添加通行密钥" }).click()
    await expect(page.getByRole("list", { name: "恢复代码" }).getByRole("listitem")).toHaveCount(10)
    await page.getByRole("button", { name: "完成" }).click()
    await expect(page.getByText("还没有用过")).toBeVisible()
    await logOut(page)
    await page.goto(site + toLogin)
    await logInByForm(page, username, "correct horse 7")
    await page.getByRole("button", { name: "用通行密钥验证" }).click()
    await expect(page).toHaveURL(site + security)
    await logOut(page)
    await page.goto(site + toLogin)
    await page.getByRole("button", { name: "用通行密钥登录" }).click()
    await expect(page).toHaveURL(site + security)
    await expect(page.getByText(/刚刚使用|分钟前使用/)).toBeVisible()
  })
})

test("staff without the required second factor reach only its setup, and everything after it", async ({ page, browser, startSite }) => {
  // a separate site: the administrator's session has no permissions while the setting is on
  const site = await startSite()
  const headers = { "content-type": "application/json" }
  const call = async (method: string, path: string, body: object, token = "") => {
    const reply = await fetch(`${site.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    expect(reply.ok, `${method} ${path}`).toBe(true)
    return (await reply.json()) as { token: string }
  }
  const context = await browser.newContext({ viewport: page.viewportSize() })
  try {
    const { token } = await call("POST", "/user/login", { username: "admin", password: site.adminPassword })
    await call("PUT", "/config", { config: [{ category: "security", name: "staff_two_factor", value: "true" }] }, token)
    const staff = await context.newPage()
    await staff.goto(`${site.url}/login`)
    await logInByForm(staff, "admin", site.adminPassword)
    await expect(staff).toHaveURL(site.url + security)
    await expect(staff.getByText(/本站要求管理人员开启两步验证/)).toBeVisible()
    await staff.goto(`${site.url}/admin`)
    await expect(staff).toHaveURL(site.url + security)
    await setUp(staff)
    await staff.getByRole("button", { name: "完成" }).click()
    await expect(staff.getByText("已开启")).toBeVisible()
    await staff.goto(`${site.url}/admin/dashboard`)
    await expect(staff).toHaveURL(`${site.url}/admin/dashboard`)
    await expect(staff.getByRole("complementary", { name: "后台" })).toBeVisible()
  } finally {
    await context.close()
    await site.stop()
  }
})
