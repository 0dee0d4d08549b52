import { selectAll } from "css-select"
import { type CssNode, generate, type Declaration, parse, type Rule, walk } from "css-tree"
import type { DefaultTreeAdapterTypes } from "parse5"
import { treeAdapter } from "./tree-adapter"

type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/** One declaration of a style sheet that shows or hides the elements of its selector. */
export type VisibilityRule = { selector: string; property: string; hides: boolean; weight: number }

const MAX_CSS = 2_000_000
/** Each rule is matched against a whole page. */
const MAX_RULES = 400
/** Weights of the parts of a selector, and of what beats all selectors. */
const ID = 10_000
const CLASS = 100
const INLINE = 100_000_000
const IMPORTANT = 1_000_000_000
const MENTION = /display|visibility/i

/** Checks whether a media query list applies to a page on a screen. Conditions on its size are not met: the size is unknown. */
export function appliesToScreen(media: string): boolean {
  const queries = media.toLowerCase().split(",")
  return (
    media.trim() === "" || queries.some((query) => /^\s*((only\s+)?(all|screen|amzn-kf8)|not\s+(print|speech|amzn-mobi))\s*$/.test(query))
  )
}

function weightOf(selector: CssNode): number {
  let weight = 0
  walk(selector, ({ type }) => {
    if (type === "IdSelector") weight += ID
    else if (type === "ClassSelector" || type === "AttributeSelector" || type === "PseudoClassSelector") weight += CLASS
    else if (type === "TypeSelector") weight += 1
  })
  return weight
}

/** Returns whether a declaration hides, or null if it has nothing to do with that. */
function hiding({ property, value }: Declaration): boolean | null {
  const text = generate(value).toLowerCase()
  if (property.toLowerCase() === "display") return text === "none"
  return property.toLowerCase() === "visibility" ? text === "hidden" || text === "collapse" : null
}

function rulesOf(rule: Rule): VisibilityRule[] {
  if (rule.prelude.type !== "SelectorList") return []
  const selectors = rule.prelude.children.toArray()
  return rule.block.children.toArray().flatMap((node) => {
    const hides = node.type === "Declaration" ? hiding(node) : null
    if (node.type !== "Declaration" || hides === null) return []
    const important = node.important ? IMPORTANT : 0
    const property = node.property.toLowerCase()
    return selectors.map((selector) => ({ selector: generate(selector), property, hides, weight: important + weightOf(selector) }))
  })
}

/** Returns the rules of a style sheet that show or hide elements, in order; none if it is damaged beyond reading. */
export function visibilityRules(css: string): VisibilityRule[] {
  if (css.length > MAX_CSS || !MENTION.test(css)) return []
  const rules: VisibilityRule[] = []
  try {
    walk(parse(css, { parseCustomProperty: false, positions: false }), {
      enter(node: CssNode) {
        const skipped = node.type === "Atrule" && node.name === "media" && !appliesToScreen(node.prelude ? generate(node.prelude) : "")
        if (skipped || (node.type === "Atrule" && /keyframes|page|font-face/.test(node.name))) return walk.skip
        if (node.type === "Rule") rules.push(...rulesOf(node))
        return undefined
      },
    })
  } catch {
    return rules
  }
  return rules.slice(0, MAX_RULES)
}

/** Returns the references of the style sheets that a style sheet imports for screens. */
export function importsOf(css: string): string[] {
  const imports = css.slice(0, MAX_CSS).matchAll(/@import\s+(?:url\(\s*)?["']?([^"')\s;]+)["']?\s*\)?\s*([^;]*);/gi)
  return Array.from(imports).flatMap(([, reference = "", media = ""]) => (appliesToScreen(media) ? [reference] : []))
}

/** Returns the rules of an element's own style attribute. */
function inlineRules(element: Element): VisibilityRule[] {
  const style = element.attrs.find(({ name }) => name === "style")?.value ?? ""
  if (!MENTION.test(style)) return []
  return visibilityRules(`x{${style}}`).map((rule) => ({ ...rule, weight: rule.weight + INLINE }))
}

function matches(selector: string, root: ParentNode): Element[] {
  try {
    return selectAll<DefaultTreeAdapterTypes.Node, Element>(selector, root, { adapter: treeAdapter })
  } catch {
    // states of a mouse and parts of an element hide nothing
    return []
  }
}

/** The rules that win for one element, by property. */
type Winners = Map<string, VisibilityRule>

/** Decides which elements of a page its style sheets and style attributes hide. Elements inside hidden ones are not listed. */
export class StyleHiding {
  private readonly winners = new Map<Element, Winners>()

  constructor(root: ParentNode, rules: readonly VisibilityRule[]) {
    if (!rules.some(({ hides }) => hides)) return
    for (const rule of rules.slice(0, MAX_RULES)) for (const element of matches(rule.selector, root)) this.apply(element, rule)
  }

  /** Checks whether the element itself is hidden. */
  hides(element: Element): boolean {
    for (const rule of inlineRules(element)) this.apply(element, rule)
    return [...(this.winners.get(element)?.values() ?? [])].some(({ hides }) => hides)
  }

  private apply(element: Element, rule: VisibilityRule): void {
    const winners = this.winners.get(element) ?? new Map<string, VisibilityRule>()
    const winner = winners.get(rule.property)
    if (!winner || rule.weight >= winner.weight) winners.set(rule.property, rule)
    this.winners.set(element, winners)
  }
}
