import type { Page } from "@playwright/test"
import { expectAlive, isPhone, open } from "./support/reader"
import { expectNoShift, watchShifts } from "./support/shifts"
import { expect, expectAccessible, test } from "./support/test"

const room = (page: Page) => page.evaluate(() => document.documentElement.dataset.room ?? "")

/** Returns the height that bars cover of the window, at its upper and lower edge. */
const chrome = (page: Page) =>
  page.evaluate(() =>
    [".hd", ".tb", ".dlbar"]
      .flatMap((css) => [...document.querySelectorAll(css)])
      .map((bar) => bar.getBoundingClientRect())
      .reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)), 0),
  )

const scroll = async (page: Page, by: number) => {
  // as a hand does: in steps
  for (let n = 0; n < 10; n++) {
    await page.evaluate((y) => window.scrollBy({ top: y, behavior: "instant" }), by / 10)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }
}

test("reading on folds all bars into one of 44 px, and the way back brings them back", { tag: "@phone" }, async ({ page, request }) => {
  await watchShifts(page)
  await open(page, request)
  await scroll(page, 1500)
  await expect.poll(() => room(page)).toBe("bar")
  await expect.poll(() => chrome(page)).toBeLessThanOrEqual(44.5)
  const bar = page.getByRole("toolbar", { name: "阅读工具" })
  for (const name of ["缩略图", "阅读设置", "更多阅读工具"]) await expect(bar.getByRole("button", { name, exact: true })).toBeVisible()
  await expect(bar.getByRole("textbox", { name: "页码" })).toBeVisible()
  await expectAccessible(page)
  await bar.getByRole("button", { name: "更多阅读工具" }).click()
  await expect(page.getByRole("dialog", { name: "阅读" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expectNoShift(page)
  await scroll(page, -300)
  await expect.poll(() => room(page)).toBe("")
  await expect(page.locator(".hd")).toBeInViewport()
  await scroll(page, 600)
  await expect.poll(() => room(page)).toBe("bar")
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }))
  await expect.poll(() => room(page), "above the pages everything is there").toBe("")
})

test(
  "a tap in the middle hides the bar and shows it again; the outer thirds turn pages",
  { tag: ["@phone", "@phone-only"] },
  async ({ page, request }) => {
    await open(page, request)
    await scroll(page, 1500)
    await expect.poll(() => room(page)).toBe("bar")
    await page.touchscreen.tap(187, 450)
    await expect.poll(() => room(page)).toBe("bare")
    expect(await chrome(page)).toBe(0)
    const before = await page.evaluate(() => scrollY)
    await page.touchscreen.tap(350, 450)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 300)
    await page.touchscreen.tap(20, 450)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before + 50)
    await page.touchscreen.tap(187, 450)
    await expect.poll(() => room(page)).toBe("bar")
  },
)

test(
  "phones cut off the empty margins of the pages, and go on at the same page",
  { tag: ["@phone", "@phone-only"] },
  async ({ page, request }) => {
    await open(page, request)
    await scroll(page, 1500)
    await expect.poll(() => room(page)).toBe("bar")
    /** The page in the middle of the window, its part in sight, and the width that its picture and text have. */
    const middle = () =>
      page.evaluate(() => {
        const now = [...document.querySelectorAll<HTMLElement>(".sheet")].find(
          (sheet) => sheet.getBoundingClientRect().bottom > innerHeight / 2,
        )!
        const leaf = now.querySelector<HTMLElement>(".leaf")!
        return { page: Number(now.dataset.page), larger: leaf.offsetWidth / now.offsetWidth }
      })
    const before = await middle()
    expect(before.larger).toBeCloseTo(1, 2)
    await page.getByRole("button", { name: "阅读设置" }).click()
    await page.getByRole("dialog", { name: "阅读设置" }).getByRole("button", { name: "裁掉白边" }).click()
    await page.keyboard.press("Escape")
    await expect.poll(async () => (await middle()).larger).toBeGreaterThan(1.1)
    expect((await middle()).page).toBe(before.page)
    await expectAccessible(page)
    await page.reload()
    await expectAlive(page)
    await expect.poll(async () => (await middle()).larger, "it is remembered").toBeGreaterThan(1.1)
  },
)

test("the reading theme tints everything around the pages", async ({ page, request }) => {
  await page.addInitScript(() => localStorage.setItem("reader-theme", "sepia"))
  const uuid = await open(page, request)
  const ground = (css: string) => page.evaluate((one) => getComputedStyle(document.querySelector(one)!).backgroundColor, css)
  const sepia = "rgb(248, 241, 225)"
  expect([await ground(".hd"), await ground(".dlbar"), await ground(".info .card")]).toEqual([sepia, sepia, sepia])
  await expectAccessible(page)
  await page.goto("/")
  expect(await ground(".hd"), "other pages follow the site").not.toBe(sepia)
  await page.goto(`/document/${uuid}`)
  await expectAlive(page)
  await page.keyboard.press("n")
  await expect.poll(() => ground(".sheet")).toBe("rgb(31, 31, 31)")
})

test("what is half read stands first on home, with its progress", { tag: "@phone" }, async ({ page, request }) => {
  await open(page, request, "#page=40")
  await expect.poll(() => page.evaluate(() => localStorage.getItem("reading-shelf"))).toBe("1")
  await watchShifts(page)
  await page.goto("/")
  const shelf = page.getByRole("region", { name: "继续阅读" })
  await expect(shelf).toContainText("第 40 页 · 还有 260 页")
  await expectNoShift(page)
  await expectAccessible(page)
  await shelf.getByRole("link").first().click()
  await expect(page).toHaveURL(/#page=40$/)
  if (!isPhone(page)) await expect(page.getByRole("toolbar", { name: "阅读工具" }).getByRole("textbox", { name: "页码" })).toHaveValue("40")
})

test("selected text has a small menu: copy, quote, search the document", async ({ page, request }) => {
  await open(page, request)
  const line = page.locator(".text-layer [data-run]").first()
  await expect(line).toBeAttached()
  await line.evaluate((run) => getSelection()!.selectAllChildren(run))
  const menu = page.getByRole("toolbar", { name: "选中的文字" })
  await expect(menu.getByRole("button")).toHaveText(["复制", "引用", "文中搜索"])
  await expectAccessible(page)
  const word = (await line.textContent())!.trim()
  await menu.getByRole("button", { name: "文中搜索" }).click()
  await expect(page.getByRole("searchbox", { name: "在文档内搜索" })).toHaveValue(word)
  await expect(menu).toHaveCount(0)
})
