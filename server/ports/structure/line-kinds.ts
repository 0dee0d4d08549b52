import { markBegins, usualOf } from "./block-begins"
import { type BodyText, follows, isFree, type PageLines } from "./line-relations"
import { commonest, type PageLine } from "./lines"
import { captionStart, captionVerb, isContentsTitle, isOption, leader, markerOf, sentenceEnd, titleStart } from "./markers"
import type { OutlineEntry } from "./structure.port"

/* The thresholds were tuned on labelled pages (docs/decisions/135). Sizes are relative to the body. */

/** A title is at least one Chinese type size larger: 小四 (12 pt) is 1.143 times 五号 (10.5 pt). */
const LARGER = 1.14
/** A footnote is at least one point smaller: 11 pt is 0.92 of 12 pt. */
const SMALLER = 0.93
/** Lines of the body differ less from its size: 10 and 10.5 pt, rounded and scaled, are one body. */
const SAME_SIZE = 0.08
/** How much a monospaced letter counts for the size of the body, so that long listings do not outweigh the running text. */
const MONO_WEIGHT = 0.4
/** How much a letter of a line with punctuation counts: running text has it, titles and tables do not. */
const SENTENCE_WEIGHT = 2
/** The largest gap between lines of one title or one sentence, in em; paragraphs may be set wider. */
const TIGHT = 0.6
/** The share of monospaced letters above which that font is the body, and marks no code. */
const MOSTLY_MONO = 0.7
/** Ends a Chinese sentence: titles have no full stop. */
const fullStop = /[。；，]["”’」』）)]?$/
/** Longer text is no title (characters). */
const MAX_TITLE = 110
const TITLE_LINES = 3

export const bodyOf = (lines: readonly PageLine[]): BodyText => {
  const letters = lines.map((line) => ({
    value: line.size,
    weight: line.text.length * (line.mono ? MONO_WEIGHT : 1) * (/[，。,.；;] ?[^\d]/.test(line.text) ? SENTENCE_WEIGHT : 1),
    line,
  }))
  const size = commonest(letters)
  const bodyLines = letters.filter(({ value }) => Math.abs(value - size) < size * SAME_SIZE)
  const sum = (all: typeof letters) => all.reduce((total, { line }) => total + line.text.length, 0)
  return {
    size,
    bold: sum(bodyLines.filter(({ line }) => line.bold)) * 2 > sum(bodyLines),
    mono: sum(bodyLines.filter(({ line }) => line.mono)) > sum(bodyLines) * MOSTLY_MONO,
  }
}

const bare = (text: string): string => text.replace(/[\s.．、:：·…]+/g, "").toLowerCase()

/** Returns the outline titles on a page, without whitespace, by level. */
const titlesOn = (outline: readonly OutlineEntry[], page: number): Map<string, number> =>
  new Map(outline.filter((entry) => entry.page === page).map(({ title, level }) => [bare(title), level]))

const levelIn = (titles: Map<string, number>, text: string): number => {
  const bodyLetters = bare(text)
  if (bodyLetters.length < 2) return 0
  for (const [title, level] of titles)
    if (bodyLetters === title || (title.length >= 3 && bodyLetters.endsWith(title) && bodyLetters.length - title.length <= 8)) return level
  return 0
}

const markContents = ({ lines }: PageLines, open: boolean): boolean => {
  const entry = (line: PageLine) =>
    isFree(line) &&
    (leader.test(line.text)
      ? /(?:\d{1,4}|[ivxlc]{1,6}|[…．.·]\s?)\s*$/i.test(line.text)
      : line.parts.length > 1 && /^(?:\d{1,4}|[ivxlc]{1,6})$/.test(line.parts.at(-1)!.text.trim()))
  const entries = lines.filter(entry)
  const titled = lines.some(({ text }) => isContentsTitle(text.replace(/\d+$/, "")))
  const led = entries.filter(({ text }) => leader.test(text)).length
  const edge = commonest(
    entries.map(({ right }) => ({ value: right, weight: 1 })),
    4,
  )
  const aligned = entries.filter(({ right }) => Math.abs(right - edge) < 8)
  if (!(led >= 3 || (aligned.length >= 4 && (titled || open)))) return false
  for (const line of entries) if (leader.test(line.text) || aligned.includes(line)) line.kind = "contents"
  // An entry of two lines ends on the second.
  lines.forEach((line, at) => {
    const next = lines[at + 1]
    if (isFree(line) && next?.kind === "contents" && follows(line, next) && !titleOf(line) && line.right > edge - 120) {
      line.kind = "contents"
      next.begins = false
    }
  })
  return true
}
const titleOf = (line: PageLine): boolean => isContentsTitle(line.text)

/** Checks whether a monospaced line is part of running text, where only some words are set in that font. */
const isInside = (lines: readonly PageLine[], at: number): boolean => {
  const line = lines[at]!
  const before = lines[at - 1]
  if (!before || before.kind === "code" || before.mono || !follows(before, line, TIGHT)) return false
  const next = lines[at + 1]
  const level =
    Math.abs(line.left - before.left) < 2 || (next !== undefined && Math.abs(line.left - next.left) < 2 && before.left > line.left)
  return (
    level &&
    !/[:：]$/.test(before.text) &&
    (!sentenceEnd.test(before.text) || (next !== undefined && !next.mono && follows(line, next, TIGHT)))
  )
}

/** The largest gap between two lines of one listing, in em. */
const CODE_AIR = 2.4

const markCode = ({ lines }: PageLines, body: BodyText): void => {
  if (body.mono) return
  lines.forEach((line, at) => {
    if (isFree(line) && line.mono && !isInside(lines, at) && !/^[•·●▪■]/.test(line.text)) line.kind = "code"
  })
  // Comments and numbers between lines of code.
  const isCode = (line: PageLine | undefined) => line?.kind === "code"
  lines.forEach((line, at) => {
    if (!isFree(line) || line.text.length > 60 || !isCode(lines[at - 1])) return
    const next = [1, 2, 3].find((step) => isCode(lines[at + step]))
    const between = next ? lines.slice(at, at + next) : []
    const tight = [...between, lines[at + (next ?? 1)]!].every(
      (one, index) => one && one.top - lines[at + index - 1]!.bottom < one.size * 0.8 && one.top > lines[at + index - 1]!.top - 2,
    )
    const left = Math.min(
      ...lines
        .slice(Math.max(0, at - 6), at)
        .filter(isCode)
        .map((one) => one.left),
    )
    if (
      next &&
      tight &&
      between.every((one) => isFree(one) && (/^\d{1,4}$|^[%#/.…]/.test(one.text) || one.mono || one.left > left + 4)) &&
      !sentenceEnd.test(line.text)
    )
      line.kind = "code"
  })
  lines.forEach((line, at) => {
    const before = lines[at - 1]
    if (isCode(line)) line.begins = !(before && isCode(before) && line.top - before.bottom < line.size * CODE_AIR && line.top > before.top)
  })
}

const markCaptions = ({ lines }: PageLines, body: BodyText): void => {
  lines.forEach((line, at) => {
    if (!isFree(line) || !captionStart.test(line.text) || captionVerb.test(line.text)) return
    const before = lines[at - 1]
    // A line within a paragraph may begin with a figure number.
    if (follows(before, line, 0.5) && isFree(before!) && !sentenceEnd.test(before!.text) && Math.abs(before!.left - line.left) < line.size)
      return
    line.kind = "caption"
    for (let next = at + 1; next < lines.length && next < at + 6; next += 1) {
      const more = lines[next]!
      if (
        !isFree(more) ||
        !follows(lines[next - 1], more, 0.45) ||
        (more.size > body.size * 0.96 && sentenceEnd.test(lines[next - 1]!.text)) ||
        captionStart.test(more.text)
      )
        break
      if (more.size > line.size * 1.05) break
      Object.assign(more, { kind: "caption", begins: false })
    }
  })
}

const noteStart = /^(?:\d{1,3}(?!\d|\.\d|[)）])|[*†‡§]+|[①-⑳❶-❿]|\[\d{1,3}\]|[（(]\d{1,2}[)）]|注[:：])/

/** Marks footnotes: the last lines of a page or column, smaller than the text. The first begins with a number or a symbol. */
const markNotes = ({ height, lines }: PageLines, body: BodyText): void => {
  const small = (line: PageLine) => line.size < body.size * SMALLER && (isFree(line) || line.kind === "code")
  const candidates = lines.filter(({ kind }) => kind !== "furniture")
  candidates.forEach((line, at) => {
    if (line.kind === "note" || !small(line) || line.top < height * 0.45 || !noteStart.test(line.text)) return
    const before = candidates[at - 1]
    if (before && small(before) && before.kind !== "note" && follows(before, line)) return
    // All lines below it in its column must be as small.
    const below = candidates.filter(
      (other) => other.top > line.top && Math.min(other.right, line.right) - Math.max(other.left, line.left) > 0,
    )
    if (!below.every((other) => small(other) || other.kind === "note")) return
    line.kind = "note"
    for (let next = at + 1; next < candidates.length; next += 1) {
      const more = candidates[next]!
      if (!small(more) || more.top < line.top) break
      more.kind = "note"
      more.begins = noteStart.test(more.text) && more.left < candidates[next - 1]!.left + 30
    }
  })
}

/** Checks whether a line is a title: larger, bolder, numbered like a title, or in the outline. */
const isTitle = (
  lines: readonly PageLine[],
  at: number,
  body: BodyText,
  air: { above: number; below: number },
  column: number,
): boolean => {
  const line = lines[at]!
  const { text, size, bold } = line
  if (fullStop.test(text)) return false
  if (text.length > MAX_TITLE || !/[\p{L}\p{N}]/u.test(text)) return false
  const start = titleStart(text)
  if (size >= body.size * LARGER) {
    if (/^[•·●▪■]/.test(text) || (sentenceEnd.test(text) && !/[?？]$/.test(text) && text.length > 24)) return false
    // Large text over several lines is body text, as on a slide or poster.
    const [before, next] = [lines[at - 1], lines[at + 1]]
    if (
      text.length > 30 &&
      ((next && follows(line, next, TIGHT) && sentenceEnd.test(next.text)) ||
        (before && follows(before, line, TIGHT) && before.kind === "paragraph"))
    )
      return false
    return /\p{L}/u.test(text) || text.length < 12
  }
  if (/[，,；;。]$/.test(text) || isOption(text) || /^[•·●○▪■◆►▶➢➤]/.test(text)) return false
  const alone = line.right - line.left < column * 0.75
  if (bold && !body.bold && size >= body.size * SMALLER) {
    let last = at
    while (
      last < at + TITLE_LINES &&
      lines[last + 1]?.bold &&
      follows(lines[last], lines[last + 1]!, TIGHT) &&
      titleStart(lines[last + 1]!.text) === 0
    )
      last += 1
    // Bold sentences are not titles.
    if (last >= at + TITLE_LINES || (last > at && sentenceEnd.test(lines[last]!.text))) return false
    if (sentenceEnd.test(text) && !/[?？]$/.test(text)) return false
    if (markerOf(text) !== "" && start === 0 && air.above < 0.5) return false
    return start > 0 || (air.above > 0.25 && text.length < 80) || alone
  }
  if (start === 0 || sentenceEnd.test(text) || !alone) return false
  return size > body.size * 0.97 && (start === 1 ? air.above > 0.2 || air.below > 0.2 : air.above > 0.45 || size > body.size * 1.04)
}

/** Checks whether the lines from `from` to `at` begin a paragraph that continues in the same letters and ends in a full stop. */
const endsAsSentence = (lines: readonly PageLine[], from: number, at: number): boolean => {
  const first = lines[from]!
  if (titleStart(first.text) > 0 || first.right - first.left < first.size * 12) return false
  for (let next = at + 1; next < lines.length; next += 1) {
    const [line, before] = [lines[next]!, lines[next - 1]!]
    if (!isFree(line) || !follows(before, line, TIGHT) || Math.abs(line.size - first.size) > 0.6 || line.bold !== first.bold) return false
    if (fullStop.test(line.text)) return true
  }
  return false
}

const markTitles = ({ page, lines }: PageLines, body: BodyText, outline: readonly OutlineEntry[]): void => {
  const titles = titlesOn(outline, page)
  const column = Math.max(
    1,
    ...lines.filter((line) => isFree(line) && Math.abs(line.size - body.size) < 1).map(({ left, right }) => right - left),
  )
  lines.forEach((line, at) => {
    if (!isFree(line) || line.begins === false) return
    const [before, next] = [lines[at - 1], lines[at + 1]]
    const level = levelIn(titles, line.text)
    const airOf = (gap: number) => (gap < 0 || gap > line.size * 20 ? 2 : gap / line.size)
    const air = {
      above: before && before.kind !== "furniture" ? airOf(line.top - before.bottom) : 2,
      below: next && next.kind !== "furniture" ? airOf(next.top - line.bottom) : 2,
    }
    if (level > 0 && line.size > body.size * 0.9 && line.text.length < MAX_TITLE && !fullStop.test(line.text))
      Object.assign(line, { kind: "heading", level })
    else if (isTitle(lines, at, body, air, column)) line.kind = "heading"
    if (line.kind !== "heading") return
    if (
      before?.kind === "heading" &&
      follows(before, line, TIGHT) &&
      before.bold === line.bold &&
      titleStart(line.text) === 0 &&
      level === 0
    ) {
      line.begins = false
      line.level = before.level
    }
  })
  // A title-like run of many lines is body text.
  let from = 0
  lines.forEach((line, at) => {
    if (line.kind !== "heading" || line.begins) from = at
    const last = lines[at + 1]?.kind !== "heading" || lines[at + 1]!.begins
    if (line.kind !== "heading" || !last) return
    if (at - from >= TITLE_LINES || endsAsSentence(lines, from, at)) for (const one of lines.slice(from, at + 1)) one.kind = "paragraph"
  })
}

/** Sets the kind of every line of the pages. Cells and running heads must be marked already. */
export const markLines = (
  sheets: readonly PageLines[],
  body: BodyText,
  outline: readonly OutlineEntry[],
  markTables: (sheet: PageLines) => void,
): void => {
  let contents = false
  for (const sheet of sheets) {
    sheet.lines.filter(isFree).forEach((line) => {
      if (titleOf(line)) line.kind = "heading"
    })
    contents = markContents(sheet, contents)
    markCode(sheet, body)
    markNotes(sheet, body)
    markCaptions(sheet, body)
    markTables(sheet)
  }
  for (const sheet of sheets) {
    markTitles(sheet, body, outline)
    const gaps = sheet.lines.flatMap((line, at) => {
      const before = sheet.lines[at - 1]
      return before && follows(before, line, 1.6) && Math.abs(line.size - body.size) < body.size * 0.1
        ? [(line.top - before.bottom) / line.size]
        : []
    })
    markBegins(sheet, usualOf(gaps))
  }
  rankTitles(sheets)
}

/** Sets the level of titles that are not in the outline: the largest text first, then bold text. */
const rankTitles = (sheets: readonly PageLines[]): void => {
  const titles = sheets.flatMap(({ lines }) => lines.filter(({ kind }) => kind === "heading"))
  const weightOf = ({ size, bold }: PageLine) => Math.round(size) * 2 + (bold ? 1 : 0)
  const ranks = [...new Set(titles.map(weightOf))].sort((one, other) => other - one)
  for (const line of titles) if (line.level === 0) line.level = Math.min(6, 1 + ranks.indexOf(weightOf(line)))
}
