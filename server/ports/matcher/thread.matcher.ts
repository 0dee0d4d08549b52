import { oneThread, type ThreadOptions } from "../one-thread"
import type { Match, MatchedWord, MatcherPort, WordIndex } from "./matcher.port"

export type MatcherTask = { kind: "compile"; words: readonly MatchedWord[] } | { kind: "match"; index: WordIndex; texts: readonly string[] }

const sentences = {
  busy: "too many texts are waiting to be matched",
  late: "words took too long to match",
  ended: "the thread that matches words ended",
}

/** Matches in one thread (`matcher.worker.ts`). The automaton is shared memory, so a task does not copy it. */
export const createThreadMatcher = ({
  script,
  timeoutMs = 20_000,
  maxWaiting = 500,
  onError = () => undefined,
}: ThreadOptions): MatcherPort => {
  const thread = oneThread<MatcherTask>({ script, timeoutMs, maxWaiting, memoryMb: 512, onError, sentences })
  return {
    compile: (words) => thread.run<WordIndex>({ kind: "compile", words }),
    match: (index, texts) => thread.run<Match[][]>({ kind: "match", index, texts }),
    close: thread.close,
  }
}
