/* Search result texts with <em> around the matches. They are escaped, so that clients may display them as HTML; our client parses them. */

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" } as const
const characters: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' }

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => entities[one as keyof typeof entities])
const unescaped = (text: string): string => text.replace(/&(?:amp|lt|gt|quot);/g, (one) => characters[one]!)

/** Escapes a text and puts <em> around the given ranges (from and to, in order, without overlaps). */
export const marked = (text: string, places: readonly (readonly [from: number, to: number])[]): string => {
  let html = ""
  let at = 0
  for (const [from, to] of places) {
    html += `${escaped(text.slice(at, from))}<em>${escaped(text.slice(from, to))}</em>`
    at = to
  }
  return html + escaped(text.slice(at))
}

/** Splits a marked text into parts, for display without HTML. Markup other than <em> stays text. */
export const partsOf = (html: string): { text: string; match: boolean }[] =>
  html
    .split(/<em>((?:(?!<em>)[\s\S])*?)<\/em>/)
    .map((part, at) => ({ text: unescaped(part), match: at % 2 === 1 }))
    .filter((part) => part.text !== "")

/** Returns a marked text as plain text. */
export const unmarked = (html: string): string => unescaped(html.replace(/<\/?em>/g, ""))
