import { Fragment, isValidElement, type CSSProperties, type ReactElement, type ReactNode } from "react"

type Props = Record<string, unknown>
/** An element of the page with its inner HTML; `part` is the name of that HTML, set on first request. */
export type Root = { tag: string; attributes: Props; html: string; key: string | null; part?: string }

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" }
const special = /[&<>"']/
const escaped = (text: string): string => (special.test(text) ? text.replace(/[&<>"']/g, (one) => entities[one]!) : text)

const renamed: Record<string, string> = { className: "class", htmlFor: "for", defaultValue: "value", defaultChecked: "checked" }
/** SVG attributes with a hyphen: strokeWidth, fillRule, stopColor. */
const hyphenated = /^(stroke|fill|clip|stop|text|font|marker)[A-Z]/
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const voids = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
const unitless = new Set(["aspectRatio", "flex", "flexGrow", "fontWeight", "lineHeight", "opacity", "order", "zIndex"])
const addresses = new Set(["href", "src", "action", "formAction"])
/** Matches as browsers do: with white space anywhere before the colon. */
const runs = /^[\s\0-\x1f]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i

const styleOf = (style: CSSProperties): string =>
  Object.entries(style)
    .filter(([, value]) => value !== undefined && value !== null && value !== "" && value !== false)
    .map(([name, value]) => {
      const measured = typeof value === "number" && value !== 0 && !name.startsWith("--") && !unitless.has(name)
      return `${name.startsWith("--") ? name : kebab(name)}:${String(value)}${measured ? "px" : ""}`
    })
    .join(";")

/** How a property is written as an attribute. Cached per name, because a page has thousands of attributes. */
type Meaning = { written: string; spoken: boolean; address: boolean; style: boolean }
const meanings = new Map<string, Meaning>()
const meaningOf = (name: string): Meaning => {
  const cachedMeaning = meanings.get(name)
  if (cachedMeaning) return cachedMeaning
  const meaning = {
    written: renamed[name] ?? (hyphenated.test(name) ? kebab(name) : name),
    spoken: name.startsWith("aria-") || name.startsWith("data-"),
    address: addresses.has(name),
    style: name === "style",
  }
  meanings.set(name, meaning)
  return meaning
}

const attribute = (name: string, value: unknown): string => {
  if (value === undefined || value === null || typeof value === "symbol") return ""
  if (typeof value === "function") throw new Error(`${name}: a static part answers to nothing; what is pressed stands beside it`)
  const { written, spoken, address, style } = meaningOf(name)
  if (value === false && !spoken) return ""
  if (address && runs.test(String(value))) return ""
  const text = style ? styleOf(value as CSSProperties) : value === true && !spoken ? "" : String(value)
  return style && text === "" ? "" : ` ${written}="${escaped(text)}"`
}

const insideOf = (props: Props): string => {
  const raw = props.dangerouslySetInnerHTML as { __html: string } | undefined
  return raw ? raw.__html : markupOf(props.children as ReactNode)
}

/** Renders a component by calling it, as React would. Throws for a client component, which cannot be called. */
const drawn = ({ type, props }: ReactElement): ReactNode => {
  if (typeof type !== "function" || "$$typeof" in type) throw new Error("a static part holds no client component: it stands beside it")
  return (type as (props: unknown) => ReactNode)(props)
}

/**
 * Renders elements that never change to HTML: plain elements, and components that depend only on their props, without state, effects or
 * context (docs/decisions/120). Text and attributes are escaped as React does.
 */
export const markupOf = (node: ReactNode): string => {
  if (node === null || node === undefined || typeof node === "boolean") return ""
  if (typeof node === "string") return escaped(node)
  if (typeof node === "number" || typeof node === "bigint") return String(node)
  if (Array.isArray(node)) {
    let html = ""
    for (const one of node as ReactNode[]) html += markupOf(one)
    return html
  }
  if (!isValidElement<Props>(node)) throw new Error("a static part holds elements and texts alone")
  const { type, props } = node
  if (type === Fragment) return markupOf(props.children as ReactNode)
  if (typeof type !== "string") return markupOf(drawn(node))
  let html = `<${type}`
  for (const name in props) if (name !== "children" && name !== "dangerouslySetInnerHTML") html += attribute(name, props[name])
  return voids.has(type) ? `${html}>` : `${html}>${insideOf(props)}</${type}>`
}

/** Returns the outermost elements of a part, each with its inner HTML. */
export const rootsOf = (node: ReactNode): Root[] => {
  // `text && …` leaves an empty string
  if (node === null || node === undefined || node === "" || typeof node === "boolean") return []
  if (Array.isArray(node)) return (node as ReactNode[]).flatMap(rootsOf)
  if (!isValidElement<Props>(node)) throw new Error("a static part begins with an element")
  const { type, props, key } = node
  if (type === Fragment) return rootsOf(props.children as ReactNode)
  if (typeof type !== "string") return rootsOf(drawn(node)).map((root) => ({ ...root, key: key ?? root.key }))
  const { children: _, dangerouslySetInnerHTML: __, ...attributes } = props
  return [{ tag: type, attributes, html: insideOf(props), key }]
}
