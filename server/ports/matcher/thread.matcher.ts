import { Worker } from "node:worker_threads"
import type { Match, MatchedWord, MatcherPort, WordIndex } from "./matcher.port"

export type MatcherTask = { kind: "compile"; words: readonly MatchedWord[] } | { kind: "match"; index: WordIndex; texts: readonly string[] }
type Waiting = { task: MatcherTask; done: (result: never) => void; failed: (error: Error) => void }
type Reply = { number: number; result?: unknown; error?: string }

/** `script` is the path of the bundled `matcher.worker.ts`. */
type Options = { script: string; timeoutMs?: number; maxWaiting?: number; onError?: (error: Error) => void }

/**
 * Runs one task after another in one thread, which starts on first use. A task that takes longer than `timeoutMs` terminates the thread; the
 * next task gets a new one. The automaton is shared memory, so a task does not copy it.
 */
export const createThreadMatcher = ({ script, timeoutMs = 20_000, maxWaiting = 500, onError = () => undefined }: Options): MatcherPort => {
  const waiting: Waiting[] = []
  let worker: Worker | null = null
  let current: (Waiting & { timer: NodeJS.Timeout }) | null = null
  let count = 0
  let closed = false

  const end = (error: Error | null, result?: unknown) => {
    const one = current
    current = null
    if (!one) return
    clearTimeout(one.timer)
    if (error) one.failed(error)
    else one.done(result as never)
  }
  const drop = (error: Error) => {
    const dead = worker
    worker = null
    void dead?.terminate()
    end(error)
    next()
  }
  const start = (): Worker => {
    const started = new Worker(script, { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: 512 } })
    started.on("message", ({ number, result, error }: Reply) => {
      if (number !== count) return
      started.unref()
      end(error === undefined ? null : new Error(error), result)
      next()
    })
    started.on("error", (error: Error) => {
      onError(error)
      if (worker === started) drop(error)
    })
    started.on("exit", () => worker === started && drop(new Error("the thread that matches words ended")))
    return started
  }
  const next = () => {
    const one = current || closed ? undefined : waiting.shift()
    if (!one) return
    worker ??= start()
    worker.ref()
    count += 1
    current = { ...one, timer: setTimeout(() => drop(new Error("words took too long to match")), timeoutMs) }
    worker.postMessage({ number: count, task: one.task })
  }
  const ask = <T>(task: MatcherTask): Promise<T> =>
    new Promise<T>((done, failed) => {
      if (closed || waiting.length >= maxWaiting) return failed(new Error("too many texts are waiting to be matched"))
      waiting.push({ task, done: done as (result: never) => void, failed })
      next()
    })
  return {
    compile: (words) => ask<WordIndex>({ kind: "compile", words }),
    match: (index, texts) => ask<Match[][]>({ kind: "match", index, texts }),
    close: async () => {
      closed = true
      const dead = worker
      worker = null
      end(new Error("the site is stopping"))
      for (const { failed } of waiting.splice(0)) failed(new Error("the site is stopping"))
      await dead?.terminate()
    },
  }
}
