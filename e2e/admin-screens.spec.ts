import type { Page } from "@playwright/test"
import { adminMenu, isGroup } from "../lib/view/admin-menu"
import { enterAsAdmin } from "./support/staff"
import { expect, expectAccessible, expectContrastInDark, expectNoSideScroll, test } from "./support/test"

const screens = adminMenu.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry]))
/** What scrolls is the shell's own part; nothing sticks out of it either. */
const expectInside = async (page: Page) => {
  await expectNoSideScroll(page)
  expect(await page.locator(".adm-main").evaluate((main) => main.scrollWidth - main.clientWidth)).toBeLessThanOrEqual(0)
}

for (const { path, title } of screens)
  test(
    `${path}: has a title, is accessible in both themes and has no horizontal overflow`,
    { tag: "@phone" },
    async ({ page, request, baseURL }) => {
      await enterAsAdmin(page, request, baseURL!)
      await page.goto(path, { waitUntil: "networkidle" })
      await expect(page.getByRole("heading", { level: 1, name: title })).toHaveCount(1)
      await expect(page).toHaveTitle(`${title} - 豆架`)
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0)
      await expectInside(page)
      await expectAccessible(page)
      await expectContrastInDark(page)
    },
  )
