import { expect, test } from "./support/test"

test("logging out in one tab logs the other tab out [security: 14.3.1]", async ({ page, context, reader }) => {
  await page.goto("/")
  const other = await context.newPage()
  await other.goto("/me", { waitUntil: "networkidle" })
  await expect(other.getByRole("heading", { name: "最近上传" })).toBeVisible()
  await other.getByRole("navigation", { name: "个人中心" }).getByRole("button", { name: "退出登录" }).click()
  await expect(other).toHaveURL(/\/$/)
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event("focus")))
  await expect(page.getByRole("link", { name: /登录/ }).first()).toBeAttached()
  await expect(page.getByText(reader.username)).toHaveCount(0)
})
