import { readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { AxeBuilder } from "@axe-core/playwright"
import { expect, selectors, test as base, type Page } from "@playwright/test"
import { makeTestFolder } from "../../scripts/lib/test-folder.mjs"
import { findNarrowOverflow, findSmallText } from "../../tools/look/checks.mjs"
import { walkFocus } from "../../tools/look/focus-walk.mjs"
import { answerCaptcha } from "../../tests/setup/pow"
import { watchRequests } from "./settled"
import { startMs, startOwnSite, startSiteBehindFront, type OwnSite } from "./own-site"

type Person = { username: string; password: string; token: string; id: number }
/** Each worker has its own site and data, so that tests of other workers change neither settings nor lists. */
type WorkerFixtures = {
  site: OwnSite
  /** The pages run as a separate front, before the site (API_BASE_URL). */
  behindFront: boolean
  startSite: () => Promise<OwnSite>
  olderBrowser: void
}
type Fixtures = {
  /**
   * Any console error and any uncaught exception fails the test, on this page and on others that it watches. Tests declare the expected
   * ones.
   */
  consoleGuard: { allow: (pattern: RegExp) => void; watch: (other: Page) => void }
  /** A new reader, registered over the API and logged in in this browser. */
  reader: Person
  /** An empty folder, removed after the test. */
  folder: string
}

/*
 * Playwright's own script inside a page uses two methods that Chromium 92 lacks. A selector engine is evaluated there before anything else;
 * this one selects nothing.
 */
const forOlderBrowsers = () => {
  if (!Array.prototype.findLast)
    Array.prototype.findLast = function (this: unknown[], matches: (one: unknown, at: number, list: unknown[]) => unknown) {
      for (let at = this.length - 1; at >= 0; at--) if (matches(this[at], at, this)) return this[at]
      return undefined
    }
  const drawn = (element: Element | null): boolean =>
    !element || (getComputedStyle(element).display !== "none" && drawn(element.parentElement))
  if (!Element.prototype.checkVisibility)
    Element.prototype.checkVisibility = function (this: Element) {
      return this.isConnected && drawn(this)
    }
  return { query: () => null, queryAll: () => [] }
}

let count = 0

const part = () => 1 + Math.floor(Math.random() * 250)

export const test = base.extend<Fixtures, WorkerFixtures>({
  behindFront: [false, { scope: "worker", option: true }],
  startSite: [async ({ behindFront }, use) => use(behindFront ? startSiteBehindFront : startOwnSite), { scope: "worker" }],
  site: [
    async ({ startSite }, use) => {
      const site = await startSite()
      process.env.E2E_ADMIN_PASSWORD = site.adminPassword
      await use(site)
      await site.stop()
    },
    { scope: "worker", auto: true, timeout: 2 * startMs },
  ],
  olderBrowser: [
    async ({ browser }, use) => {
      if (Number(browser.version().split(".")[0]) < 105) await selectors.register("older", forOlderBrowsers, { contentScript: true })
      await use()
    },
    { scope: "worker", auto: true },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // each test sends its own address in the trusted proxy header, so that rate limits by address are not shared
  extraHTTPHeaders: async ({ baseURL: _ }, use) => use({ "x-forwarded-for": `10.${part()}.${part()}.${part()}` }),
  consoleGuard: [
    async ({ page }, use) => {
      const allowed: RegExp[] = []
      const errors: { text: string; where: string }[] = []
      const watch = (watched: Page) => {
        watchRequests(watched)
        watched.on("console", (message) => {
          if (message.type() === "error" || (message.type() === "warning" && /hydrat|antd|deprecat/i.test(message.text())))
            errors.push({ text: message.text(), where: message.location().url })
        })
        watched.on("pageerror", (error) => errors.push({ text: String(error), where: watched.url() }))
      }
      watch(page)
      await use({ allow: (pattern) => void allowed.push(pattern), watch })
      expect(errors.filter(({ text }) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  folder: async ({ site: _ }, use) => {
    const folder = makeTestFolder("files")
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  reader: async ({ page, request, baseURL }, use) => {
    const username = `reader_${Date.now().toString(36)}_${++count}`
    const password = "correct horse 7"
    const captcha = await answerCaptcha((await (await request.get("/api/v1/user/captcha?type=register")).json()) as object)
    const reply = await request.post("/api/v1/user/register", {
      data: { username, password, email: `${username}@example.org`, ...captcha },
    })
    expect(reply.ok(), await reply.text()).toBe(true)
    const { token, user } = (await reply.json()) as { token: string; user: { id: number } }
    await page.context().addCookies([{ name: "doujia_session", value: token, url: baseURL!, httpOnly: true, sameSite: "Lax" }])
    await page.addInitScript(
      ([key, who]) => {
        if (sessionStorage.getItem("e2e-entered")) return
        sessionStorage.setItem("e2e-entered", "1")
        localStorage.setItem("token", key!)
        localStorage.setItem("user", who!)
      },
      [token, JSON.stringify(user)],
    )
    await use({ username, password, token, id: user.id })
  },
})

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
/** AxeBuilder sends its megabyte twice per analysis; half of it once per document is enough. */
const loadAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource)
}

/**
 * Analyses a page without iframes in place: AxeBuilder opens a blank page for each analysis and takes twice as long. `preload: false`:
 * otherwise axe would fetch and parse all style sheets again for a rule that is switched off.
 */
const violationsOf = async (page: Page, only: { type: "tag" | "rule"; values: string[] }): Promise<string[]> => {
  const withoutFrames = page.frames().length === 1
  if (withoutFrames) await loadAxe(page)
  const builder = new AxeBuilder(withoutFrames ? { page, axeSource: "void 0" } : { page })
  const axe = builder.options({ runOnly: only, resultTypes: ["violations"], preload: false })
  const { violations } = await axe.setLegacyMode(withoutFrames).analyze()
  const places = (nodes: (typeof violations)[number]["nodes"]) => nodes.map((node) => node.target.join(" ")).slice(0, 5)
  return violations.map(({ id, nodes }) => `${id}: ${places(nodes).join(" | ")}`)
}

/** Expects no violation of WCAG 2.1 A and AA on the page as currently displayed. */
export const expectAccessible = async (page: Page): Promise<void> =>
  expect(await violationsOf(page, { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] })).toEqual([])

/** Expects sufficient contrast in the dark theme, which changes only colours. Restores the theme afterwards. */
export const expectContrastInDark = async (page: Page): Promise<void> => {
  const setTheme = (theme: string) => page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme)
  const before = (await page.locator("html").getAttribute("data-theme")) ?? "light"
  await setTheme("dark")
  expect(await violationsOf(page, { type: "rule", values: ["color-contrast"] }), "dark theme").toEqual([])
  await setTheme(before)
}

/** Expects no horizontal overflow. */
export const expectNoSideScroll = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

const [desktopWidth, phone] = [768, { width: 375, height: 812 }]

/** Runs `work` with the window at a phone's width, then restores the width. */
export const atPhoneWidth = async (page: Page, work: () => Promise<void>): Promise<void> => {
  const wide = page.viewportSize()!
  await page.setViewportSize(phone)
  await work()
  await page.setViewportSize(wide)
}

/** Expects no horizontal overflow, at the current width and at a phone's. */
export const expectFits = async (page: Page): Promise<void> => {
  await expectNoSideScroll(page)
  if (page.viewportSize()!.width >= desktopWidth) await atPhoneWidth(page, () => expectNoSideScroll(page))
}

/**
 * Expects no text below 12 px, no overflow at 320 px, and a visible focus at every Tab stop. `npm run look` checks the same at every width,
 * in both themes. `part`: selector of the part to tab through, the whole page by default.
 */
export const expectCrafted = async (page: Page, part?: string): Promise<void> => {
  expect(await findSmallText(page)).toEqual([])
  expect(await findNarrowOverflow(page)).toEqual([])
  const { stops, faults } = await walkFocus(page, part)
  expect(faults).toEqual([])
  expect(stops).toBeGreaterThan(0)
}

/**
 * Expects the page to be accessible, with sufficient contrast in the dark theme and no horizontal overflow, at the current width and at a
 * phone's. `npm run look` checks every rule at every width and in both themes.
 */
export const expectFineInBothSizes = async (page: Page): Promise<void> => {
  await expectCrafted(page)
  await expectNoSideScroll(page)
  await expectAccessible(page)
  await expectContrastInDark(page)
  await atPhoneWidth(page, () => expectNoSideScroll(page))
}

export { expect }
