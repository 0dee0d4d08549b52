import { headLines, type Analysed } from "../analysis"
import { fold } from "../fold"
import type { SearchEntry, EntryKey, EntryKind } from "../search.port"
import { staticScore } from "../static-score"
import type { OpenSearchJson } from "./json"

/** Maps a lone surrogate to a private-use character, because it cannot be sent as text. Folded texts never contain that character. */
const unit = (code: number): number => (code >= 0xd800 && code <= 0xdfff ? code + 0x800 : code)
const space = 32

/**
 * Returns all pairs of neighbouring characters of a folded text, in order, separated by spaces. As a phrase they match exactly this text.
 */
export const pairsOf = (text: string): string => {
  if (text.length < 2) return ""
  // A text may be long, and this thread serves requests.
  const units = new Uint16Array(3 * (text.length - 1))
  for (let at = 0; at < text.length - 1; at++) {
    units[3 * at] = unit(text.charCodeAt(at))
    units[3 * at + 1] = unit(text.charCodeAt(at + 1))
    units[3 * at + 2] = space
  }
  return Buffer.from(units.buffer, 0, units.byteLength - 2).toString("utf16le")
}

/** Returns a folded text as it is stored unsplit. */
export const wholeOf = (text: string): string => {
  const units = Uint16Array.from({ length: text.length }, (_, at) => unit(text.charCodeAt(at)))
  return Buffer.from(units.buffer).toString("utf16le")
}

/** Returns the distinct characters of a folded text. */
export const lettersOf = (text: string): string[] => [...new Set(wholeOf(text))]

export const idOf = ({ kind, id }: EntryKey): string => `${kind}-${id}`
export const keyOf = (id: string): EntryKey => {
  const [kind, number] = id.split("-").map(Number)
  return { kind: kind as EntryKind, id: number! }
}

/** Position of title, keywords and description, which sorts them after the pages when the position of a match is requested. */
export const headPosition = 2_000_000_000

/** The last character is a token of its own, so that every character of the line begins a token. */
const lineOf = (text: string, at: number) => ({
  place: at < headLines ? headPosition : at - headLines + 1,
  text: [pairsOf(text), wholeOf(text.slice(-1))].filter(Boolean).join(" "),
})

/** Returns the static score, at least 0, because OpenSearch does not allow negative scores. */
export const scoreOf = (facts: Parameters<typeof staticScore>[0]): number => Math.max(0, staticScore(facts))

/** Returns an entry as OpenSearch stores it. */
export const documentOf = (entry: SearchEntry, analysed: Analysed): OpenSearchJson => {
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
