const degrees = -24

/** Rows of the mark in a picture, how often its text is repeated in a row, and its size in units of the picture. */
type MarkLayout = { rows: number; columns: number; size: number }
const pageLayout = (width: number, height: number): MarkLayout => ({
  rows: 7,
  columns: 3,
  size: Math.max(6, Math.min(width, height) / 34),
})
/** A thumbnail is small: one text in a row is as wide as the picture. */
const thumbLayout = (width: number): MarkLayout => ({ rows: 4, columns: 1, size: width / 16 })

const viewBox = /\bviewBox="0 0 ([\d.]{1,12}) ([\d.]{1,12})"/
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/**
 * Returns the offsets between the outermost elements of a page, after its last picture. A converter writes ">" only at the end of a tag.
 * Offsets of `latin1` text are offsets of bytes.
 */
const gapsOf = (svg: string): number[] => {
  let gaps: number[] = []
  let depth = 0
  for (let start = svg.indexOf("<"); start >= 0;) {
    const end = svg.indexOf(">", start)
    if (end < 0) break
    const isEnd = svg[start + 1] === "/"
    if (isEnd) depth--
    else if (svg[end - 1] !== "/") depth++
    if (!isEnd && svg.startsWith("<image", start)) gaps = []
    else if (depth === 1 && (isEnd || svg[end - 1] === "/")) gaps.push(end + 1)
    start = svg.indexOf("<", end)
  }
  return gaps
}

/** Draws the rows of a mark, from top to bottom. */
const rowsOf = (mark: string, width: number, height: number, { rows, columns, size }: MarkLayout): string[] => {
  const text = escaped(mark)
  const step = Math.round(width / columns)
  return Array.from({ length: rows }, (_, index) => {
    const y = Math.round(((index + 0.5) * height) / rows)
    const shift = columns > 1 && index % 2 ? Math.round(step / 2) : 0
    const texts = Array.from({ length: columns }, (_, column) => {
      const x = Math.round((column + 0.5) * step) - shift
      return `<text x="${x}" y="${y}" transform="rotate(${degrees} ${x} ${y})">${text}</text>`
    }).join("")
    return `<g fill="#808080" fill-opacity=".3" text-anchor="middle" font-family="sans-serif" font-size="${size.toFixed(1)}">${texts}</g>`
  })
}

/**
 * Draws the reader's mark into a page. Every other row is placed between the page's own elements, so that cutting off the end leaves some
 * of them; the others are on top of everything. Size and layout of the page do not change. Null if the SVG is not one of our pages.
 */
export const drawMark = (svg: Buffer, mark: string): Buffer | null => {
  const text = svg.toString("latin1")
  const [, width, height] = viewBox.exec(text.slice(0, 2_000)) ?? []
  const end = text.lastIndexOf("</svg>")
  if (!width || !height || end < 0) return null
  const gaps = gapsOf(text.slice(0, end))
  const drawn = rowsOf(mark, Number(width), Number(height), pageLayout(Number(width), Number(height)))
  const inside = drawn.filter((_, index) => index % 2 === 1)
  const parts: Buffer[] = []
  let from = 0
  for (const [index, row] of inside.entries()) {
    // in the second half, where less of the page is drawn over them
    const at = gaps[Math.floor(gaps.length * (0.5 + (0.5 * index) / inside.length))] ?? end
    parts.push(svg.subarray(from, at), Buffer.from(row))
    from = at
  }
  parts.push(svg.subarray(from, end), Buffer.from(drawn.filter((_, index) => index % 2 === 0).join("")), svg.subarray(end))
  return Buffer.concat(parts)
}

/** Returns the size of a WebP picture in pixels; null for other bytes. Format: RFC 9649. */
const sizeOfWebp = (webp: Buffer): { width: number; height: number } | null => {
  if (webp.length < 30 || webp.toString("latin1", 0, 4) !== "RIFF" || webp.toString("latin1", 8, 12) !== "WEBP") return null
  const kind = webp.toString("latin1", 12, 16)
  if (kind === "VP8 ") return { width: webp.readUInt16LE(26) & 0x3fff, height: webp.readUInt16LE(28) & 0x3fff }
  if (kind === "VP8X") return { width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1 }
  if (kind !== "VP8L") return null
  const bits = webp.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** Draws the reader's mark over a thumbnail: an SVG of the same size that contains the WebP picture. Null if it is not one. */
export const drawThumbMark = (webp: Buffer, mark: string): Buffer | null => {
  const { width = 0, height = 0 } = sizeOfWebp(webp) ?? {}
  if (!width || !height) return null
  const size = `width="${width}" height="${height}"`
  const picture = `<image ${size} href="data:image/webp;base64,${webp.toString("base64")}"/>`
  const rows = rowsOf(mark, width, height, thumbLayout(width)).join("")
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size}>${picture}${rows}</svg>`)
}
