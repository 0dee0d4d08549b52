type Range = { begin: number; end: number }
/** A part of a text from unit `at`; `hit` = it is marked. */
export type MarkedPart = { at: number; text: string; hit: boolean }

/** Splits a text into marked and unmarked parts; ranges that overlap become one. */
export const markedParts = (text: string, ranges: readonly Range[]): MarkedPart[] => {
  const parts: MarkedPart[] = []
  let at = 0
  const add = (end: number, hit: boolean) => {
    if (end <= at) return
    const last = parts.at(-1)
    if (last?.hit && hit) last.text += text.slice(at, end)
    else parts.push({ at, text: text.slice(at, end), hit })
    at = end
  }
  for (const { begin, end } of ranges.toSorted((a, b) => a.begin - b.begin)) {
    add(begin, false)
    add(end, true)
  }
  add(text.length, false)
  return parts
}
