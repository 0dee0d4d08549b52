import { AxeBuilder } from "@axe-core/playwright"
import { walkFocus } from "./focus-walk.mjs"

/** No text is smaller, in CSS pixels. */
const smallest = 12
const narrow = 320
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]

/** Texts that are seen (those over a drawn page are not) and smaller than 12 px. @param {import("playwright").Page} page @returns {Promise<string[]>} */
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

/** What sticks out at the right; that which scrolls by itself does not. Names the innermost boxes that reach furthest. @param {import("playwright").Page} page @returns {Promise<string[]>} */
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

/** The page in a window of this size, as it stands after its scripts have heard of it. @param {import("playwright").Page} page @param {{ width: number, height: number }} size */
async function resize(page, size) {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** The same in a window of 320 px. @param {import("playwright").Page} page @returns {Promise<string[]>} */
export async function findNarrowOverflow(page) {
  const before = page.viewportSize()
  await resize(page, { width: narrow, height: 640 })
  const problems = await findOverflow(page)
  if (before) await resize(page, before)
  return problems
}

/** @param {import("playwright").Page} page @param {import("axe-core").RunOptions["runOnly"]} runOnly @returns {Promise<string[]>} */
async function askAxe(page, runOnly) {
  // preload: axe would fetch all style sheets anew for a rule that is off
  const axe = new AxeBuilder({ page }).options({ runOnly, resultTypes: ["violations"], preload: false })
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze()
  return violations.map(({ id, nodes }) => `${id}：${nodes.slice(0, 3).map(({ target }) => target.join(" "))}`)
}

/** Violations of WCAG 2.1 A and AA, contrast among them. @param {import("playwright").Page} page */
export const findViolations = (page) => askAxe(page, { type: "tag", values: tags })

/** Of those, what colours alone decide. @param {import("playwright").Page} page */
export const findColourViolations = (page) => askAxe(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] })

/** Checks that every width of a page is asked, by name, as `npm run look -- --checks` takes them. @type {Record<string, (page: import("playwright").Page) => Promise<string[]>>} */
export const checks = {
  text: findSmallText,
  axe: findViolations,
  focus: async (page) => (await walkFocus(page)).faults,
}
