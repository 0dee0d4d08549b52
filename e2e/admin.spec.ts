import type { Page } from "@playwright/test"
import sharp from "sharp"
import { adminMenu, isGroup } from "../lib/domain/admin-menu"
import { enterAsAdmin, enterAsStaff } from "./support/staff"
import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

const screens = adminMenu.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry]))
const isPhone = (page: Page) => page.viewportSize()!.width < 768

/** What a row can do: icons on a desk, one menu on a phone or for what does not fit. */
const act = async (page: Page, row: string, action: string) => {
  const icon = page.getByRole("button", { name: `${action} ${row}`, exact: true })
  const more = page.getByRole("button", { name: `更多操作 ${row}`, exact: true })
  await expect(icon.or(more).first()).toBeVisible()
  if (await icon.isVisible()) return icon.click()
  await more.click()
  await page.getByRole("menuitem", { name: action }).click()
}
const openMenu = async (page: Page) => {
  if (isPhone(page)) await page.getByRole("button", { name: "打开菜单" }).click()
  return page.getByRole("navigation", { name: "后台菜单" })
}
/** What scrolls is the shell's own part; nothing sticks out of it either. */
const expectInside = async (page: Page) => {
  await expectNoSideScroll(page)
  expect(await page.locator(".adm-main").evaluate((main) => main.scrollWidth - main.clientWidth)).toBeLessThanOrEqual(0)
}

for (const scheme of ["light", "dark"] as const)
  test(`every screen of the back office, ${scheme}: named, accessible, nothing at the side`, async ({ page, request, baseURL }) => {
    test.setTimeout(300_000)
    await enterAsAdmin(page, request, baseURL!)
    await page.emulateMedia({ colorScheme: scheme })
    for (const { path, title } of screens) {
      await page.goto(path, { waitUntil: "networkidle" })
      await expect(page.getByRole("heading", { level: 1, name: title }), path).toHaveCount(1)
      await expect(page, path).toHaveTitle(`${title} - 豆架`)
      await expect(page.locator("main [aria-busy=true]"), path).toHaveCount(0)
      await expectInside(page)
      await expectAccessible(page)
    }
  })

test("a banner: made with a picture, changed, found by its address, deleted", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  const name = `横幅 ${Date.now().toString(36)}`
  await page.goto("/admin/banner")
  await page.getByRole("button", { name: "新增" }).first().click()
  const form = page.getByRole("dialog", { name: "新增轮播图" })
  await form.getByRole("button", { name: "保存" }).click()
  await expect(form.getByText("请上传图片")).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel("名称").fill(name)
  const picture = await sharp({ create: { width: 600, height: 200, channels: 3, background: "#23703f" } }).png().toBuffer()
  await form.locator("input[type=file]").setInputFiles({ name: "banner.png", mimeType: "image/png", buffer: picture })
  await expect(form.getByRole("button", { name: "移除" })).toBeVisible()
  await form.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("新增成功")).toBeVisible()
  await expect(form).toBeHidden()

  await act(page, name, "编辑")
  const edit = page.getByRole("dialog", { name: "编辑轮播图" })
  await edit.getByLabel("名称").fill(`${name} 改`)
  await edit.getByRole("button", { name: "取消" }).click()
  await page.getByRole("dialog", { name: "还没有保存" }).getByRole("button", { name: "继续编辑" }).click()
  await edit.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("修改成功")).toBeVisible()

  await page.goto(`/admin/banner?wd=${encodeURIComponent(`${name} 改`)}&enable=true`)
  await expect(page.getByText("共 1 张").first()).toBeVisible()
  await page.getByRole("searchbox", { name: "关键字" }).fill("没有这样的横幅")
  await page.getByRole("searchbox", { name: "关键字" }).press("Enter")
  await expect(page.getByText("没有符合条件的记录")).toBeVisible()
  await page.goBack()
  await page.getByRole("checkbox", { name: `选择 ${name} 改` }).check()
  await expectAccessible(page)
  await page.getByRole("group", { name: "批量操作" }).getByRole("button", { name: "删除" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
  await expect(page.getByText("删除成功")).toBeVisible()
  await expect(page.getByText("没有符合条件的记录")).toBeVisible()
})

