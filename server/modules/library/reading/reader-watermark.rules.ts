/** Rows of the mark on a page, and how often its text is repeated in a row. */
const rows = 7
const columns = 3
const degrees = -24

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

const rowOf = (text: string, index: number, width: number, height: number): string => {
  const size = Math.max(6, Math.min(width, height) / 34)
  const y = Math.round(((index + 0.5) * height) / rows)
  const step = Math.round(width / columns)
  const shift = index % 2 ? Math.round(step / 2) : 0
  const texts = Array.from({ length: columns }, (_, column) => {
    const x = Math.round((column + 0.5) * step) - shift
    return `<text x="${x}" y="${y}" transform="rotate(${degrees} ${x} ${y})">${text}</text>`
  }).join("")
  return `<g fill="#808080" fill-opacity=".3" text-anchor="middle" font-family="sans-serif" font-size="${size.toFixed(1)}">${texts}</g>`
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
  const line = escaped(mark)
  const drawn = Array.from({ length: rows }, (_, index) => rowOf(line, index, Number(width), Number(height)))
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
