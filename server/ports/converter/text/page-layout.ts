import type { PageSize } from "../svg"
import { textWidth, wrapLine } from "./line-breaking"
import { addLineLinks } from "./line-links"
import { type LayoutDocument, lineHeight, MARGIN, oneDecimal, PageFlow, type TextStyle } from "./page-flow"
import { layoutTable } from "./table-layout"
import { RubyLines } from "./ruby-lines"
import type { TextDocumentBlock, PositionedImage, RubyText, TextLink } from "./text-blocks"

const BODY_SIZE = 12
const CODE_SIZE = 9.5
const HEADING_SIZES = [26, 22, 18, 15, 13, 12]
const MARKER_WIDTH = 18

type Inline = { links?: readonly TextLink[]; ruby?: readonly RubyText[] }

function layLines(flow: PageFlow, text: string, indent: number, style: TextStyle, { links = [], ruby = [] }: Inline = {}): void {
  const x = flow.left + indent
  const height = lineHeight(style.size)
  const readings = new RubyLines(flow, ruby, style)
  let start = 0
  for (const paragraph of text.split("\n")) {
    if (flow.full) return
    for (const line of wrapLine(paragraph.replaceAll("\t", "    "), (flow.right - x) / style.size, style.mono ?? false)) {
      const room = readings.roomAbove
      if (flow.y + room + height > flow.bottom) readings.write()
      flow.ensure(room + height)
      flow.y += room
      if (style.shaded) {
        const [from, to] = [oneDecimal(x - 4), oneDecimal(flow.right + 4)]
        flow.put(`<path fill="#f5f5f5" d="M${from} ${oneDecimal(flow.y)}H${to}v${oneDecimal(height)}H${from}z"/>`)
      }
      flow.putLine(line, x, flow.y, style)
      if (links.length > 0) addLineLinks(flow, { line, start, x, y: flow.y }, style, links)
      readings.add(line, start, x)
      start += line.raw.length
      flow.addText(line.raw)
      flow.y += height
    }
    flow.addText("\n")
    start += 1
  }
  readings.write()
}

function layHeading(flow: PageFlow, block: Extract<TextDocumentBlock, { kind: "heading" }>): void {
  const { level, text } = block
  const size = HEADING_SIZES[level - 1] ?? BODY_SIZE
  // Closer to the text below than to the text above. At the top of a page there is no text above.
  const above = size * 0.8
  // A heading is never left alone at the bottom of a page.
  flow.ensure(above + lineHeight(size) + lineHeight(BODY_SIZE) * 2)
  if (flow.y > MARGIN) flow.y += above
  flow.addHeading(text, level)
  layLines(flow, text, 0, { size, bold: true }, block)
  flow.y += size * 0.4
}

function layParagraph(flow: PageFlow, block: Extract<TextDocumentBlock, { kind: "paragraph" }>): void {
  const style = { size: BODY_SIZE }
  if (block.marker) {
    flow.ensure(lineHeight(BODY_SIZE))
    const line = { raw: block.marker, visibleText: block.marker, width: textWidth(block.marker, false) }
    flow.putLine(line, flow.left + block.indent - MARKER_WIDTH, flow.y, style)
    flow.addText(`${block.marker} `)
  }
  layLines(flow, block.text, block.indent, style, block)
  flow.y += block.tight ? 2 : BODY_SIZE * 0.5
}

function layImage(flow: PageFlow, image: PositionedImage): void {
  const shrink = Math.min(1, (flow.right - flow.left) / image.width, flow.room / image.height)
  const [width, height] = [image.width * shrink, image.height * shrink]
  flow.ensure(height)
  flow.put({ image, x: (flow.size.width - width) / 2, y: flow.y, width, height })
  for (const { text } of image.lines ?? []) flow.addText(`${text}\n`)
  flow.y += height + BODY_SIZE
}

function layBlock(flow: PageFlow, block: TextDocumentBlock): void {
  switch (block.kind) {
    case "heading":
      return layHeading(flow, block)
    case "paragraph":
      return layParagraph(flow, block)
    case "code":
      layLines(flow, block.text, block.indent, { size: CODE_SIZE, mono: true, shaded: block.shaded })
      flow.y += BODY_SIZE * 0.8
      return
    case "table":
      return layoutTable(flow, block)
    case "image":
      return layImage(flow, block.image)
    case "pageBreak":
      return flow.newPageUnlessEmpty()
    case "anchor":
      return flow.addAnchor(block.name)
    case "rule":
      flow.ensure(BODY_SIZE)
      flow.put(`<path fill="#ddd" d="M${flow.left} ${oneDecimal(flow.y + 5)}H${flow.right}v.8H${flow.left}z"/>`)
      flow.y += BODY_SIZE
  }
}

/** Lays blocks out on pages of the given size, at most `maxLength` (0 = all). An empty document has one empty page. */
export function layoutPages(blocks: Iterable<TextDocumentBlock>, size: PageSize, maxLength = 0): LayoutDocument {
  const flow = new PageFlow(size, maxLength)
  for (const block of blocks) {
    layBlock(flow, block)
    if (flow.full) break
  }
  return flow.finish()
}
