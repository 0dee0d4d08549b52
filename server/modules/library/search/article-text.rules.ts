const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" }

/** Returns the text of sanitised HTML, in which every "<" starts a tag. A tag truncated by the end is dropped. */
export const textOf = (html: string): string => {
  const open = html.lastIndexOf("<")
  return (open > html.lastIndexOf(">") ? html.slice(0, open) : html)
    .replace(/<\/(?:p|div|li|h[1-6]|tr|td|th|blockquote|pre)>|<br\s*\/?>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => characters[name]!)
}

const letters = 20_000
/** Length of the longest character reference, including `&` and `;`. */
const longestName = 6

/** Returns where a piece that starts at `from`, outside tags, ends: never inside a tag or a character reference. */
const endOfPiece = (html: string, from: number): number => {
  const end = from + letters
  if (end >= html.length) return html.length
  const piece = html.slice(from, end)
  const open = piece.lastIndexOf("<")
  if (open > piece.lastIndexOf(">")) return open > 0 ? from + open : html.indexOf(">", end) + 1 || html.length
  const name = piece.lastIndexOf("&")
  return name >= letters - longestName && !piece.includes(";", name) ? from + name : end
}

/** Splits HTML into pieces that each take at most two milliseconds to read. Their concatenated texts equal the text of the whole. */
export const piecesOf = (html: string): string[] => {
  const pieces: string[] = []
  for (let from = 0; from < html.length;) {
    const end = endOfPiece(html, from)
    pieces.push(html.slice(from, end))
    from = end
  }
  return pieces
}
