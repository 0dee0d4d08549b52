import { AxeBuilder } from "@axe-core/playwright"
import { walkFocus } from "./focus-walk.mjs"

/** The minimum text size, in CSS pixels. */
const smallest = 12
const narrow = 320
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]

/**
 * Returns visible texts smaller than 12 px. Skips the text layer over a rendered document page. @param {import("playwright").Page} page
 * @returns {Promise<string[]>}
 */
export const findSmallText = (page) =>
  page.evaluate((least) => {
    const problems = new Set()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      const text = (node.textContent ?? "").trim()
      if (
        !text ||
        !parent ||
        parent.closest("svg, script, style, noscript, .text-layer") ||
        !parent.checkVisibility({ visibilityProperty: true })
      )
        continue
      const size = parseFloat(getComputedStyle(parent).fontSize)
      if (size < least) problems.add(`${size} 像素的字：${text.slice(0, 20)}`)
    }
    return [...problems]
  }, smallest)

/**
 * Reports content that overflows at the right, except inside elements that scroll by themselves. Names the innermost boxes that reach
 * furthest. @param {import("playwright").Page} page @returns {Promise<string[]>}
 */
export const findOverflow = (page) =>
  page.evaluate(() => {
    const roots = [document.documentElement, ...document.querySelectorAll(".adm-main")]
    return roots.flatMap((root) => {
      const over = root.scrollWidth - root.clientWidth
      if (over <= 0) return []
      const edge = root.getBoundingClientRect().left + root.clientWidth
      const reach = [...root.querySelectorAll("*")].map((one) => ({ one, by: one.getBoundingClientRect().right - edge }))
      const furthest = reach.filter(({ by }) => by > 0 && Math.abs(by - over) < 2).slice(-2)
      const names = furthest.map(({ one }) => `${one.localName}${[...one.classList].map((name) => `.${name}`).join("")}`)
      return [`${innerWidth} 像素的窗口里，页面宽出 ${over} 像素：${names.join("、")}`]
    })
  })

/**
 * Resizes the window and waits until the page's scripts have reacted. @param {import("playwright").Page} page @param {{ width: number,
 * height: number }} size
 */
async function resize(page, size) {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Runs `findOverflow` in a window of 320 px. @param {import("playwright").Page} page @returns {Promise<string[]>} */
export async function findNarrowOverflow(page) {
  const before = page.viewportSize()
  await resize(page, { width: narrow, height: 640 })
  const problems = await findOverflow(page)
  if (before) await resize(page, before)
  return problems
}

/** @param {import("playwright").Page} page @param {import("axe-core").RunOptions["runOnly"]} runOnly @returns {Promise<string[]>} */
async function askAxe(page, runOnly) {
  // without `preload: false`, axe would refetch all style sheets for a rule that is off
  const axe = new AxeBuilder({ page }).options({ runOnly, resultTypes: ["violations"], preload: false })
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
  return violations.map(({ id, nodes }) => `${id}：${nodes.slice(0, 3).map(({ target }) => target.join(" "))}`)
}

/** Returns violations of WCAG 2.1 A and AA, including contrast. @param {import("playwright").Page} page */
export const findViolations = (page) => askAxe(page, { type: "tag", values: tags })

/** Returns only those violations that depend on colours alone. @param {import("playwright").Page} page */
export const findColourViolations = (page) => askAxe(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] })

/** Checks that every width of a page is asked, by name, as `npm run look -- --checks` takes them. @type {Record<string, (page: import("playwright").Page) => Promise<string[]>>} */
export const checks = {
  text: findSmallText,
  axe: findViolations,
  focus: async (page) => (await walkFocus(page)).faults,
}
