const latin = /\p{Script=Latin}/gu
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
/** Words of a foreign language within Chinese text, with the quotes, digits and spaces between them. */
const run =
  /[“‘(]?\p{Script=Latin}[\p{Script=Latin}\p{M}\d\s.,;:!?'’"“”‘()/&-]*\s\p{Script=Latin}[\p{Script=Latin}\p{M}\d’'-]*(?:[”’.)]+)?/gu

/** Returns true for a text in Latin letters: its quotes and spaces are not those of Chinese. */
export const isLatin = (text: string): boolean => (text.match(latin)?.length ?? 0) > (text.match(wide)?.length ?? 0) * 3

/** Splits a text at its runs of several Latin words. */
export const latinRuns = (text: string): { text: string; latin: boolean }[] => {
  const parts: { text: string; latin: boolean }[] = []
  let at = 0
  for (const match of text.matchAll(run)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), latin: false })
    parts.push({ text: match[0], latin: true })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at), latin: false })
  return parts
}
