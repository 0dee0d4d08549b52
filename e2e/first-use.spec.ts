import { withSettings } from "./support/site"
import { atPhoneWidth, expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

/* What people who met the site for the first time stumbled over, where the browser is what matters. */

test("the frame has the sizes of the specification, on the result page too", async ({ page, reader, request }) => {
  const widthOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!.width
  await page.goto("/search?wd=手册", { waitUntil: "networkidle" })
  const header = page.locator("header.hd")
  await expect(header.getByRole("button", { name: `${reader.username}的菜单` })).toBeVisible()
  expect(await widthOf(".hd .av")).toBe(42)
  await header.getByRole("link", { name: "首页", exact: true }).hover()
  await expect(page.getByRole("group", { name: "首页的分类" }).getByRole("link").first()).toBeVisible()
  expect(await widthOf(".nav .pop")).toBe(520)
  await page.mouse.wheel(0, 400)
  await expect(page.getByRole("search", { name: "搜索资料" })).toBeInViewport()

  await page.setViewportSize({ width: 992, height: 800 })
  await expect(page.getByRole("complementary", { name: "快捷操作" })).toBeVisible()
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(page.getByRole("complementary", { name: "快捷操作" })).toBeHidden()
  await atPhoneWidth(page, async () => {
    await page.getByRole("button", { name: "打开菜单" }).click()
    await expect(page.getByRole("dialog", { name: "菜单" }).getByText(reader.username)).toBeVisible()
    await expect.poll(() => widthOf("dialog.drawer")).toBe(375 * 0.6)
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await page.getByRole("button", { name: "关闭菜单" }).click()
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/user/${reader.id}`)
  expect(await widthOf(".user-head .av")).toBe(80)
  await withSettings(request, { security: { enable_register: "false" } }, async () => {
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto("/register")
    await expect(page.getByText("网站暂未开放用户注册")).toBeVisible()
    await expect(page.locator("main").getByRole("textbox")).toHaveCount(0)
    await page.goto("/")
    await expect(page.locator("main").getByRole("link", { name: "注册账户" })).toHaveCount(0)
  })
})
