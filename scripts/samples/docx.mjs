// Markdown tokens → WordprocessingML with real heading styles, numbering, tables, pictures and captions.
import { green, ink } from "./art.mjs"
import { esc } from "./package.mjs"

const hex = (color) => color.slice(1).toUpperCase()

/** Fonts of an office document: those that Office brings on Windows and macOS. */
export const officeFonts = { latin: "Arial", body: "微软雅黑", head: "微软雅黑", mono: "Consolas" }

/**
 * One run, size in points; the hint gives quotes and dashes their Chinese width.
 * @param {string} text
 * @param {{ bold?: boolean, code?: boolean, color?: string, size?: number }} [style]
 */
export function run(text, { bold, code, color, size } = {}) {
  const props =
    (code ? '<w:rStyle w:val="Code"/>' : '<w:rFonts w:hint="eastAsia"/>') +
    (bold ? "<w:b/>" : "") +
    (color ? `<w:color w:val="${hex(color)}"/>` : "") +
    (size ? `<w:sz w:val="${size * 2}"/>` : "")
  return `<w:r><w:rPr>${props}</w:rPr><w:t xml:space="preserve">${esc(text)}</w:t></w:r>`
}

export const para = (style, body, props = "") => `<w:p><w:pPr><w:pStyle w:val="${style}"/>${props}</w:pPr>${body}</w:p>`

let nextPicture = 1
/** A picture, width and height in millimetres; `at` [x, y] places it relative to the margins instead of in the line. */
export function picture(rel, width, height, label, at) {
  const mm = (n) => Math.round(n * 36000)
  const id = nextPicture++
  const [open, close] = at
    ? [
        '<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="2" behindDoc="1" locked="0" layoutInCell="1" allowOverlap="1">' +
          `<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="margin"><wp:posOffset>${mm(at[0])}</wp:posOffset></wp:positionH>` +
          `<wp:positionV relativeFrom="margin"><wp:posOffset>${mm(at[1])}</wp:posOffset></wp:positionV>`,
        "</wp:anchor>",
      ]
    : ['<wp:inline distT="0" distB="0" distL="0" distR="0">', "</wp:inline>"]
  return (
    `<w:r><w:drawing>${open}<wp:extent cx="${mm(width)}" cy="${mm(height)}"/>${at ? "<wp:wrapNone/>" : ""}` +
    `<wp:docPr id="${id}" name="${rel}" descr="${esc(label)}"/><wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>` +
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
    `<pic:nvPicPr><pic:cNvPr id="${id}" name="${rel}" descr="${esc(label)}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${rel}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${mm(width)}" cy="${mm(height)}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>` +
    `</pic:pic></a:graphicData></a:graphic>${close}</w:drawing></w:r>`
  )
}

function inline(token) {
  let [out, bold] = ["", false]
  for (const child of token.children) {
    if (child.type === "strong_open") bold = true
    else if (child.type === "strong_close") bold = false
    else if (child.type === "softbreak") out += run(" ")
    else if (child.content) out += run(child.content, { bold, code: child.type === "code_inline" })
  }
  return out
}

const edge = (side, color, size = 4) => `<w:${side} w:val="single" w:sz="${size}" w:space="0" w:color="${hex(color)}"/>`

