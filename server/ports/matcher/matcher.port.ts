/** A word to match. `homophone`: also other characters of the same sound. */
export type MatchedWord = { word: string; homophone: boolean }

/** One occurrence: the position of the word in its list, and the units `begin` to `end` (exclusive) of the text. `by_sound`: of a homophone. */
export type Match = { word: number; begin: number; end: number; by_sound: boolean }

/** Searches all words at once. Its arrays are shared by the threads of a process. */
export type Automaton = {
  /** the class of each symbol, 0 = in no word */
  classes: Uint16Array
  /** the state after each class at the root */
  first: Uint32Array
  /** the edges of state n are `edges[n]` to `edges[n + 1]`, sorted by class */
  edges: Uint32Array
  edgeClasses: Uint16Array
  edgeStates: Uint32Array
  /** the state of the longest suffix, and the nearest suffix that ends a word (0 = none) */
  fail: Uint32Array
  output: Uint32Array
  /** the first word that ends at each state, and the next of the same symbols; both one more than the word's position, 0 = none */
  ends: Uint32Array
  sameAs: Uint32Array
  /** the number of symbols of each word */
  lengths: Uint16Array
}

/** A compiled list of words. `sounds` maps units to symbols of their sound; null if no word has homophones. */
export type WordIndex = { plain: Automaton; sound: Automaton | null; sounds: Uint16Array | null }

/** No more matches of a text are returned. */
export const maxMatches = 5_000

/** Compiles lists of words and matches long texts, outside the thread that serves requests (docs/decisions/330). */
export interface MatcherPort {
  compile(words: readonly MatchedWord[]): Promise<WordIndex>
  /** Returns the matches of each text. Throws if it takes too long. */
  match(index: WordIndex, texts: readonly string[]): Promise<Match[][]>
  close(): Promise<void>
}
