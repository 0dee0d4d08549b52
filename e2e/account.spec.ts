import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

test("log in with the administrator's printed password, log out, and be nobody again", async ({ page, quiet }) => {
  quiet.allow(/status of 4\d\d/)
  await page.goto("/me/document")
  await expect(page).toHaveURL(/\/login\?redirect=%2Fme%2Fdocument/)
  await page.getByLabel("用户名").fill("admin")
  await page.getByLabel("密码", { exact: true }).fill("not the password")
  await page.getByRole("button", { name: "立即登录" }).click()
  await expect(page.getByText("用户名或密码错误")).toBeVisible()
  await page.getByLabel("密码", { exact: true }).fill(process.env.E2E_ADMIN_PASSWORD!)
  await page.getByRole("button", { name: "立即登录" }).click()
  await expect(page).toHaveURL(/\/me\/document$/)
  await expect(page.getByRole("link", { name: "豆架使用手册" }).first()).toBeVisible()
  await page.getByRole("navigation", { name: "个人中心" }).getByRole("button", { name: "退出登录" }).click()
  await expect(page.getByText("退出成功")).toBeVisible()
  await expect(page).toHaveURL("/")
  await page.goto("/me")
  await expect(page).toHaveURL(/\/login/)
})

test("/me: accessible, nothing at the side, an empty shelf has a next step", async ({ page, reader: _ }) => {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto("/me", { waitUntil: "networkidle" })
    await expect(page.getByRole("heading", { name: "最近上传" })).toBeVisible()
    await expectNoSideScroll(page)
    await expectAccessible(page)
  }
  await page.goto("/me/document", { waitUntil: "networkidle" })
  await expect(page.getByText("书架还空着")).toBeVisible()
  await expect(page.locator("main").getByRole("link", { name: "上传文档" }).first()).toBeVisible()
  await expectAccessible(page)
})
