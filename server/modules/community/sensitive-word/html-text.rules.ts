const tag = /<[^>]*>/g
const block = /^<\/?(p|div|li|h\d|tr|td|th|blockquote|pre|br|hr)\b/i

/** Returns the text of sanitized HTML, and the position in the HTML of each of its units. */
export const plainTextOf = (html: string): { text: string; positions: number[] } => {
  const positions: number[] = []
  const parts: string[] = []
  let at = 0
  const add = (end: number) => {
    parts.push(html.slice(at, end))
    for (; at < end; at++) positions.push(at)
  }
  for (const match of html.matchAll(tag)) {
    add(match.index)
    if (block.test(match[0])) {
      parts.push("\n")
      positions.push(match.index)
    }
    at = match.index + match[0].length
  }
  add(html.length)
  return { text: parts.join(""), positions }
}

/** Masks ranges of the text of `plainTextOf`; tags stay. */
export const maskHtml = (html: string, ranges: readonly { begin: number; end: number }[]): string => {
  const { text, positions } = plainTextOf(html)
  const units = html.split("")
  for (const { begin, end } of ranges)
    for (let at = begin; at < end; at++) if (/[\p{L}\p{N}\p{M}\p{Cs}]/u.test(text[at]!)) units[positions[at]!] = "*"
  return units.join("")
}
