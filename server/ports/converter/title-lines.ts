/** Font sizes of a title, largest first, in units of a cover that is 420 wide. */
const SIZES = [58, 52, 46, 40, 36, 32]
const LEADING = 1.34
const words = new Intl.Segmenter("zh", { granularity: "word" })
const characters = new Intl.Segmenter("zh", { granularity: "grapheme" })
/** Characters that must not begin a line. */
const CLOSING = /^[\p{Pe}\p{Pf}，。、；：！？…～·,.;:!?%）》」』】”’)\]]/u
/** Characters that must not end a line. */
const OPENING = /[\p{Ps}\p{Pi}（《「『【“‘([]$/u

const segments = (text: string, of: Intl.Segmenter): string[] => [...of.segment(text)].map(({ segment }) => segment)

/** Particles that belong to the word before them. */
const PARTICLE = /^[的地得之了着过们]$/u
/** A numeral before its measure word: 一则, 3 册. */
const NUMERAL = /[0-9０-９一二三四五六七八九十百千两几半]$/u
const MEASURE = /^\p{Script=Han}$/u

/** Checks whether a line must not break between two words. */
const isBound = (word: string, next: string): boolean =>
  CLOSING.test(next) || OPENING.test(word) || PARTICLE.test(next) || (NUMERAL.test(word) && MEASURE.test(next))

/** Returns the width in em: Chinese characters are square, Latin letters a little over half as wide. */
const widthOf = (text: string): number => {
  let width = 0
  for (const character of text)
    width += /[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\uffef\u{1f000}-\u{3ffff}]/u.test(character) ? 1 : 0.6
  return width
}

/** Returns parts that stay together on a line, each at most `width` em wide. */
function partsOf(title: string, width: number): string[] {
  const parts: string[] = []
  for (const word of segments(title, words)) {
    const last = parts.at(-1)
    if (last !== undefined && isBound(last, word) && widthOf(last + word) <= width) parts[parts.length - 1] = last + word
    else parts.push(...(widthOf(word) <= width ? [word] : segments(word, characters)))
  }
  return parts
}

function fill(parts: readonly string[], width: number): string[] {
  const lines: string[] = []
  let line = ""
  for (const part of parts) {
    if (line && widthOf((line + part).trimEnd()) > width) {
      lines.push(line.trim())
      line = ""
    }
    line += line ? part : part.trimStart()
  }
  if (line.trim()) lines.push(line.trim())
  return lines
}

/** Balances the lines without adding any. */
function balance(parts: readonly string[], width: number): string[] {
  const lines = fill(parts, width)
  for (let narrow = width - 0.5; narrow > width / 2; narrow -= 0.5) {
    const even = fill(parts, narrow)
    if (even.length > lines.length || even.some((line) => widthOf(line) > narrow)) break
    lines.splice(0, lines.length, ...even)
  }
  return lines
}

/**
 * Breaks the title into lines of at most `width`, in the largest size in which all of it fits into `height`. The end of a very long title
 * is replaced by ….
 */
export function layTitle(title: string, width: number, height: number): { lines: string[]; size: number } {
  const clean = title.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim()
  for (const size of SIZES) {
    const em = width / size
    const lines = balance(partsOf(clean, em), em)
    const most = Math.min(size >= 46 ? 4 : 8, Math.floor(height / (size * LEADING)))
    if (lines.length <= most) return { lines, size }
  }
  const size = SIZES.at(-1)!
  const lines = fill(partsOf(clean, width / size), width / size).slice(0, Math.max(1, Math.floor(height / (size * LEADING))))
  lines.push(`${segments(lines.pop()!, characters).slice(0, -1).join("")}…`)
  return { lines, size }
}
