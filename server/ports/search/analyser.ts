import type { Analysed } from "./analysis"
import type { Entry } from "./search.port"

/** Prepares texts for the index and cuts queries into words, off the thread that serves people. */
export type Analyser = {
  analyse(entry: Entry): Promise<Analysed>
  /** The words of a query, folded, of two characters and more. */
  cut(text: string): Promise<string[]>
  close(): Promise<void>
}
