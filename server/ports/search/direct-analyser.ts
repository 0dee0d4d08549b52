import type { Analyser } from "./analyser"
import { analyse, wordsOf } from "./analysis"
import { dictionaries } from "./words"

/** Analyses on the calling thread, for tests and for programs that serve no requests. */
export const directAnalyser = (): Analyser => ({
  analyse: async (entry) => {
    const { cut, spell } = await dictionaries()
    return analyse(entry, cut, spell)
  },
  cut: async (text) => wordsOf(text, (await dictionaries()).cut),
  close: async () => undefined,
})
