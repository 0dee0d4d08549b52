import type { TextRun } from "@/lib/contract/types"

/** Returns true if two runs are consecutive on one line: they overlap by half of the lower one. */
const isSameLine = (one: TextRun, next: TextRun): boolean => {
  const overlap = Math.min(one[2] + one[4], next[2] + next[4]) - Math.max(one[2], next[2])
  return overlap > Math.min(one[4], next[4]) / 2 && next[1] >= one[1]
}

/** Returns the separator of two runs in copied text: nothing if they touch, a space if there is a gap, a line break for the next line. */
export const between = (one: TextRun, next: TextRun): "" | " " | "\n" => {
  if (!isSameLine(one, next)) return "\n"
  const air = next[1] - (one[1] + one[3])
  const glued = /\s$/.test(one[0]) || /^\s/.test(next[0])
  return air > Math.min(one[4], next[4]) * 0.2 && !glued ? " " : ""
}

/** Joins pieces of runs in reading order as plain text. */
export const joinRuns = (pieces: { run: TextRun; text: string }[]): string =>
  pieces.map(({ run, text }, index) => (index ? between(pieces[index - 1]!.run, run) : "") + text).join("")

/** Returns the selected text: the first and last lines are cut at the selection, those in between are complete. */
export const selectedText = (range: Range, spans: { span: HTMLElement; run: TextRun }[]): string =>
  joinRuns(
    spans.flatMap(({ span, run }) => {
      if (!range.intersectsNode(span)) return []
      const from = span.contains(range.startContainer) ? range.startOffset : 0
      const to = span.contains(range.endContainer) ? range.endOffset : run[0].length
      // a range that ends in the element itself counts its only child, not characters
      const end = range.endContainer === span ? (range.endOffset > 0 ? run[0].length : 0) : to
      const text = run[0].slice(range.startContainer === span ? 0 : from, end)
      return text ? [{ run, text }] : []
    }),
  )
