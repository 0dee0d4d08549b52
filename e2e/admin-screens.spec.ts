import type { APIRequestContext, Page } from "@playwright/test"
import { adminMenu, isGroup } from "../lib/view/admin-menu"
import { settingActions, type SettingAction } from "./support/setting-actions"
import { markNotices, newNotice } from "./support/notices"
import { load, push, settle } from "./support/settled"
import { staffToken, withSettings } from "./support/site"
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

/**
 * One page for all screens: a new browser context for each would load and compile the back office's scripts again. It is not a worker
 * fixture, because a file with such a fixture gets a worker, and with it a site, of its own.
 */
let staffPage: Page
const test = base.extend({ page: async ({ site: _ }, use) => use(staffPage) })
test.beforeAll(async ({ browser, playwright, site }) => {
  const request = await playwright.request.newContext({ baseURL: site.url })
  staffPage = await browser.newPage({
    baseURL: site.url,
    locale: "zh-CN",
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
  })
  await enterAsAdmin(staffPage, request, site.url)
  await request.dispose()
})
test.afterAll(() => staffPage.close())

let first = true
/**
 * Opens a screen from the one before, without a load: axe and the scripts of the back office are loaded once instead of sixty times.
 * `existing-server.spec.ts` loads every screen by its address.
 */
const openScreen = async (page: Page, path: string) => {
  if (first) {
    first = false
    await load(page, path)
  } else await push(page, path)
}

/** The shell's content area is what scrolls; it must not overflow either. */
const expectInside = async (page: Page) => {
  await expectNoSideScroll(page)
  expect(await page.locator(".adm-main").evaluate((main) => main.scrollWidth - main.clientWidth)).toBeLessThanOrEqual(0)
}

/** Expects no label of antd's own in English: the names of its icons, and of buttons that no locale translates. */
const expectChineseLabels = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll("[aria-label]")]
          .map((element) => element.getAttribute("aria-label") ?? "")
          .filter((label) => /^[a-z]+(-[a-z]+)*$|^(Clear|Close|Increase Value|Decrease Value|Select (all|row).*)$/.test(label)),
      ),
    )
    .toEqual([])

/** Changes a setting on its screen, saves it and checks the effect on the site as an anonymous user, or as staff. */
const saveOnce = async (page: Page, request: APIRequestContext, baseURL: string, { values, change, path, sees, staff }: SettingAction) =>
  withSettings(request, values, async () => {
    // as a visitor: the request context has the session of the administrator whose settings it changes
    const headers: Record<string, string> = staff ? { authorization: `Bearer ${await staffToken(request)}` } : {}
    const seen = async () => (await fetch(new URL(path, baseURL), { headers })).text()
    const expected = sees instanceof RegExp ? expect.stringMatching(sees) : expect.stringContaining(sees)
    expect(await seen()).not.toEqual(expected)
    await change(page)
    await markNotices(page)
    await page.getByRole("button", { name: "保存设置" }).click()
    await expect(newNotice(page, "配置更新成功")).toBeVisible()
    await expect.poll(seen).toEqual(expected)
  })

for (const { path, title } of screens)
  test(`${path}: has a title, is accessible, has contrast enough in both themes and no horizontal overflow in both sizes`, async ({
    page,
  }) => {
    await openScreen(page, path)
    await expect(page.getByRole("heading", { level: 1, name: title })).toHaveCount(1)
    await expect(page).toHaveTitle(`${title} - 豆架`)
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0)
    await settle(page)
    await expectInside(page)
    await expectChineseLabels(page)
    // the menu and the header are the same everywhere: checked on the first screen, skipped on the others
    await expectCrafted(page, path === screens[0]?.path ? undefined : ".adm-main")
    await expectAccessible(page)
    await expectContrastInDark(page)
    await atPhoneWidth(page, () => expectInside(page))
  })

test("the result of the domain check wraps on a phone", async ({ page, request }) => {
  await withSettings(request, { system: { domain: "https://the-address-of-a-library-that-does-not-exist.example" } }, async () => {
    await load(page, "/admin/config/system")
    await page.getByRole("button", { name: "检查域名" }).click()
    await expect(page.getByRole("status").filter({ hasText: "the-address-of" })).toBeVisible({ timeout: 30_000 })
    await atPhoneWidth(page, () => expectInside(page))
  })
})

// after the looks of all screens, because a screen may still have the name or the notice that the one before saved
for (const { path, title } of screens) {
  const [, config] = /^\/admin\/config\/(\w+)$/.exec(path) ?? []
  if (!config) continue
  test(`${path}: what is saved here is seen on the site`, async ({ page, request, baseURL }) => {
    await openScreen(page, path)
    await expect(page.getByRole("heading", { level: 1, name: title })).toHaveCount(1)
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0)
    await saveOnce(page, request, baseURL!, settingActions(baseURL!)[config]!)
  })
}

test("a held Tab key moves through the rows of a table without an error", async ({ page }) => {
  await load(page, "/admin/document/list")
  await page.locator(".adm-main tbody a").first().focus()
  // more focus changes at once than a slow machine can render; React gives up after fifty nested updates
  const pressed = Array.from({ length: 120 }, async (_, n) => page.keyboard.press(n % 40 < 20 ? "Tab" : "Shift+Tab"))
  await Promise.all(pressed)
  await expect(page.getByRole("heading", { level: 1, name: "文档列表" })).toBeVisible()
})
