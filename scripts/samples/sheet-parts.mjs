// Paragraphs and tables of Word documents that have a look of their own, in points and twips; **bold** inside a text is bold.
import { esc } from "./package.mjs"

const side = (name, color, size = 4) => `<w:${name} w:val="single" w:sz="${size}" w:space="0" w:color="${color}"/>`

/**
 * Runs of a text. @param {string} text
 * @param {{ size?: number, bold?: boolean, color?: string, font?: string, spread?: number }} [look]
 */
export function runs(text, { size = 10.5, bold = false, color = "191F1A", font, spread } = {}) {
  return text
    .split("**")
    .map((part, i) => {
      if (!part) return ""
      const props =
        (font
          ? `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:eastAsia="${font}" w:hint="eastAsia"/>`
          : '<w:rFonts w:hint="eastAsia"/>') +
        (bold || i % 2 ? "<w:b/>" : "") +
        `<w:color w:val="${color}"/>${spread ? `<w:spacing w:val="${spread}"/>` : ""}<w:sz w:val="${size * 2}"/><w:szCs w:val="${size * 2}"/>`
      return part
        .split("\n")
        .map((line, n) => `<w:r><w:rPr>${props}</w:rPr>${n ? "<w:br/>" : ""}<w:t xml:space="preserve">${esc(line)}</w:t></w:r>`)
        .join("")
    })
    .join("")
}

/**
 * A paragraph. `indent` in characters, `line` in points, `rule` the colour of a line below.
 * @param {string} text
 * @param {{ align?: string, before?: number, after?: number, line?: number, indent?: number, hang?: number, rule?: string, ruleSize?: number,
 *   size?: number, bold?: boolean, color?: string, font?: string, spread?: number, breakBefore?: boolean, keep?: boolean }} [look]
 */
export function p(text, look = {}) {
  const { align = "left", before = 0, after = 0, line = (look.size ?? 10.5) * 1.7, indent = 0, hang = 0, rule, ruleSize = 12 } = look
  const em = (look.size ?? 10.5) * 20
  return (
    `<w:p><w:pPr>${look.keep ? "<w:keepNext/>" : ""}${look.breakBefore ? "<w:pageBreakBefore/>" : ""}` +
    (rule ? `<w:pBdr><w:bottom w:val="single" w:sz="${ruleSize}" w:space="6" w:color="${rule}"/></w:pBdr>` : "") +
    `<w:spacing w:before="${before * 20}" w:after="${after * 20}" w:line="${Math.round(line * 20)}" w:lineRule="exact"/>` +
    (hang
      ? `<w:ind w:left="${Math.round(hang * em)}" w:hanging="${Math.round(hang * em)}"/>`
      : indent
        ? `<w:ind w:firstLine="${Math.round(indent * em)}"/>`
        : "") +
    `<w:jc w:val="${align}"/></w:pPr>${runs(text, look)}</w:p>`
  )
}

/**
 * A table. rows: cells {body, fill?, span?, down?: "restart" | "continue"}; widths in twips; `lines`: the colour of its lines, none without.
 * @param {{ body: string, fill?: string, span?: number, down?: string, top?: boolean }[][]} rows
 * @param {number[]} widths
 * @param {{ lines?: string, heights?: number[], pad?: number }} [look]
 */
export function grid(rows, widths, { lines, heights = [], pad = 90 } = {}) {
  const borders = lines ? ["top", "left", "bottom", "right", "insideH", "insideV"].map((name) => side(name, lines)).join("") : ""
  const body = rows.map((cells, r) => {
    let at = 0
    const tds = cells.map(({ body, fill, span = 1, down, top }) => {
      const width = widths.slice(at, at + span).reduce((a, b) => a + b, 0)
      at += span
      return (
        `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span > 1 ? `<w:gridSpan w:val="${span}"/>` : ""}` +
        (down ? `<w:vMerge${down === "restart" ? ' w:val="restart"' : ""}/>` : "") +
        (fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : "") +
        `<w:vAlign w:val="${top ? "top" : "center"}"/></w:tcPr>${body || p("")}</w:tc>`
      )
    })
    const height = heights[r] ?? heights.at(-1)
    return `<w:tr><w:trPr><w:cantSplit/>${height ? `<w:trHeight w:val="${height}" w:hRule="atLeast"/>` : ""}</w:trPr>${tds.join("")}</w:tr>`
  })
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${widths.reduce((a, b) => a + b)}" w:type="dxa"/><w:jc w:val="center"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/>` +
    `<w:tblCellMar><w:top w:w="${pad / 2}" w:type="dxa"/><w:left w:w="${pad}" w:type="dxa"/><w:bottom w:w="${pad / 2}" w:type="dxa"/><w:right w:w="${pad}" w:type="dxa"/></w:tblCellMar></w:tblPr>` +
    `<w:tblGrid>${widths.map((w) => `<w:gridCol w:w="${w}"/>`).join("")}</w:tblGrid>${body.join("")}</w:tbl>`
  )
}

/** A4 with margins in twips; without header and footer unless `framed`. */
export const a4 = ({ top = 1440, side: across = 1420, bottom = 1300, framed = false } = {}) =>
  "<w:sectPr>" +
  (framed ? '<w:footerReference w:type="default" r:id="footer"/>' : "") +
  `<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="${top}" w:right="${across}" w:bottom="${bottom}" w:left="${across}" w:header="700" w:footer="700" w:gutter="0"/></w:sectPr>`
