import { compileWords } from "./word-index"
import { matchText } from "./match-text"
import type { MatcherPort } from "./matcher.port"

/** The fake: runs on the calling thread. */
export const directMatcher = (): MatcherPort => ({
  compile: compileWords,
  match: async (index, texts) => texts.map((text) => matchText(index, text)),
  close: async () => undefined,
})
