/** Characters that may not begin a line, and characters that may not end one (kinsoku). */
const NO_START = new Set("，。、；：？！）》」』】〉〕”’…—～％‰℃,.;:?!)]}%")
const NO_END = new Set("（《「『【〈〔“‘([{")
/** Number of punctuation marks that may hang in the margin rather than begin a line. */
const MAX_HANGING = 2

const asciiWidths = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if ("iljI.,:;!|'`".includes(character)) return 0.28
  if ("mwMW@".includes(character)) return 0.85
  if (character >= "A" && character <= "Z") return 0.66
  return character === " " ? 0.28 : 0.52
})

const WIDE_QUOTES = new Set([0x2014, 0x2026, 0x201c, 0x201d, 0x2018, 0x2019])

function isWide(code: number): boolean {
  if (code < 0x1100) return false
  return (
    code <= 0x115f ||
    // Letterlike symbols, arrows, mathematics, shapes: full width in Chinese fonts.
    (code >= 0x2100 && code <= 0x27bf) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd) ||
    WIDE_QUOTES.has(code)
  )
}

/** Estimates the width in em: the viewer's font is unknown, and `textLength` corrects the difference. */
export function characterWidth(code: number, mono: boolean): number {
  if (isWide(code)) return 1
  if (mono) return 0.5
  // Greek and Cyrillic letters are wider than Latin ones.
  return asciiWidths[code] ?? (code >= 0x370 && code <= 0x52f ? 0.6 : 0.52)
}

export function textWidth(text: string, mono: boolean): number {
  let width = 0
  for (const character of text) width += characterWidth(character.codePointAt(0) ?? 0, mono)
  return width
}

/** One line. `raw` is its slice of the text, `shown` the same without trailing spaces, `width` that of `shown` in em. */
export type WrappedLine = { raw: string; visibleText: string; width: number }

function isSpace(character: string): boolean {
  return character === " " || character === "\t" || character === "\u3000"
}

function mayBreakBetween(before: string, after: string): boolean {
  if (NO_START.has(after) || NO_END.has(before) || isSpace(after)) return false
  if (isSpace(before) || before === "-" || before === "/") return true
  return isWide(before.codePointAt(0) ?? 0) || isWide(after.codePointAt(0) ?? 0)
}

function toLine(raw: string, mono: boolean): WrappedLine {
  const visibleText = raw.trimEnd()
  return { raw, visibleText, width: textWidth(visibleText, mono) }
}

/** Wraps one paragraph (without line breaks) to `width` em, in one pass over the text. Never returns an empty list. */
export function wrapLine(text: string, width: number, mono: boolean): WrappedLine[] {
  const lines: WrappedLine[] = []
  let [start, breakAt, used, usedAtBreak, hanging, index] = [0, 0, 0, 0, 0, 0]
  let before = ""
  for (const character of text) {
    const advance = characterWidth(character.codePointAt(0) ?? 0, mono)
    if (before !== "" && mayBreakBetween(before, character)) {
      breakAt = index
      usedAtBreak = used
    }
    const full = used + advance > width && index > start
    const hangs = isSpace(character) || (NO_START.has(character) && hanging < MAX_HANGING)
    if (full && !hangs) {
      // No break opportunity in this line: an overlong word is cut where it reaches the margin.
      const cut = breakAt > start ? breakAt : index
      lines.push(toLine(text.slice(start, cut), mono))
      used -= cut === index ? used : usedAtBreak
      start = cut
      hanging = 0
    } else if (full && !isSpace(character)) hanging += 1
    used += advance
    index += character.length
    before = character
  }
  lines.push(toLine(text.slice(start), mono))
  return lines
}
