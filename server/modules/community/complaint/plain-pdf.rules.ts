/*
 * Writes a plain PDF of Chinese text (ISO 32000-1) without embedding a font: 9.7.5.2 names the predefined CMap UniGB-UTF16-H, for which
 * readers use a Chinese font of their system (docs/decisions/443).
 */

/** One paragraph; `size` in points, default 10.5. "" is an empty line. */
export type Paragraph = { text: string; size?: number }

const [pageWidth, pageHeight, margin] = [595, 842, 56]
const textSize = 10.5
const lineFactor = 1.6
/** Narrow characters take half an em, as the font below declares (`/W`). */
const isNarrow = (char: string) => char >= " " && char <= "~"
const widthOf = (char: string) => (isNarrow(char) ? 0.5 : 1)

/** Closing punctuation never begins a line; it hangs in the margin. */
const closing = new Set("，。、；：？！）》」』”’…")

/** Breaks a paragraph into lines of at most `ems` widths. */
const wrap = (text: string, ems: number): string[] => {
  const lines: string[] = []
  for (const part of text.split(/\r?\n/)) {
    let line = ""
    let width = 0
    for (const char of part) {
      if (width + widthOf(char) > ems && !closing.has(char)) {
        lines.push(line)
        line = ""
        width = 0
      }
      line += char
      width += widthOf(char)
    }
    lines.push(line)
  }
  return lines
}

/** UTF-16BE in hexadecimal. Control characters have no glyph, and characters beyond the BMP end the line in some readers. */
const hexOf = (text: string): string => {
  const printable = text.replace(/[\u0000-\u001f\u007f]/g, " ").replace(/[\u{10000}-\u{10ffff}]/gu, "□")
  return Buffer.from(printable, "utf16le").swap16().toString("hex").toUpperCase()
}

/** Lays out paragraphs as the content streams of pages. */
const layOut = (paragraphs: readonly Paragraph[]): string[] => {
  const pages: string[][] = [[]]
  let y = pageHeight - margin
  for (const { text, size = textSize } of paragraphs)
    for (const line of wrap(text, (pageWidth - 2 * margin) / size)) {
      if (y - size < margin) {
        pages.push([])
        y = pageHeight - margin
      }
      y -= size
      if (line) pages.at(-1)!.push(`BT /F1 ${size} Tf 1 0 0 1 ${margin} ${y.toFixed(1)} Tm <${hexOf(line)}> Tj ET`)
      y -= size * (lineFactor - 1)
    }
  return pages.map((lines) => lines.join("\n"))
}

/** Returns a PDF of these paragraphs on A4 pages. */
export const plainPdf = (title: string, paragraphs: readonly Paragraph[]): Buffer => {
  const contents = layOut(paragraphs)
  const firstPage = 7
  const kids = contents.map((_, at) => `${firstPage + at * 2} 0 R`)
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Lang (zh-CN) >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${contents.length} >>`,
    "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light-UniGB-UTF16-H /Encoding /UniGB-UTF16-H /DescendantFonts [4 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 5 0 R /DW 1000 /W [1 95 500] >>",
    "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>",
    `<< /Title <FEFF${hexOf(title)}> >>`,
    ...contents.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + at * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let body = "%PDF-1.6\n"
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, "latin1")
}
