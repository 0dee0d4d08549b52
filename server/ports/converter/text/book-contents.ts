import { type DefaultTreeAdapterTypes, parse } from "parse5"
import { MAX_OUTLINE_DEPTH, MAX_OUTLINE_ITEMS, outlineTitle } from "../outline-bounds"
import { expandSelfClosing } from "./html-blocks"

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** One entry of a book's own table of contents. `target` is a reference as written in the book. */
export type ContentsEntry = { title: string; target: string; level: number }

const MAX_NODE_DEPTH = 200

function children(node: Node): Element[] {
  return "childNodes" in node ? node.childNodes.filter((child): child is Element => "tagName" in child) : []
}

function attribute(element: Element | undefined, name: string): string {
  return element?.attrs.find((candidate) => candidate.name === name)?.value ?? ""
}

function textOf(node: Node, depth = 0): string {
  if (node.nodeName === "#text" && "value" in node) return node.value
  if (depth > MAX_NODE_DEPTH || !("childNodes" in node)) return ""
  return node.childNodes.map((child) => textOf(child, depth + 1)).join("")
}

function find(node: Node, matches: (element: Element) => boolean, depth = 0): Element | null {
  if (depth > MAX_NODE_DEPTH) return null
  for (const child of children(node)) {
    const match = matches(child) ? child : find(child, matches, depth + 1)
    if (match) return match
  }
  return null
}

function collectList(list: Element, level: number, entries: ContentsEntry[]): void {
  for (const item of children(list)) {
    if (entries.length >= MAX_OUTLINE_ITEMS) return
    const label = children(item).find(({ tagName }) => tagName === "a" || tagName === "span")
    if (label) entries.push({ title: outlineTitle(textOf(label)), target: attribute(label, "href"), level })
    for (const inner of children(item)) if (inner.tagName === "ol" && level < MAX_OUTLINE_DEPTH * 2) collectList(inner, level + 1, entries)
  }
}

/** Returns the entries of an EPUB 3 navigation page: the nested list in its `<nav epub:type="toc">`. */
export function navigationEntries(xhtml: string): ContentsEntry[] {
  const page = parse(expandSelfClosing(xhtml))
  const isContents = (element: Element): boolean =>
    element.tagName === "nav" && /(^|\s)toc(\s|$)/.test(attribute(element, "epub:type") || "toc")
  const nav = find(page, isContents)
  const list = nav && find(nav, ({ tagName }) => tagName === "ol")
  const entries: ContentsEntry[] = []
  if (list) collectList(list, 1, entries)
  return entries
}

function collectPoints(parent: Element, level: number, entries: ContentsEntry[]): void {
  for (const point of children(parent)) {
    if (point.tagName !== "navpoint" || entries.length >= MAX_OUTLINE_ITEMS) continue
    const parts = children(point)
    const label = parts.find(({ tagName }) => tagName === "navlabel")
    const content = parts.find(({ tagName }) => tagName === "content")
    entries.push({ title: label ? outlineTitle(textOf(label)) : "", target: attribute(content, "src"), level })
    if (level < MAX_OUTLINE_DEPTH * 2) collectPoints(point, level + 1, entries)
  }
}

/** Returns the entries of an NCX file, the table of contents of EPUB 2. */
export function ncxEntries(xml: string): ContentsEntry[] {
  const map = find(parse(expandSelfClosing(xml)), ({ tagName }) => tagName === "navmap")
  const entries: ContentsEntry[] = []
  if (map) collectPoints(map, 1, entries)
  return entries
}
