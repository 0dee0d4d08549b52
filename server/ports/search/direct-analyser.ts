import type { Analyser } from "./analyser"
import { analyse, wordsOf } from "./analysis"
import { dictionaries } from "./words"

/** On the calling thread: for programs that serve nobody, and for tests. */
export const directAnalyser = (): Analyser => ({
  analyse: async (entry) => {
    const { cut, spell } = await dictionaries()
    return analyse(entry, cut, spell)
  },
  cut: async (text) => wordsOf(text, (await dictionaries()).cut),
  close: async () => undefined,
})
