import { type DefaultTreeAdapterTypes, parse } from "parse5"
import type { RawBlock, RubyText, TextLink } from "./text-blocks"
import { mathText } from "./math-text"
import { appliesToScreen, StyleHiding, type VisibilityRule, visibilityRules } from "./style-hiding"
import { linkEnd, linkStart, type MarkedText, readMarks, rubyEnd, rubyStart, withoutMarks } from "./text-marks"
import { hasShapes, type SvgDrawing, svgDrawing } from "./svg-drawing"
import { rubyGroups } from "./ruby-groups"

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const DROPPED = new Set(
  "script style head title iframe link meta input select textarea button audio video annotation annotation-xml template noscript canvas rp desc metadata defs symbol".split(
    " ",
  ),
)
const BLOCKS = new Set(
  "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form header hr html main nav ol p section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
)
/** Elements whose content is read as plain text. */
const CLOSED = /^(h[1-6]|table|pre)$/
const NOTHING: ReadonlySet<string> = new Set()
/** Maximum number of anchors of a page for which all anchors are collected. */
const MAX_ANCHORS = 20_000
const SVG = "http://www.w3.org/2000/svg"
/** Attributes of drawings that hide an element. */
const UNSEEN = /^(display:none|visibility:(hidden|collapse))$/
const LIST_INDENT = 18
const PICTURE_TYPE = /^\s*image\//i
const PICTURE_NAME = /\.(svg|png|jpe?g|gif|webp)([?#]|$)|^data:image\//i
/** Names of a document's entities may stand in its first declaration; a parser of HTML would show a part of it. */
const INTERNAL_SUBSET = /<!DOCTYPE\b[^<>[]*\[[^\]]*\]\s*>/i
const MAX_DEPTH = 200

/** Ids and names whose elements produce anchors. */
export type AnchorNames = ReadonlySet<string> | "all"

type List = { ordered: boolean; count: number }

function isElement(node: Node): node is Element {
  return "tagName" in node
}

function attribute(element: Element, name: string): string {
  return element.attrs.find((candidate) => candidate.name === name)?.value ?? ""
}

/**
 * Checks for elements that are not for readers: a book's lists of landmarks and of printed pages serve reading programs, and hidden
 * elements are useless here.
 */
function isForPrograms(element: Element): boolean {
  if (element.attrs.some(({ name }) => name === "hidden")) return true
  if (element.namespaceURI === SVG && element.attrs.some(({ name, value }) => UNSEEN.test(`${name}:${value.trim()}`))) return true
  return element.tagName === "nav" && /(^|\s)(landmarks|page-list)(\s|$)/.test(attribute(element, "epub:type"))
}

/** Checks for a table that only arranges blocks, as in mails: it contains another table, or says so. */
function isLayout(table: Element): boolean {
  if (/^(presentation|none)$/.test(attribute(table, "role"))) return true
  const rows = table.childNodes
    .filter(isElement)
    .flatMap((node) => (/^t(body|head|foot)$/.test(node.tagName) ? node.childNodes.filter(isElement) : [node]))
  const cells = rows.flatMap((row) => row.childNodes.filter(isElement))
  return cells.some((cell) => cell.childNodes.some((node) => isElement(node) && (node.tagName === "table" || isWrappedTable(node))))
}

/** Checks for a table in a wrapper, such as <center> or <div>. */
function isWrappedTable(element: Element): boolean {
  const inner = element.childNodes.filter(isElement)
  return BLOCKS.has(element.tagName) && inner.length === 1 && inner[0]?.tagName === "table"
}

/** Returns the parts of a drawing that contain text blocks. */
function foreignObjects(element: Element, isHidden: (element: Element) => boolean, depth = 0): Element[] {
  if (depth > MAX_DEPTH) return []
  const inside = element.childNodes.filter(isElement).filter((node) => !DROPPED.has(node.tagName) && !isHidden(node))
  return inside.flatMap((node) => (node.tagName === "foreignObject" ? [node] : foreignObjects(node, isHidden, depth + 1)))
}

/** Cells are too narrow for readings above their words: these stand behind the text. */
const withReadings = ({ text, ruby }: MarkedText): string =>
  ruby.length > 0 ? `${text} (${ruby.map(({ reading }) => reading).join(" ")})` : text

/** Walks a parsed page and keeps text, structure and image references. Nothing else of the HTML survives. */
class BlockCollector {
  readonly blocks: RawBlock[] = []
  private text = ""
  private preformatted = false
  private indent = 0
  private marker: string | undefined
  private readonly lists: List[] = []
  private targets: string[] = []
  private readings: string[] = []
  private anchorCount = 0

  constructor(
    private readonly anchorNames: AnchorNames,
    private readonly hiding: StyleHiding,
  ) {}

  walk(nodes: readonly Node[], depth: number): void {
    if (depth > MAX_DEPTH) return
    for (const node of nodes) {
      if (node.nodeName === "#text" && "value" in node)
        this.text += withoutMarks(this.preformatted ? node.value : node.value.replace(/[ \t\n\f\r]+/g, " "))
      else if (isElement(node)) this.element(node, depth)
    }
  }

  /** Ends the current paragraph. */
  flush(): void {
    const { text, links, ruby } = readMarks(this.text.replace(/ *\n */g, "\n").trim(), this.targets, this.readings)
    this.text = ""
    this.targets = []
    this.readings = []
    if (text.trim() === "") return
    const paragraph = { kind: "paragraph", text, indent: this.indent, marker: this.marker, tight: this.lists.length > 0 } as const
    this.blocks.push({ ...paragraph, ...(links.length > 0 && { links }), ...(ruby.length > 0 && { ruby }) })
    this.marker = undefined
  }

  private element(element: Element, depth: number): void {
    const tag = element.tagName
    if (DROPPED.has(tag) || this.isHidden(element)) return
    if (this.anchorNames !== NOTHING) this.anchors(element, depth)
    if (/^h[1-6]$/.test(tag)) this.heading(element, Number(tag.charAt(1)), depth)
    else if (tag === "br") this.text += "\n"
    else if (tag === "a" && attribute(element, "href") !== "") this.link(element, depth)
    else if (tag === "ruby") this.ruby(element, depth)
    else if (tag === "img" || tag === "image") this.image(element)
    else if (tag === "object" || tag === "embed") this.object(element)
    else if (tag === "svg" && hasShapes(element, (part) => this.isHidden(part))) this.drawing(element, depth)
    else if (tag === "table" && !isLayout(element)) this.table(element, depth)
    else if (tag === "math") this.text += withoutMarks(mathText(element))
    else if (tag === "text" && element.namespaceURI === SVG) this.block(element, depth)
    else if (tag === "pre") this.pre(element, depth)
    else if (tag === "li") this.item(element, depth)
    else if (tag === "hr") {
      this.flush()
      this.blocks.push({ kind: "rule" })
    } else if (BLOCKS.has(tag)) this.block(element, depth)
    else this.walk(element.childNodes, depth + 1)
  }

  private isHidden(element: Element): boolean {
    return isForPrograms(element) || this.hiding.hides(element)
  }

  /** Adds the anchors of the element and, if its content is read as plain text, of everything inside it. */
  private anchors(element: Element, depth: number): void {
    const tag = element.tagName
    for (const name of [attribute(element, "id"), attribute(element, "name")]) {
      if (name === "" || !this.wants(name)) continue
      this.anchorCount += 1
      // for an inline element the beginning of the paragraph is close enough
      if (BLOCKS.has(tag) || CLOSED.test(tag) || tag === "li") this.flush()
      this.blocks.push({ kind: "anchor", name })
    }
    if (!CLOSED.test(tag) || depth > MAX_DEPTH) return
    for (const child of element.childNodes) if (isElement(child)) this.anchors(child, depth + 1)
  }

  private wants(name: string): boolean {
    return this.anchorNames === "all" ? this.anchorCount < MAX_ANCHORS : this.anchorNames.has(name)
  }

  private link(element: Element, depth: number): void {
    // links in code are not marked: code stays as it was written
    if (this.preformatted) return this.walk(element.childNodes, depth + 1)
    this.text += linkStart
    this.targets.push(attribute(element, "href"))
    this.walk(element.childNodes, depth + 1)
    this.text += linkEnd
  }

  /** Adds the base text of a word and notes its readings. */
  private ruby(element: Element, depth: number): void {
    for (const { base, reading } of rubyGroups(element, (part) => this.isHidden(part))) {
      const marked = reading !== "" && !this.preformatted
      if (marked) {
        this.text += rubyStart
        this.readings.push(withoutMarks(reading))
      }
      this.walk(base, depth + 1)
      if (marked) this.text += rubyEnd
    }
  }

  private block(element: Element, depth: number): void {
    const tag = element.tagName
    const list = tag === "ul" || tag === "ol"
    const indented = list || tag === "blockquote" || tag === "dd"
    this.flush()
    if (indented) this.indent += LIST_INDENT
    if (list) this.lists.push({ ordered: tag === "ol", count: (Number(attribute(element, "start")) || 1) - 1 })
    this.walk(element.childNodes, depth + 1)
    this.flush()
    if (list) this.lists.pop()
    if (indented) this.indent -= LIST_INDENT
  }

  private item(element: Element, depth: number): void {
    this.flush()
    const list = this.lists.at(-1)
    if (list) list.count += 1
    this.marker = list?.ordered ? `${list.count}.` : "•"
    this.walk(element.childNodes, depth + 1)
    this.flush()
    this.marker = undefined
  }

  private heading(element: Element, level: number, depth: number): void {
    this.flush()
    const { text, links, ruby } = this.plainText(element, depth)
    if (text) this.blocks.push({ kind: "heading", level, text, ...(links.length > 0 && { links }), ...(ruby.length > 0 && { ruby }) })
  }

  private pre(element: Element, depth: number): void {
    this.flush()
    this.preformatted = true
    this.walk(element.childNodes, depth + 1)
    this.preformatted = false
    const text = this.text.replace(/\n+$/, "")
    this.text = ""
    if (text) this.blocks.push({ kind: "code", text, shaded: true, indent: this.indent })
  }

  private image(element: Element): void {
    this.flush()
    const source = attribute(element, "src") || attribute(element, "href")
    this.blocks.push({ kind: "imageReference", source, alternative: attribute(element, "alt") })
  }

  /** Adds a picture that is embedded like a program, with the text for programs that cannot show it. */
  private object(element: Element): void {
    const source = attribute(element, "data") || attribute(element, "src")
    if (!PICTURE_TYPE.test(attribute(element, "type")) && !PICTURE_NAME.test(source)) return
    this.flush()
    this.blocks.push({ kind: "imageReference", source, alternative: this.plainText(element, 0).text })
  }

  /** Adds a drawing as one picture, and the text blocks in it. */
  private drawing(element: Element, depth: number): void {
    this.flush()
    const drawing = svgDrawing(element, (part) => this.isHidden(part))
    this.blocks.push({ kind: "drawing", drawing, alternative: drawing.texts.map(({ text }) => text).join("\n") })
    for (const part of foreignObjects(element, (inside) => this.isHidden(inside))) this.block(part, depth)
  }

  private table(element: Element, depth: number): void {
    this.flush()
    const rows: string[][] = []
    const links: TextLink[][][] = []
    let header = false
    const visit = (parent: Element, level: number): void => {
      for (const node of parent.childNodes) {
        if (!isElement(node) || level > MAX_DEPTH || this.isHidden(node)) continue
        if (node.tagName === "tr") {
          const visible = node.childNodes.filter(isElement).filter((cell) => !this.isHidden(cell))
          const cells = visible.filter(({ tagName }) => tagName === "td" || tagName === "th")
          if (rows.length === 0) header = cells.some(({ tagName }) => tagName === "th")
          const texts = cells.map((cell) => this.plainText(cell, level))
          rows.push(texts.map(withReadings))
          links.push(texts.map((text) => text.links))
        } else if (!DROPPED.has(node.tagName)) visit(node, level + 1)
      }
    }
    visit(element, depth)
    const linked = links.flat(2).length > 0 && { links }
    if (rows.length > 0) this.blocks.push({ kind: "table", rows, header, ...linked })
  }

  /** Returns the text of an element, including the blocks inside. */
  private plainText(element: Element, depth: number): MarkedText {
    const inner = new BlockCollector(NOTHING, this.hiding)
    inner.walk(element.childNodes, depth + 1)
    inner.flush()
    let text = ""
    const links: TextLink[] = []
    const ruby: RubyText[] = []
    for (const block of inner.blocks) {
      const blockText = "text" in block ? block.text : "alternative" in block ? block.alternative : ""
      if (blockText === "") continue
      if (text !== "") text += "\n"
      const start = text.length
      if (block.kind !== "table" && "links" in block)
        links.push(...(block.links ?? []).map((link) => ({ ...link, from: start + link.from, to: start + link.to })))
      if ("ruby" in block) ruby.push(...(block.ruby ?? []).map((one) => ({ ...one, from: start + one.from, to: start + one.to })))
      text += blockText
    }
    return { text, links, ruby }
  }
}

/** Expands "<title/>" and the like: HTML ignores the slash, and an empty title would swallow the book. */
export function expandSelfClosing(xhtml: string): string {
  return xhtml.replace(/<([a-z][\w:-]*)((?:\s[^<>]*?)?)\/>/gi, (match: string, tag: string, attributes: string) =>
    /^(br|hr|img|image|input|meta|link|col|area|base|wbr|source|track|embed|param)$/i.test(tag) ? match : `<${tag}${attributes}></${tag}>`,
  )
}

/** Collects the rules of the style sheets inside the page that show or hide elements. */
function ownRules(node: Node, depth = 0): VisibilityRule[] {
  if (depth > MAX_DEPTH || !("childNodes" in node)) return []
  if (!isElement(node) || node.tagName !== "style") return node.childNodes.flatMap((child) => ownRules(child, depth + 1))
  const css = node.childNodes.map((child) => ("value" in child ? child.value : "")).join("")
  return appliesToScreen(attribute(node, "media")) ? visibilityRules(css) : []
}

/** Parses a page. Elements of drawings may have the prefix of their namespace. */
function pageOf(html: string): DefaultTreeAdapterTypes.Document {
  const plain = html.replace(INTERNAL_SUBSET, "")
  return parse(expandSelfClosing(/<svg:svg\b/i.test(plain) ? plain.replace(/(<\/?)svg:(?=[a-z])/gi, "$1") : plain))
}

/** Returns the first drawing of an SVG file, without what its style sheets hide; null if it has none. */
export function drawingOf(svg: string): SvgDrawing | null {
  const page = pageOf(svg)
  const hiding = new StyleHiding(page, ownRules(page))
  const find = (nodes: readonly Node[], depth: number): Element | null => {
    for (const node of nodes.filter(isElement)) {
      const match = node.tagName === "svg" ? node : depth < MAX_DEPTH ? find(node.childNodes, depth + 1) : null
      if (match) return match
    }
    return null
  }
  const element = find(page.childNodes, 0)
  return element && svgDrawing(element, (part) => isForPrograms(part) || hiding.hides(part))
}

/**
 * Returns text, structure, links and image references of an HTML or XHTML page, without scripts and styles, and without what its style
 * sheets hide; `rules` are those of sheets outside the page. Elements whose id or name is `wanted` produce anchors.
 */
export function htmlBlocks(html: string, anchorNames: AnchorNames = NOTHING, rules: readonly VisibilityRule[] = []): RawBlock[] {
  const page = pageOf(html)
  const inside = /<style/i.test(html) ? ownRules(page) : []
  const collector = new BlockCollector(anchorNames, new StyleHiding(page, [...rules, ...inside]))
  collector.walk(page.childNodes, 0)
  collector.flush()
  return collector.blocks
}
