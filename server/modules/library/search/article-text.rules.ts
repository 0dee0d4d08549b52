const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" }

/** What sanitised HTML says: in it every "<" begins a tag. A tag that the end cuts off is left out. */
export const textOf = (html: string): string => {
  const open = html.lastIndexOf("<")
  return (open > html.lastIndexOf(">") ? html.slice(0, open) : html)
    .replace(/<\/(?:p|div|li|h[1-6]|tr|td|th|blockquote|pre)>|<br\s*\/?>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => characters[name]!)
}

const letters = 20_000
/** The longest name of a character, with its signs. */
const longestName = 6

/** Where a piece that begins at `from`, outside of tags, ends: neither within a tag nor within the name of a character. */
const endOfPiece = (html: string, from: number): number => {
  const end = from + letters
  if (end >= html.length) return html.length
  const piece = html.slice(from, end)
  const open = piece.lastIndexOf("<")
  if (open > piece.lastIndexOf(">")) return open > 0 ? from + open : html.indexOf(">", end) + 1 || html.length
  const name = piece.lastIndexOf("&")
  return name >= letters - longestName && !piece.includes(";", name) ? from + name : end
}

/** HTML in pieces of which each is read within two milliseconds; their texts together are the text of the whole. */
export const piecesOf = (html: string): string[] => {
  const pieces: string[] = []
  for (let from = 0; from < html.length;) {
    const end = endOfPiece(html, from)
    pieces.push(html.slice(from, end))
    from = end
  }
  return pieces
}
