import type { Facts, Fee, EntryKind } from "./search.port"

/*
 * The tokens of a text as 32-bit integers: every pair of neighbouring characters, trigrams of Latin letters and digits, single characters
 * of title and keywords, and filter values. A pair is its two code units, so it is exact. Folded texts never contain private-use
 * characters, so filters use their range.
 */

const pair = (one: number, other: number) => (one << 16) | other
const single = (code: number) => code
const trigramBase = 0x1_0000
const facetBase = 0xe000_0000 | 0
const facet = (group: number, value: number) => facetBase + group * 0x100_0000 + (value & 0xff_ffff)

/** Returns 0–35 for Latin letters and digits, otherwise -1. */
const alnum = (code: number): number => (code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? code - 22 : -1)
const trigram = (one: number, two: number, three: number): number | null => {
  const [a, b, c] = [alnum(one), alnum(two), alnum(three)]
  return a < 0 || b < 0 || c < 0 ? null : trigramBase + (a * 36 + b) * 36 + c
}

/** Adds the pairs and trigrams of one folded line. */
export const addTokens = (line: string, into: Set<number>): void => {
  for (let at = 1; at < line.length; at++) {
    into.add(pair(line.charCodeAt(at - 1), line.charCodeAt(at)))
    if (at > 1) {
      const three = trigram(line.charCodeAt(at - 2), line.charCodeAt(at - 1), line.charCodeAt(at))
      if (three !== null) into.add(three)
    }
  }
}
export const addSingles = (line: string, into: Set<number>): void => {
  for (let at = 0; at < line.length; at++) into.add(single(line.charCodeAt(at)))
}

/** Maximum number of tokens per query term. More only cost time, because the text verifies the match. */
const maxTokens = 24

/** Returns the tokens that an entry must have to contain the term. */
export const tokensOfTerm = (term: string): number[] => {
  const tokens = new Set<number>()
  if (term.length === 1) addSingles(term, tokens)
  else addTokens(term, tokens)
  // Trigrams are more selective than the pairs inside them.
  const all = [...tokens].toSorted((one, other) => rank(one) - rank(other))
  return all.slice(0, maxTokens)
}
const rank = (token: number) => (token >>> 16 === 1 ? 0 : 1)

/** FNV-1a. */
const hash = (text: string): number => {
  let value = 0x811c_9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x0100_0193)
  return value >>> 0
}

const dayMs = 86_400_000
const fees: Record<Fee, number> = { free: 0, charge: 1, vip: 2 }
const dayOf = (moment: Date) => Math.floor(moment.getTime() / dayMs)
const monthOf = (moment: Date) => moment.getUTCFullYear() * 12 + moment.getUTCMonth()

/** Tokens that let filters find an entry without checking every match of its words. */
export const facetToken = {
  kind: (kind: EntryKind) => facet(0, kind),
  fee: (fee: Fee) => facet(0, 16 + fees[fee]),
  ext: (ext: string) => facet(1, hash(ext)),
  language: (language: string) => facet(2, hash(language)),
  category: (id: number) => facet(3, id),
  user: (id: number) => facet(4, id),
  day: (moment: Date) => facet(5, dayOf(moment)),
  month: (moment: Date) => facet(6, monthOf(moment)),
}

/**
 * Tokens that let a query find titles without reading every match in a text: one for each pair of neighbouring characters of the title, and
 * one for all of it. They are hashes, so the title verifies a match.
 */
const titlePair = (one: number, other: number) => facet(7, Math.imul(pair(one, other), 0x9e37_79b1) >>> 8)
export const wholeTitleToken = (title: string): number => facet(8, hash(title))
export const titleTokens = (text: string): number[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => titlePair(text.charCodeAt(at), text.charCodeAt(at + 1)))

/** Returns the tokens that an entry must have to contain the term in its title; a single character is a token of title or keywords. */
export const titleTokensOfTerm = (term: string): number[] =>
  term.length === 1 ? [single(term.charCodeAt(0))] : [...new Set(titleTokens(term))].slice(0, maxTokens)

type Filed = Pick<Facts, "ext" | "language" | "price" | "is_vip" | "categories" | "user_id" | "created_at"> & { kind: EntryKind }
export const facetTokens = (entry: Filed): number[] => [
  facetToken.kind(entry.kind),
  facetToken.fee(entry.price > 0 ? "charge" : "free"),
  ...(entry.is_vip ? [facetToken.fee("vip")] : []),
  ...(entry.ext ? [facetToken.ext(entry.ext)] : []),
  ...(entry.language ? [facetToken.language(entry.language)] : []),
  ...entry.categories.map(facetToken.category),
  facetToken.user(entry.user_id),
  facetToken.day(entry.created_at),
  facetToken.month(entry.created_at),
]

/** Maximum span that is matched by tokens, in days and in months. */
const [maxDays, maxMonths] = [35, 14]
const each = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Returns the days or months of a time span; null if it is too long. */
export const spanTokens = (from: Date | undefined, to: Date): number[] | null => {
  if (!from || from > to) return null
  const days = dayOf(to) - dayOf(from)
  if (days < maxDays) return each(dayOf(from), dayOf(to)).map((day) => facet(5, day))
  const months = monthOf(to) - monthOf(from)
  return months < maxMonths ? each(monthOf(from), monthOf(to)).map((month) => facet(6, month)) : null
}
