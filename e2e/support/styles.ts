import type { Page } from "@playwright/test"

/** Declarations that a browser may drop: the page only looks a little plainer. */
const decorations =
  /^(accent-color|animation-(range|timeline)|break-(after|before|inside)|color-scheme|field-sizing|forced-color-adjust|hanging-punctuation|interpolate-size|overflow-anchor|position-(area|try(-fallbacks)?)|scrollbar-(color|gutter|width)|text-(autospace|box|spacing-trim|wrap(-style|-mode)?)|view-transition-name|-webkit-[a-z-]+|-moz-[a-z-]+|-ms-[a-z-]+|zoom)$/
/**
 * Selectors that a browser may not know. `:has()` came with Chromium 105 and Firefox 121: tests/architecture/styles.test.ts names what each
 * of its rules is without it. The others belong to features that such a browser lacks.
 */
const newSelectors = /:has\(|::view-transition|:popover-open|::-(moz|webkit|ms)|:-(moz|webkit|ms)|::(details-content|highlight|selection)/

type Rule = { selector: string; declarations: [property: string, value: string][]; guarded: boolean }

/** Splits at `sign` outside of brackets and strings. */
const split = (text: string, sign: string): string[] => {
  const parts = [""]
  let [depth, quote] = [0, ""]
  for (const char of text) {
    if (quote) quote = char === quote ? "" : quote
    else if (`"'`.includes(char)) quote = char
    else if ("([".includes(char)) depth++
    else if (")]".includes(char)) depth--
    if (char === sign && depth === 0 && !quote) parts.push("")
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

/** Reads a minified sheet without nested rules. `guarded`: inside `@supports`. */
const rulesOf = (css: string): Rule[] => {
  const rules: Rule[] = []
  const around: string[] = []
  for (const [, head, end] of css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .matchAll(/((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\([^()]*\)|[^{}"'])*)([{}])/g)) {
    const text = head!.trim()
    if (end === "{") {
      // statements such as @charset precede a rule without a block of their own
      around.push(text.startsWith("@") ? (split(text, ";").at(-1) ?? "") : text)
      continue
    }
    const selector = around.pop() ?? ""
    const declarations = split(text, ";").map((one): [string, string] => {
      const colon = one.indexOf(":")
      return [
        one.slice(0, colon).trim(),
        one
          .slice(colon + 1)
          .replace(/!\s*important$/, "")
          .trim(),
      ]
    })
    const inFrames = around.some((one) => /^@(-webkit-)?keyframes/.test(one))
    if (!selector.startsWith("@"))
      rules.push({ selector: inFrames ? "" : selector, declarations, guarded: around.some((one) => one.startsWith("@supports")) })
  }
  return rules
}

/** Returns the styles that this browser drops without a fallback in the same rule. */
export const unsupportedStyles = async (page: Page, sheets: string[]): Promise<string[]> => {
  const rules = sheets.flatMap(rulesOf).filter(({ guarded }) => !guarded)
  const results = await page.evaluate(
    (given) =>
      given.map(({ selectors, declarations }) => ({
        unknown: selectors.some((selector) => !CSS.supports(`selector(${selector})`)),
        dropped: declarations
          .filter(([property, value]) => !property.startsWith("--") && !CSS.supports(property, value))
          .map(([property]) => property),
        kept: declarations.filter(([property, value]) => CSS.supports(property, value)).map(([property]) => property),
      })),
    rules.map(({ selector, declarations }) => ({ declarations, selectors: split(selector, ",").filter((one) => !newSelectors.test(one)) })),
  )
  const faults = rules.flatMap(({ selector, declarations }, at) => {
    const { unknown, dropped, kept } = results[at]!
    const mixed = split(selector, ",")
    // one unknown selector makes a browser drop the whole list, except inside :where() and :is(), which leave out what they do not know
    const isNew = (one: string) => newSelectors.test(one.replace(/:(where|is)\((?:[^()]|\([^()]*\))*\)/g, ""))
    const lost = mixed.length > 1 && mixed.some(isNew) && !mixed.every(isNew)
    const without = dropped.filter((property) => !kept.includes(property) && !decorations.test(property))
    return [
      ...(unknown || lost ? [`selector ${selector}`] : []),
      ...without.map((property) => `${selector} { ${property}: ${declarations.find(([name]) => name === property)![1]} }`),
    ]
  })
  return [...new Set(faults)].map((fault) => fault.slice(0, 300))
}