/** rows: arrays of finished runs; widths in twips; the first row is the repeated head. */
export function table(rows, widths) {
  const borders = edge("top", green.deep, 8) + edge("bottom", green.deep, 8) + edge("insideH", ink.line)
  const body = rows.map((cells, r) => {
    const tr = `<w:trPr><w:cantSplit/>${r === 0 ? "<w:tblHeader/>" : ""}</w:trPr>`
    return `<w:tr>${tr}${cells
      .map(
        (cell, c) =>
          `<w:tc><w:tcPr><w:tcW w:w="${widths[c]}" w:type="dxa"/>` +
          (r === 0 ? `<w:shd w:val="clear" w:color="auto" w:fill="${hex(green.soft)}"/>` : "") +
          `<w:vAlign w:val="center"/></w:tcPr>${para(r === 0 ? "TableHead" : "TableText", cell, r < rows.length - 1 ? "<w:keepNext/>" : "")}</w:tc>`,
      )
      .join("")}</w:tr>`
  })
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${widths.reduce((a, b) => a + b)}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders>` +
    '<w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="50" w:type="dxa"/><w:left w:w="110" w:type="dxa"/>' +
    '<w:bottom w:w="50" w:type="dxa"/><w:right w:w="110" w:type="dxa"/></w:tblCellMar><w:tblLook w:val="0420"/></w:tblPr>' +
    `<w:tblGrid>${widths.map((w) => `<w:gridCol w:w="${w}"/>`).join("")}</w:tblGrid>${body.join("")}</w:tbl>${para("TableAfter", "")}`
  )
}

const textWidth = 9070 // twips between the margins

/** Column widths from the longest cell of each column, inside bounds that keep short columns on one line. */
function columnWidths(rows) {
  const em = (s) => [...s].reduce((n, c) => n + (c.codePointAt(0) > 0x2e7f ? 1 : 0.55), 0)
  const need = rows[0].map((_, c) => Math.min(Math.max(...rows.map((row) => em(row[c].content))), 26) * 205 + 260)
  const total = need.reduce((a, b) => a + b)
  const widths = need.map((n) => Math.floor((n * textWidth) / total))
  widths[widths.length - 1] += textWidth - widths.reduce((a, b) => a + b)
  return widths
}

/**
 * Body of a document from Markdown tokens. pictures: name → {rel, width, height} (mm).
 * Returns {body, headings: [{text, bookmark}], lists: number of ordered lists}.
 */
export function bodyFrom(list, pictures) {
  const out = []
  const headings = []
  const kind = [] // Open lists by numbering: 1 bullets, from 3 on ordered
  let [quote, heading, orderedLists] = [false, 0, 0]
  /** The open table. @type {import("markdown-it").Token[][] | null} */
  let rows = null
  for (const [i, token] of list.entries()) {
    if (token.type === "heading_open") heading = Number(token.tag[1])
    else if (token.type === "bullet_list_open") kind.push(1)
    else if (token.type === "ordered_list_open") kind.push(2 + ++orderedLists)
    else if (token.type.endsWith("_list_close")) kind.pop()
    else if (token.type === "blockquote_open") quote = true
    else if (token.type === "blockquote_close") quote = false
    else if (token.type === "table_open") rows = []
    else if (token.type === "tr_open") rows?.push([])
    else if (token.type === "table_close") {
      out.push(
        table(
          (rows ?? []).map((row) => row.map((cell) => inline(cell))),
          columnWidths(rows ?? []),
        ),
      )
      rows = null
    } else if (token.type === "inline") {
      const image = token.children.find((child) => child.type === "image")
      if (rows) rows.at(-1)?.push(token)
      else if (heading) {
        const bookmark = `_Toc${1000 + headings.length}`
        if (heading === 1) headings.push({ text: token.content, bookmark })
        const mark =
          heading === 1
            ? [`<w:bookmarkStart w:id="${headings.length}" w:name="${bookmark}"/>`, `<w:bookmarkEnd w:id="${headings.length}"/>`]
            : ["", ""]
        out.push(para(`Heading${heading}`, mark[0] + run(token.content) + mark[1]))
        heading = 0
      } else if (image) {
        const { rel, width, height } = pictures[image.attrGet("src")]
        out.push(para("Figure", picture(rel, width, height, image.content)), para("Caption", run(image.content)))
      } else if (kind.length)
        out.push(para("ListParagraph", inline(token), `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${kind.at(-1)}"/></w:numPr>`))
      else out.push(para(quote ? "Note" : "BodyText", inline(token), list[i + 2]?.type === "table_open" ? "<w:keepNext/>" : ""))
    }
  }
  return { body: out.join(""), headings, orderedLists }
}