test("a group is given rights in the tree, and has them when one looks again", async ({ page, request, baseURL }) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const title = `编辑 ${Date.now().toString(36)}`
  await call("post", "/group", { title })
  await page.goto("/admin/user/group")
  await act(page, title, "授权")
  const tree = page.getByRole("dialog", { name: `给“${title}”授权` })
  await tree.getByRole("searchbox", { name: "查找权限" }).fill("轮播图")
  const branch = tree.getByRole("group", { name: "轮播图管理" })
  await expect(branch.getByText("0 / 5")).toBeVisible()
  await expectAccessible(page)
  await branch.getByRole("checkbox", { name: "查看轮播图列表" }).check()
  await tree.getByRole("button", { name: "保存" }).click()
  await expect(page.getByText("授权成功")).toBeVisible()
  await expect(tree).toBeHidden()
  await act(page, title, "授权")
  await expect(branch.getByText("1 / 5")).toBeVisible()
  await expect(branch.locator(".ant-checkbox-indeterminate")).toHaveCount(1)
})

test("who holds one right sees that page, without what they may not do", async ({ page, request, baseURL, browser }) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: baseURL! })
  const own = await context.newPage()
  await enterAsStaff(own, request, baseURL!, call, ["BannerAPI/ListBanner"])
  await own.goto("/admin")
  await expect(own).toHaveURL(/\/admin\/dashboard$/)
  const menu = await openMenu(own)
  await expect(menu.getByRole("link")).toHaveText(["面板", "轮播图管理"])
  await menu.getByRole("link", { name: "轮播图管理" }).click()
  await expect(own.getByRole("heading", { level: 1, name: "轮播图管理" })).toHaveCount(1)
  await expect(own.locator("main [aria-busy=true]")).toHaveCount(0)
  await expect(own.getByRole("button", { name: "新增" })).toHaveCount(0)
  await own.goto("/admin/user/list")
  await expect(own).toHaveURL(/\/admin\/dashboard$/)
  await context.close()
})

test("settings: saved, kept, and a link away asks first", async ({ page, request, baseURL, quiet }) => {
  quiet.allow(/status of 400/)
  const call = await enterAsAdmin(page, request, baseURL!)
  await page.goto("/admin/config/captcha")
  await page.getByLabel("字符个数").fill("6")
  await (await openMenu(page)).getByRole("link", { name: "面板" }).click()
  await page.getByRole("dialog", { name: "设置还没有保存" }).getByRole("button", { name: "继续编辑" }).click()
  await page.getByRole("button", { name: "保存设置" }).click()
  await expect(page.getByText("配置更新成功")).toBeVisible()
  await page.reload()
  await expect(page.getByLabel("字符个数")).toHaveValue("6")
  await page.getByLabel("字符个数").fill("99")
  await page.getByRole("button", { name: "保存设置" }).click()
  await expect(page.getByText("字符个数应在 4 到 8 之间")).toBeVisible()
  await call("put", "/config", { config: [{ category: "captcha", name: "length", value: "5" }] })
})

test("an address without a screen is not found, inside of the shell; nobody else comes in", async ({ page, request, baseURL, browser, quiet }) => {
  quiet.allow(/status of 404/)
  await enterAsAdmin(page, request, baseURL!)
  await page.goto("/admin/biz")
  await expect(page.getByText("This page could not be found.")).toBeVisible()
  await expect(await openMenu(page)).toBeVisible()
  const context = await browser.newContext({ baseURL: baseURL! })
  const stranger = await context.newPage()
  const reply = await stranger.goto("/admin/banner")
  expect(new URL(stranger.url()).pathname).toBe("/")
  expect(reply!.status()).toBe(200)
  await context.close()
})

test("the back office is nobody's cache", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  const reply = await page.goto("/admin/dashboard")
  expect(reply!.headers()["cache-control"]).toContain("no-store")
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/)
})
