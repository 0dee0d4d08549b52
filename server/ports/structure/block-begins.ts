import type { PageLine } from "./lines"
import { follows, isFree, type PageLines } from "./line-relations"
import { isOption, markerOf, sentenceEnd } from "./markers"

/** Returns the right edge of most of the text around a line. */
const edgeOf = (lines: readonly PageLine[], at: number): number => {
  const line = lines[at]!
  const around = lines
    .slice(Math.max(0, at - 14), at + 15)
    .filter(
      (other) =>
        ["paragraph", "item", "note"].includes(other.kind) &&
        Math.min(other.right, line.right) - Math.max(other.left, line.left) >
          Math.min(other.right - other.left, line.right - line.left) * 0.5,
    )
  const ends = around.map(({ right }) => right).sort((one, other) => other - one)
  for (const end of ends)
    if (ends.filter((other) => Math.abs(other - end) < line.size * 1.2).length >= Math.max(2, ends.length * 0.2)) return end
  return Math.max(line.right, ends[0] ?? 0)
}

/** Returns the spacing above a line that continues the previous one, in em. */
const gapAbove = (lines: readonly PageLine[], line: PageLine): number => {
  const before = lines[lines.indexOf(line) - 1]
  return follows(before, line) ? (line.top - before!.bottom) / line.size : 9
}

/** Estimates the width of the first word of a line. */
const firstWord = ({ text, right, left }: PageLine): number => {
  const word = /^[\u2e80-\u9fff\uff00-\uffef]/.test(text) ? text.slice(0, 1) : (/^\S+/.exec(text)?.[0] ?? "")
  return (word.length * (right - left)) / Math.max(1, text.length)
}

/** Splits a marker into its number and the rest: 4 for "4." */
const countOf = (marker: string): [count: number, form: string] => [
  Number(/\d{1,3}/.exec(marker)?.[0] ?? Number.NaN),
  marker.replace(/\d+/, ""),
]

/** Checks whether a line is the next item of a numbered list: same kind of marker, same position, number one higher. */
const countsOn = (item: PageLine | null, line: PageLine): boolean => {
  if (!item || Math.abs(item.left - line.left) > line.size * 0.3) return false
  const [[before, form], [count, lineForm]] = [countOf(markerOf(item.text)), countOf(markerOf(line.text))]
  return count === before + 1 && form === lineForm
}

/** Marks the lines that begin a paragraph or an item. */
export const markBegins = ({ lines }: PageLines, usualAir: number): void => {
  let item: PageLine | null = null
  lines.forEach((line, at) => {
    if (!isFree(line)) {
      if (line.kind !== "furniture") item = null
      return
    }
    const before = lines.slice(0, at).findLast(({ kind }) => kind !== "furniture")
    const marker = markerOf(line.text)
    const option = isOption(line.text)
    const joins =
      before && (before.kind === "paragraph" || before.kind === "item") && follows(before, line, Math.max(0.75, usualAir + 0.35))
    const air = before ? (line.top - before.bottom) / line.size : 9
    const edge = before ? edgeOf(lines, lines.indexOf(before)) : 0
    const short = before ? before.right < edge - Math.max(line.size * 1.1, firstWord(line) * 1.1) : true
    const next = lines[at + 1]
    // Part of a formula beside or within its line.
    if (
      before &&
      (before.kind === "paragraph" || before.kind === "item") &&
      line.left > before.left &&
      line.top < before.bottom - before.size * 0.25 &&
      line.bottom > before.top + before.size * 0.2
    ) {
      Object.assign(line, { kind: before.kind, begins: false })
      return
    }
    const unfinished = before !== undefined && !short && !/[。！？.!?:：]["”’」』）)]?$/.test(before.text)
    const sameText =
      unfinished &&
      joins &&
      line.left < before.left + line.size * 0.3 &&
      (before.kind === "paragraph" || !before.begins || line.left > before.left - 1)
    if ((marker || option) && (!sameText || /^[•●○▪■◆►▶➢➤]/.test(line.text) || countsOn(item, line))) {
      line.kind = "item"
      line.begins = true
      item = line
      return
    }
    // The same paragraph continues at the top of the next column.
    if (
      before &&
      unfinished &&
      before.kind === "paragraph" &&
      line.top < before.top - line.size * 3 &&
      Math.abs(before.size - line.size) < 0.6 &&
      line.left > before.right - line.size &&
      !(next && next.left < line.left - line.size * 0.8)
    ) {
      line.begins = false
      return
    }
    if (!joins) {
      item = null
      return
    }
    const indent = line.left - before.left
    // An item with a hanging indent continues where its text began; an item with full lines continues at the margin.
    if (item && before.kind === "item") {
      const first = before.begins
      const hanging = line.left > item.left + line.size * 0.6 && (first || Math.abs(line.left - before.left) < line.size * 0.5)
      if ((hanging && air < usualAir + 0.3) || (!short && line.left <= before.left + line.size * 0.3)) {
        Object.assign(line, { kind: "item", begins: false })
        return
      }
      item = null
      return
    }
    const indented = indent > line.size * 0.8 && indent < line.size * 5
    const gaps = [next && follows(line, next) ? (next.top - line.bottom) / line.size : 9, gapAbove(lines, before)]
    const spaced = air > usualAir + 0.28 && air > 0.3 && (air > Math.min(...gaps) + 0.2 || sentenceEnd.test(before.text))
    if (spaced) return
    if (indented && (short || sentenceEnd.test(before.text))) return
    if (short && (sentenceEnd.test(before.text) || before.right < edge - line.size * 4)) return
    if (before.bold !== line.bold && line.text.length > 12 && short) return
    line.begins = false
  })
}

/** Returns the usual line spacing: the smallest that many lines share. Paragraph spacing is larger and may be as frequent. */
export const usualOf = (gaps: readonly number[]): number => {
  const sorted = gaps.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.2)] ?? 0.2
}
