import { sample } from "./support/sample"
import { load } from "./support/settled"
import { expectNoShift, watchShifts } from "./support/shifts"
import { withSettings } from "./support/site"
import { enterAsAdmin } from "./support/staff"
import { atPhoneWidth, expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

/* Problems that first-time users ran into and that only a browser can verify. */

test("the page chrome has the specified sizes, on the result page too", async ({ page, reader, request }) => {
  const widthOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!.width
  await load(page, "/search?wd=手册")
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
    await expect(page.locator("main").getByRole("link", { name: "注册账号" })).toHaveCount(0)
  })
})

test("a new site name appears everywhere at once, a domain is validated at input, recommended keywords find something", async ({
  page,
  request,
  baseURL,
  consoleGuard,
}) => {
  consoleGuard.allow(/400/)
  await enterAsAdmin(page, request, baseURL!)
  await withSettings(request, { system: { sitename: "临水书屋", title: "" } }, async () => {
    for (const path of ["/login", "/register", "/category", "/"])
      await expect.poll(async () => (await request.get(path)).text(), path).toContain("临水书屋")
    await page.goto("/admin/config/system")
    await expect(page).toHaveTitle("基础配置 - 临水书屋")
    await expect(page.locator(".adm-side .logo")).toContainText("临水书屋")
    await page.getByRole("textbox", { name: "网站域名" }).fill("not a domain")
    await page.getByRole("button", { name: "保存设置" }).click()
    await expect(page.locator(".ant-form-item-explain-error")).toContainText("写网站的地址")
    await expect(page.getByRole("textbox", { name: "网站域名" })).toHaveValue("not a domain")
  })
  const { system } = (await (await request.get("/api/v1/settings")).json()) as { system: { recommend_words: string[] } }
  expect(system.recommend_words.length).toBeGreaterThan(2)
  for (const word of system.recommend_words) {
    const results = (await (await request.get("/api/v1/search", { params: { wd: word } })).json()) as { total: number }
    expect(results.total, word).toBeGreaterThan(0)
  }

  await test.step("a page uses what it preloads: browsers warn about unused preloads", async () => {
    const unused = () =>
      page.evaluate(() => {
        const used = new Set<string | null>([
          ...[...document.images].map((one) => one.currentSrc),
          ...[...document.styleSheets].map((one) => one.href),
          ...[...document.scripts].map((one) => one.src),
        ])
        return [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload]")]
          .map(({ href }) => href)
          .filter((href) => !used.has(href))
      })
    const { uuid } = await sample(request)
    for (const path of ["/", `/document/${uuid}`, "/admin/dashboard", "/admin/document/list"]) {
      await load(page, path)
      expect(await page.locator("link[rel=preload]").count(), path).toBeGreaterThan(0)
      await expect.poll(unused, path).toEqual([])
    }
  })
})

test("the name stands beside a logo in the header, the footer and on the login, at both widths, or the logo stands alone", async ({
  page,
  request,
}) => {
  const sitename = "临水书屋"
  for (const named of [true, false])
    await withSettings(request, { system: { sitename, logo: "/logo.svg", show_name_with_logo: String(named) } }, async () => {
      const markOf = async (path: string) => /class="logo-image[ \w]*"/.exec(await (await request.get(path)).text())?.[0]
      await expect.poll(() => markOf("/")).toBe(named ? 'class="logo-image named"' : 'class="logo-image"')
      const expectBrand = async (selector: string) => {
        const brand = page.locator(selector)
        const picture = brand.locator("img")
        await expect(picture).toBeVisible()
        expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
        const name = brand.locator("span")
        if (!named) return expect(name).toHaveCount(0)
        await expect(name).toHaveText(sitename)
        const [left, right] = [(await picture.boundingBox())!, (await name.boundingBox())!]
        expect(right.x, selector).toBeGreaterThanOrEqual(left.x + left.width)
        expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth), `${selector}: the whole name`).toBeLessThanOrEqual(1)
      }
      const look = async () => {
        await load(page, "/")
        await expectBrand("header.hd a.logo")
        await expectBrand("footer.ft a.logo")
        await load(page, "/login")
        await expectBrand("p.account-mark")
        await expectNoSideScroll(page)
      }
      await look()
      await atPhoneWidth(page, look)
    })
})

test("the card of the home page offers recharging beside the credits, and nothing moves", async ({ page, request, reader: _ }) => {
  await watchShifts(page)
  await withSettings(request, { score: { enable_recharge: "true", recharge_discount: "100:1\n500:0.95" } }, async () => {
    await load(page, "/")
    const button = page.getByRole("main").getByRole("button", { name: "充值" })
    await expect(button).toBeVisible()
    await expectNoShift(page, "/")
    await expectAccessible(page)
    await button.click()
    const dialog = page.getByRole("dialog")
    await expect(dialog).toContainText("500")
    // one step is what one 元 buys: 10 credits
    const field = dialog.getByRole("spinbutton")
    await field.fill("735")
    await expect(dialog.getByText("请输入 10 的倍数")).toBeVisible()
    await expect(dialog.getByRole("button", { name: "立即充值" })).toBeDisabled()
    await field.press("Enter")
    await expect(dialog.getByText("请输入 10 的倍数")).toBeVisible()
    expect(await dialog.locator("form").evaluate((form: HTMLFormElement) => form.noValidate)).toBe(true)
    await field.fill("７３０")
    await expect(dialog.getByText(/的倍数/)).toBeHidden()
    await expect(dialog.getByRole("button", { name: "立即充值" })).toBeEnabled()
  })
  await load(page, "/")
  await expect(page.getByRole("main").getByRole("button", { name: "充值" })).toHaveCount(0)
})

test("the first steps of a new site stand on the dashboard, led to from its heading", async ({ page, request, baseURL }) => {
  await enterAsAdmin(page, request, baseURL!)
  await load(page, "/admin/dashboard")
  const steps = page.getByRole("region", { name: "开始使用" })
  await page.getByRole("link", { name: /^开始使用 \d \/ 6$/ }).click()
  await expect(steps).toBeInViewport()
  await expectAccessible(page)
  await atPhoneWidth(page, () => expectNoSideScroll(page))
  await steps.getByRole("button", { name: "不再显示" }).click()
  await expect(steps.or(page.getByRole("link", { name: /^开始使用/ }))).toHaveCount(0)
})
