import { load } from "./support/settled"
import { enterAsAdmin } from "./support/staff"
import { expect, test } from "./support/test"

const unique = () => Date.now().toString(36)

test(
  "searches from the header, home and the result page are recorded, from cached pages too @main",
  { tag: "@remote" },
  async ({ page, request, browser, baseURL }) => {
    const name = `记${unique()}`
    const [header, home, results] = [`${name}甲`, `${name}乙`, `${name}丙`]
    /** Waits until the shown results are reported. */
    const nextReport = () => page.waitForResponse((reply) => reply.url().endsWith("/api/v1/search/view") && reply.ok())

    await test.step("search from the header", async () => {
      await load(page, "/category")
      const field = page.getByRole("combobox", { name: "搜索文档..." }).first()
      await field.fill(header)
      await Promise.all([nextReport(), field.press("Enter")])
      await expect(page).toHaveURL(`/search?wd=${encodeURIComponent(header)}`)
    })

    await test.step("search from home", async () => {
      await load(page, "/")
      const field = page.locator(".bigs input[name=wd]")
      await field.fill(home)
      await Promise.all([nextReport(), field.press("Enter")])
      await expect(page).toHaveURL(`/search?wd=${encodeURIComponent(home)}`)
    })

    await test.step("search on the result page, then see the same results again", async () => {
      await load(page, "/search")
      const field = page.locator(".bigs input[name=wd]")
      await field.fill(results)
      await Promise.all([nextReport(), field.press("Enter")])
      await expect(page).toHaveURL(`/search?wd=${encodeURIComponent(results)}`)
      await Promise.all([nextReport(), page.reload()])
    })

    const staffPage = await (await browser.newContext({ baseURL })).newPage()
    await enterAsAdmin(staffPage, request, baseURL!)
    const rowsOf = (who: string) => staffPage.getByRole("row").filter({ hasText: name }).filter({ hasText: who })

    await test.step("staff find one record of the visitor for each search", async () => {
      await staffPage.goto(`/admin/document/searchrecord?keywords=${encodeURIComponent(name)}`)
      await expect(rowsOf("游客")).toHaveCount(3)
      for (const wd of [header, home, results]) await expect(staffPage.getByRole("link", { name: wd, exact: true })).toBeVisible()
    })

    await test.step("another user who sees the cached results is recorded as well", async () => {
      const report = staffPage.waitForResponse((reply) => reply.url().endsWith("/api/v1/search/view") && reply.ok())
      await Promise.all([report, staffPage.goto(`/search?wd=${encodeURIComponent(results)}`)])
      await staffPage.goto(`/admin/document/searchrecord?keywords=${encodeURIComponent(name)}`)
      await expect(rowsOf("admin")).toHaveCount(1)
      await expect(rowsOf("游客")).toHaveCount(3)
    })
  },
)
