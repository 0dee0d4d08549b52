import type { DefaultTreeAdapterTypes } from "parse5"
import { escapeXml } from "../svg"
import { type DrawnText, svgTexts } from "./svg-texts"

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** The source of a drawing; a picture that it refers to stands between two pieces of source. */
export type SvgSource = ReadonlyArray<string | { picture: string }>

/** A drawing as a page contains it, without what is hidden, and its texts in drawing units. */
export type SvgDrawing = { source: SvgSource; texts: readonly DrawnText[]; viewBox: string; fit: string }

const MAX_DEPTH = 200
const SHAPES = new Set("path rect circle ellipse line polyline polygon use".split(" "))
/** Elements that draw nothing, run or load something, or whose content the page shows by itself. */
const DROPPED = new Set("script foreignObject title desc metadata audio video iframe animate animateMotion animateTransform set".split(" "))
const NAME = /^[a-z_][\w.-]*$/i
const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

const isElement = (node: Node): node is Element => "tagName" in node

const attribute = (element: Element, name: string): string => element.attrs.find((candidate) => candidate.name === name)?.value ?? ""

/** Checks whether an element draws more than texts and pictures, which are laid out like those of the page. */
export function hasShapes(element: Element, isHidden: (element: Element) => boolean, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false
  return element.childNodes.some((node) => {
    if (!isElement(node) || isHidden(node) || /^(defs|symbol|clipPath|mask)$/.test(node.tagName)) return false
    return SHAPES.has(node.tagName) || hasShapes(node, isHidden, depth + 1)
  })
}

/** Sizes that only a browser knows: the picture then has the size of its view box. */
const isRelative = (name: string, value: string): boolean =>
  /^(width|height)$/.test(name) && !/^\s*[\d.]+\s*(px|pt|pc|mm|cm|in)?\s*$/.test(value)

function attributesOf(element: Element, root: boolean): string {
  let text = root ? ` ${NAMESPACES}` : ""
  for (const { name, value, prefix } of element.attrs) {
    if (!NAME.test(name) || /^on/i.test(name) || name === "xmlns" || prefix === "xmlns" || (root && isRelative(name, value))) continue
    if (name === "href" && element.tagName === "image") continue
    text += ` ${prefix ? `${prefix}:` : ""}${name}="${escapeXml(value).replaceAll('"', "&quot;")}"`
  }
  return text
}

/** Writes a drawing as XML. */
class DrawingWriter {
  readonly source: Array<string | { picture: string }> = []

  constructor(private readonly isHidden: (element: Element) => boolean) {}

  write(node: Node, depth: number): void {
    if (node.nodeName === "#text" && "value" in node) this.put(escapeXml(node.value))
    if (!isElement(node) || depth > MAX_DEPTH || !NAME.test(node.tagName)) return
    if (DROPPED.has(node.tagName) || this.isHidden(node)) return
    const picture = node.tagName === "image" ? attribute(node, "href") : ""
    this.put(`<${node.tagName}${attributesOf(node, depth === 0)}`)
    if (picture !== "") {
      this.put(' xlink:href="')
      this.source.push({ picture })
      this.put('"')
    }
    this.put(">")
    for (const child of node.childNodes) this.write(child, depth + 1)
    this.put(`</${node.tagName}>`)
  }

  private put(text: string): void {
    const last = this.source.at(-1)
    if (typeof last === "string") this.source[this.source.length - 1] = last + text
    else this.source.push(text)
  }
}

/** Returns the drawing of an <svg> element without scripts and without the elements that are hidden. */
export function svgDrawing(svg: Element, isHidden: (element: Element) => boolean): SvgDrawing {
  const writer = new DrawingWriter(isHidden)
  writer.write(svg, 0)
  const texts = svgTexts(svg, isHidden)
  return { source: writer.source, texts, viewBox: attribute(svg, "viewBox"), fit: attribute(svg, "preserveAspectRatio") }
}
