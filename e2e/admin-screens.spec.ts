import type { Page } from "@playwright/test"
import { adminMenu, isGroup } from "../lib/view/admin-menu"
import { enterAsAdmin } from "./support/staff"
import {
  atPhoneWidth,
  expect,
  expectAccessible,
  expectContrastInDark,
  expectCrafted,
  expectNoSideScroll,
  test as base,
} from "./support/test"

const screens = adminMenu.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry]))

/** One page for all screens: a new browser context for each would load and compile the back office's scripts again. */
const test = base.extend<object, { staffPage: Page }>({
  staffPage: [
    async ({ browser, playwright, site }, use) => {
      const request = await playwright.request.newContext({ baseURL: site.url })
      const page = await browser.newPage({
        baseURL: site.url,
        locale: "zh-CN",
        viewport: { width: 1280, height: 900 },
        reducedMotion: "reduce",
      })
      await enterAsAdmin(page, request, site.url)
      await use(page)
      await page.close()
      await request.dispose()
    },
    { scope: "worker" },
  ],
  page: async ({ staffPage }, use) => use(staffPage),
})

/** What scrolls is the shell's own part; nothing sticks out of it either. */
const expectInside = async (page: Page) => {
  await expectNoSideScroll(page)
  expect(await page.locator(".adm-main").evaluate((main) => main.scrollWidth - main.clientWidth)).toBeLessThanOrEqual(0)
}

for (const { path, title } of screens)
  test(`${path}: has a title, is accessible, has contrast enough in both themes and no horizontal overflow in both sizes`, async ({
    page,
  }) => {
    await page.goto(path, { waitUntil: "networkidle" })
    await expect(page.getByRole("heading", { level: 1, name: title })).toHaveCount(1)
    await expect(page).toHaveTitle(`${title} - 豆架`)
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0)
    await expectInside(page)
    // the menu and the header are the same everywhere: the way begins behind them
    await expectCrafted(page, path === screens[0]?.path ? undefined : ".adm-main")
    await expectAccessible(page)
    await expectContrastInDark(page)
    await atPhoneWidth(page, () => expectInside(page))
  })
