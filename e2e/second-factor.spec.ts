import type { Page } from "@playwright/test"
import { saveSetting } from "../tests/process/support/database"
import { stepOf, totpAt, untilNextCode } from "../tests/setup/totp"
import { saveSettings, staffToken, withSettings } from "./support/site"
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
  // the previous step's code is valid until this step ends
  const left = untilNextCode()
  if (left < 10_000) await page.waitForTimeout(left)
  await page.getByLabel("六位数字").fill(codeOf(secret, -1))
  await page.getByRole("dialog").getByRole("button", { name: "开启" }).click()
  const codes = page.getByRole("list", { name: "恢复代码" }).getByRole("listitem")
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.last().textContent())!
  return { secret, recovery }
}

test.beforeEach(({ consoleGuard }) => consoleGuard.allow(/status of 4\d\d/))

test(
  "an authenticator app is set up, required at the next login, and replaced by a recovery code",
  { tag: "@phone" },
  async ({ page, baseURL, request }) => {
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
      await give(page, codeOf(secret))
      await expect(page).toHaveURL(security)
      await logOut(page)
      await page.goto(toLogin)
      await logInByForm(page, username, "correct horse 7")
      await give(page, recovery)
      await expect(page).toHaveURL(security)
      await expect(page.getByText("还有 9 个")).toBeVisible()
    })
  },
)

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

test("staff without the required second factor reach only its setup, and everything after it", async ({ page, request, baseURL, site }) => {
  const username = `two_factor_${Date.now().toString(36)}`
  const headers = { authorization: `Bearer ${await staffToken(request)}` }
  const made = await request.post("/api/v1/user", { headers, data: { username, password: "correct horse 7", group_id: [1] } })
  expect(made.ok(), await made.text()).toBe(true)
  await saveSettings(request, [{ category: "security", name: "staff_two_factor", value: "true" }])
  try {
    await page.goto("/login")
    await logInByForm(page, username, "correct horse 7")
    await expect(page).toHaveURL(baseURL + security)
    await expect(page.getByText(/本站要求管理人员开启两步验证/)).toBeVisible()
    await page.goto("/admin")
    await expect(page).toHaveURL(baseURL + security)
    await setUp(page)
    await page.getByRole("button", { name: "完成" }).click()
    await expect(page.getByText("已开启")).toBeVisible()
    await page.goto("/admin/dashboard")
    await expect(page).toHaveURL(`${baseURL}/admin/dashboard`)
    await expect(page.getByRole("complementary", { name: "后台" })).toBeVisible()
  } finally {
    // the administrator of the other tests has no second factor, so no call can undo the setting
    await saveSetting(site.dataDir, "security", "staff_two_factor", "false")
    await expect.poll(async () => (await request.get("/api/v1/config/list?category=security", { headers })).status()).toBe(200)
  }
})
