import { directAnalyser } from "./direct-analyser"
import type { Analysed } from "./analysis"
import { facetsOf, fits } from "./facets"
import { fold } from "./fold"
import {
  maxHits,
  maxRanked,
  type SearchEntry,
  type EntryKey,
  type SearchHit,
  type SearchQuery,
  type SearchPort,
  type Sort,
} from "./search.port"
import { nearestWord } from "./spelling"
import { staticScore } from "./static-score"

/** An entry with its folded texts: title, keywords, description and pages. */
type MemoryEntry = { entry: SearchEntry; score: number; lines: string[]; analysed: Analysed }

const keyOf = ({ kind, id }: EntryKey) => `${kind}/${id}`
const headLines = 3

const has = ({ lines }: MemoryEntry, term: string) => (term.length === 1 ? lines.slice(0, 2) : lines).some((line) => line.includes(term))
const pageOf = ({ lines }: MemoryEntry, terms: readonly string[]): number => {
  const counts = lines.map((line) => terms.filter((term) => line.includes(term)).length)
  const most = Math.max(...counts)
  const page = counts.findIndex((count, at) => at >= headLines && count === most)
  return most > 0 && page >= 0 ? page - headLines + 1 : 0
}

const orders: Record<Exclude<Sort, "default">, (entry: SearchEntry) => number> = {
  latest: (entry) => entry.created_at.getTime(),
  pages: (entry) => entry.length,
  size: (entry) => entry.size,
  score: (entry) => entry.rating,
  view_count: (entry) => entry.views,
  download_count: (entry) => entry.downloads,
  favorite_count: (entry) => entry.favorites,
}
const relevance = ({ lines: [title = "", keywords = ""], score, analysed }: MemoryEntry, { terms, words = [] }: SearchQuery): number => {
  const phrase = terms.join("")
  const share = (text: string) => terms.filter((term) => text.includes(term)).length / terms.length
  const shared = words.length ? words.filter((word) => analysed.words.includes(word)).length / words.length : 0
  return (title === phrase ? 6 : 0) + (title.startsWith(phrase) ? 2 : 0) + 4 * share(title) + 2 * share(keywords) + 0.3 * score + 2 * shared
}

/** 2 if the title equals the query, 1 if it contains all terms, else 0. */
const titleRank = ({ lines: [title = ""] }: MemoryEntry, { terms }: SearchQuery): number =>
  title === terms.join("") ? 2 : Number(terms.every((term) => title.includes(term)))

/** Sorts matches, which are in the order of their static scores. */
const inOrder = (matches: MemoryEntry[], query: SearchQuery): MemoryEntry[] => {
  const { sort } = query
  if (sort !== "default") return matches.toSorted((one, other) => orders[sort](other.entry) - orders[sort](one.entry))
  const byTitle = matches.toSorted((one, other) => titleRank(other, query) - titleRank(one, query))
  const ranked = byTitle
    .slice(0, maxRanked)
    .map((one) => ({ one, title: titleRank(one, query), relevance: relevance(one, query) }))
    .toSorted((one, other) => other.title - one.title || other.relevance - one.relevance)
  return [...ranked.map(({ one }) => one), ...byTitle.slice(maxRanked)]
}

/** Scans every text for every query: the fake for tests, and the baseline that other engines are measured against (`npm run recall`). */
export const memorySearch = (): SearchPort => {
  const store = new Map<string, MemoryEntry>()
  const analyser = directAnalyser()
  const put = async (entries: readonly SearchEntry[]) => {
    for (const entry of entries) {
      const lines = [entry.title, entry.keywords, entry.description, ...entry.pages].map(fold)
      store.set(keyOf(entry), { entry, score: staticScore(entry), lines, analysed: await analyser.analyse(entry) })
    }
  }
  const matching = ({ terms, any }: SearchQuery) =>
    [...store.values()]
      .filter((one) => (any ? terms.some((term) => has(one, term)) : terms.length > 0 && terms.every((term) => has(one, term))))
      .toSorted((one, other) => other.score - one.score || one.entry.kind - other.entry.kind || one.entry.id - other.entry.id)
  return {
    engine: "memory",
    put,
    remove: async (keys) => {
      for (const key of keys) store.delete(keyOf(key))
    },
    find: async (query) => {
      const { filter, offset, limit, now, terms } = query
      const all = matching(query)
      const fitting = all.filter(({ entry }) => fits(entry, filter))
      const hits = inOrder(fitting, query)
        .slice(offset, Math.min(offset + limit, maxHits))
        .map((one): SearchHit => ({ kind: one.entry.kind, id: one.entry.id, page: pageOf(one, terms) }))
      const facets = facetsOf(
        all.map(({ entry }) => entry),
        filter,
        now,
      )
      return { total: fitting.length, approximate: false, sampled: 0, omission: "", hits, facets }
    },
    suggest: async ({ text, kind, limit }) => {
      const folded = fold(text)
      const rankOf = ({ lines: [title = ""], analysed }: MemoryEntry): number => {
        const sounds = [analysed.pinyin, analysed.initials]
        if (title.startsWith(folded)) return 0
        if (sounds.some((sound) => sound.startsWith(folded))) return 1
        return title.includes(folded) ? 2 : sounds.some((sound) => sound.includes(folded)) ? 3 : 4
      }
      return [...store.values()]
        .filter((one) => folded && (kind === undefined || one.entry.kind === kind) && rankOf(one) < 4)
        .toSorted((one, other) => rankOf(one) - rankOf(other) || other.score - one.score || one.entry.id - other.entry.id)
        .slice(0, limit)
        .map(({ entry }) => ({ kind: entry.kind, id: entry.id, title: entry.title }))
    },
    correct: async (word) =>
      nearestWord(
        word,
        [...store.values()].flatMap(({ analysed }) => analysed.latin),
      ),
    cut: (text) => analyser.cut(text),
    rebuild: async (source) => {
      const before = [...store.keys()]
      const seen = new Set<string>()
      for await (const entries of source) {
        await put(entries)
        for (const entry of entries) seen.add(keyOf(entry))
      }
      for (const key of before) if (!seen.has(key)) store.delete(key)
    },
    settle: async (counters) => {
      if (!counters) return
      for await (const rows of counters)
        for (const row of rows) {
          const one = store.get(keyOf(row))
          if (one) store.set(keyOf(row), { ...one, entry: { ...one.entry, ...row }, score: staticScore(row) })
        }
    },
    known: async (kind, from, to) =>
      [...store.values()]
        .filter(({ entry }) => entry.kind === kind && entry.id >= from && entry.id <= to)
        .map(({ entry }) => entry.id)
        .toSorted((one, other) => one - other),
    state: async () => ({ entries: store.size, settled: store.size, changed: 0, settled_at: null, outdated: false }),
    condition: async () => ({ complete: true, obsolete: false, trouble: null }),
    close: () => analyser.close(),
  }
}
