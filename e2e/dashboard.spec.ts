import { submit } from "./support/admin-list"
import { enterAsAdmin, enterAsStaff, logIn } from "./support/staff"
import { expect, expectAccessible, expectFineInBothSizes, test } from "./support/test"

test("the dashboard links to pending tasks and charts every day; days and metric are in its address", async ({
  page,
  request,
  baseURL,
}) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const title = `待审 ${Date.now().toString(36)}`
  const { id } = await submit(request, await logIn(request, "admin", process.env.E2E_ADMIN_PASSWORD!), title)
  await call("put", "/document/check", { id: [id], status: 6 })

  await page.goto("/admin/dashboard")
  const waiting = page.getByRole("region", { name: "等你处理" })
  await expect(waiting.getByRole("link", { name: /份\s?待审核的文档/ })).toContainText(/[1-9]/)
  await expect(waiting.getByRole("button", { name: /^通过“/ }).first(), "decided in place").toBeVisible()
  await expect(page.getByRole("heading", { level: 1, name: "面板" })).toBeVisible()
  for (const name of ["每天的数据", "公开的文档，按格式", "公开的文档，按分类", "下载最多", "队列", "最新上传", "服务器状态", "环境依赖"])
    await expect(page.getByRole("region", { name, exact: true }).first()).toBeVisible()
  const chart = page.getByRole("slider")
  await expect(chart).toHaveAttribute("aria-valuemax", "30")
  await expectFineInBothSizes(page)

  await page.getByRole("button", { name: "7 天" }).click()
  await expect(page).toHaveURL(/\?days=7$/)
  await expect(chart).toHaveAttribute("aria-valuemax", "7")
  await page.getByRole("button", { name: /上传的文档/ }).click()
  await expect(page).toHaveURL(/\?days=7&show=document$/)
  await expect(chart).toHaveAttribute("aria-valuetext", /日：[1-9]\d* 份$/)
  await chart.focus()
  await page.keyboard.press("Home")
  await expect(chart).toHaveAttribute("aria-valuenow", "1")
  await page.keyboard.press("End")
  await page.getByText("看每天的数字").click()
  await expect(page.getByRole("row")).toHaveCount(8)
  await expectAccessible(page)
  await page.goBack()
  await expect(page).toHaveURL(/\?days=7$/)
  await page.reload()
  await expect(chart).toHaveAttribute("aria-valuemax", "7")

  await waiting.getByRole("link", { name: /份\s?待审核的文档/ }).click()
  await expect(page).toHaveURL(/\/admin\/document\/list\?status=6$/)
  await expect(page.getByText(title).first()).toBeVisible()
  await page.goto("/admin/dashboard")
  await waiting.getByRole("link", { name: /没有退完的款/ }).click()
  await expect(page.getByRole("button", { name: "没有退完" })).toHaveAttribute("aria-pressed", "true")
})

test("the audit log shows each user's changes, before and after, beside security events, to staff with permission", async ({
  page,
  request,
  baseURL,
  browser,
}) => {
  const call = await enterAsAdmin(page, request, baseURL!)
  const name = `审计 ${Date.now().toString(36)}`
  const { id } = await call("post", "/friendlink", { title: name, link: "https://example.org/" })
  await call("put", "/friendlink", { id, title: `${name} 改`, link: "https://example.org/", sort: 5 })

  await page.goto("/admin/dashboard")
  await page.getByRole("navigation", { name: "面板" }).getByRole("link", { name: "审计" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "审计日志" })).toBeVisible()
  await page.getByRole("searchbox", { name: "关键词" }).fill("更新友链")
  await page.getByRole("searchbox", { name: "关键词" }).press("Enter")
  const row = page.getByRole("row").filter({ hasText: `友链“${name} 改”` })
  await expect(row).toBeVisible()
  await expectFineInBothSizes(page)
  // dates are typed, and Tab moves on
  await page.getByPlaceholder("时间从").focus()
  await page.keyboard.type("2026-01-01")
  await page.keyboard.press("Tab")
  await expect(page.getByPlaceholder("到", { exact: true })).toBeFocused()
  await page.keyboard.type("2199-12-31")
  await page.keyboard.press("Tab")
  await page.getByRole("button", { name: "查询" }).click()
  await expect(page).toHaveURL(/created_at=2026-01-01&created_at=2199-12-31/)
  await expect(row).toBeVisible()
  await row.getByRole("button", { name: /^查看/ }).click()
  const drawer = page.getByRole("dialog")
  const change = drawer.getByRole("row").filter({ hasText: "title" })
  await expect(change.getByRole("cell")).toHaveText([name, `${name} 改`])
  await expect(drawer.getByRole("row").filter({ hasText: "sort" }).getByRole("cell")).toHaveText(["0", "5"])
  await expectAccessible(page)
  await page.keyboard.press("Escape")

  await page.goto("/admin/dashboard?tab=audit&kind=2")
  await expect(page.getByRole("row").filter({ hasText: "登录" }).first()).toBeVisible()

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: baseURL! })
  const limitedPage = await context.newPage()
  await enterAsStaff(limitedPage, request, baseURL!, call, ["BannerAPI/ListBanner"])
  await limitedPage.goto("/admin/dashboard?tab=audit")
  await expect(limitedPage.getByRole("heading", { level: 1, name: "面板" })).toBeVisible()
  await expect(limitedPage.getByRole("navigation", { name: "面板" })).toHaveCount(0)
  await context.close()
})
