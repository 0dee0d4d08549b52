import { query } from "../tests/process/support/database"
import { load } from "./support/settled"
import { expect, test } from "./support/test"

test("logging out in one tab logs the other tab out [security: 14.3.1]", async ({ page, context, reader }) => {
  await page.goto("/")
  const other = await context.newPage()
  await load(other, "/me")
  await expect(other.getByRole("heading", { name: "最近上传" })).toBeVisible()
  await other.getByRole("navigation", { name: "个人中心" }).getByRole("button", { name: "退出登录" }).click()
  await expect(other).toHaveURL(/\/$/)
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event("focus")))
  await expect(page.getByRole("link", { name: /登录/ }).first()).toBeAttached()
  await expect(page.getByText(reader.username)).toHaveCount(0)
})

test("a password confirmation renews the session: the page goes on, another tab and a reload stay logged in, a stolen token does not [security: 7.2.4]", async ({
  page,
  context,
  reader,
  request,
  site,
  baseURL,
  consoleGuard,
}) => {
  // the call that asks for the password
  consoleGuard.allow(/403/)
  await page.goto("/me/security")
  const other = await context.newPage()
  await load(other, "/me")
  await query(site.dataDir, "update session set confirmed_at = now() - interval '1 hour' where user_id = $1", [reader.id])
  await page.waitForTimeout(1_500) // a session is cached for a second
  await page.bringToFront()
  await page.getByRole("button", { name: "开启" }).click()
  await page.getByRole("textbox", { name: "登录密码" }).fill(reader.password)
  await page.getByRole("dialog").getByRole("button", { name: "确认" }).click()
  // the call that waited for the password uses the new token
  await expect(page.getByRole("img", { name: "验证器的二维码" })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem("token"))
  expect(token).not.toBe(reader.token)
  const cookies = await context.cookies(baseURL)
  expect(cookies.find(({ name }) => name === "doujia_session")?.value).toBe(token)

  await query(site.dataDir, "update session set expires_at = now() where user_id = $1 and expires_at < now() + interval '1 minute'", [
    reader.id,
  ])
  await page.waitForTimeout(1_500)
  const stolen = await request.get("/api/v1/user/session", { headers: { authorization: `Bearer ${reader.token}` } })
  expect(stolen.status()).toBe(401)
  await other.bringToFront()
  await other.getByRole("navigation", { name: "个人中心" }).getByRole("link", { name: "登录安全" }).click()
  await expect(other.getByRole("button", { name: "开启" })).toBeVisible()
  await page.reload()
  await expect(page.getByRole("button", { name: "开启" })).toBeVisible()
})
