import type { Analysed } from "./analysis"
import type { SearchEntry } from "./search.port"

/** Prepares texts for the index and segments queries into words, off the thread that serves requests. */
export type Analyser = {
  analyse(entry: SearchEntry): Promise<Analysed>
  /** Returns the folded words of a query that have at least two characters. */
  cut(text: string): Promise<string[]>
  close(): Promise<void>
}
