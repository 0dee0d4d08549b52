import type { Analyser } from "../analyser"
import type { Analysed } from "../analysis"
import { fold } from "../fold"
import type { SearchEntry, EntryKey } from "../search.port"
import { staticScore } from "../static-score"
import { addTokens } from "../tokens"

/** An entry as JSON for `jsonb_to_recordset`, with arrays of numbers in PostgreSQL notation. */
export type SearchRow = Record<string, unknown> & EntryKey

const arrayOf = (values: Iterable<number>) => `{${[...values].join()}}`

const entryRow = (entry: SearchEntry, analysed: Analysed): SearchRow => {
  const { pages: _, description: __, created_at, categories, ...facts } = entry
  const { title, keywords, text, words, tokens } = analysed
  return {
    ...facts,
    title,
    keywords,
    text,
    words,
    score: staticScore(entry),
    created_at: created_at.toISOString(),
    categories: arrayOf(categories),
    tokens: arrayOf(tokens),
  }
}

/** Returns the tokens for title suggestions: letters, pinyin and initials, each as tokens of one and two characters. */
export const titleTokens = (text: string, into = new Set<number>()): Set<number> => {
  addTokens(text, into)
  for (let at = 0; at < text.length; at++) into.add(text.charCodeAt(at))
  return into
}

const titleRow = (entry: SearchEntry, { title, pinyin, initials }: Analysed): SearchRow => {
  const tokens = titleTokens(title)
  titleTokens(initials, tokens)
  titleTokens(pinyin, tokens)
  return {
    kind: entry.kind,
    id: entry.id,
    score: staticScore(entry),
    title: entry.title.replaceAll("\u0000", ""),
    folded: title,
    pinyin: fold(pinyin),
    initials: fold(initials),
    tokens: arrayOf(tokens),
  }
}

export type Prepared = { entries: SearchRow[]; titles: SearchRow[]; latin: string[] }

/** Converts these entries to table rows; of repeated entries, the last one. */
export const prepare = async (analyser: Analyser, entries: readonly SearchEntry[]): Promise<Prepared> => {
  const prepared: Prepared = { entries: [], titles: [], latin: [] }
  const latin = new Set<string>()
  const newest = new Map(entries.map((entry) => [`${entry.kind}/${entry.id}`, entry]))
  for (const entry of newest.values()) {
    const analysed = await analyser.analyse(entry)
    prepared.entries.push(entryRow(entry, analysed))
    prepared.titles.push(titleRow(entry, analysed))
    for (const word of analysed.latin) latin.add(word)
  }
  prepared.latin = [...latin].toSorted()
  return prepared
}
