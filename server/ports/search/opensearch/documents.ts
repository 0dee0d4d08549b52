import { headLines, type Analysed } from "../analysis"
import { fold } from "../fold"
import type { Entry, EntryKey, Kind } from "../search.port"
import { staticScore } from "../static-score"
import type { Json } from "./json"

/**
 * One half of a character beyond the BMP is no text that could be sent: it stands as a character of private use, which no
 * folded text has.
 */
const unit = (code: number): number => (code >= 0xd800 && code <= 0xdfff ? code + 0x800 : code)
const space = 32

/** Every pair of neighbouring characters of a folded text, in order, with spaces between: as a phrase it stands for exactly this text. */
export const pairsOf = (text: string): string => {
  if (text.length < 2) return ""
  // a text may be long, and this thread serves people
  const units = new Uint16Array(3 * (text.length - 1))
  for (let at = 0; at < text.length - 1; at++) {
    units[3 * at] = unit(text.charCodeAt(at))
    units[3 * at + 1] = unit(text.charCodeAt(at + 1))
    units[3 * at + 2] = space
  }
  return Buffer.from(units.buffer, 0, units.byteLength - 2).toString("utf16le")
}

/** A folded text as it is kept whole. */
export const wholeOf = (text: string): string => {
  const units = Uint16Array.from({ length: text.length }, (_, at) => unit(text.charCodeAt(at)))
  return Buffer.from(units.buffer).toString("utf16le")
}

/** The single characters of a folded text. */
export const lettersOf = (text: string): string[] => [...new Set(wholeOf(text))]

export const idOf = ({ kind, id }: EntryKey): string => `${kind}-${id}`
export const keyOf = (id: string): EntryKey => {
  const [kind, number] = id.split("-").map(Number)
  return { kind: kind as Kind, id: number! }
}

/** Title, keywords and description come after the pages where the place of a match is asked for. */
export const headPlace = 2_000_000_000

const lineOf = (text: string, at: number) => ({ place: at < headLines ? headPlace : at - headLines + 1, text: pairsOf(text) })

/** Scores of the engine are never below zero. */
export const scoreOf = (facts: Parameters<typeof staticScore>[0]): number => Math.max(0, staticScore(facts))

/** An entry as the engine keeps it. */
export const documentOf = (entry: Entry, analysed: Analysed): Json => {
  const { pages: _, description: __, title: ___, keywords: ____, ext, language, created_at, ...facts } = entry
  const { title, keywords, text, words, latin } = analysed
  const [pinyin, initials] = [fold(analysed.pinyin), fold(analysed.initials)]
  return {
    ...facts,
    ...(ext && { ext }),
    ...(language && { language }),
    shown: entry.title.replaceAll("\u0000", ""),
    folded: wholeOf(title),
    pinyin: wholeOf(pinyin),
    initials: wholeOf(initials),
    title: pairsOf(title),
    keywords: pairsOf(keywords),
    sounds: [pairsOf(initials), pairsOf(pinyin)],
    title_letters: lettersOf(title),
    keywords_letters: lettersOf(keywords),
    sound_letters: lettersOf(initials + pinyin),
    words: words.map(wholeOf),
    latin,
    lines: text
      .split("\n")
      .map(lineOf)
      .filter((line) => line.text),
    score: scoreOf(entry),
    created_at: created_at.getTime(),
  }
}
