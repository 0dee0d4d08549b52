import { Worker } from "node:worker_threads"
import type { Analyser } from "./analyser"
import type { Analysed } from "./analysis"
import type { SearchEntry } from "./search.port"
import type { Task } from "./text.worker"

type Reply = { number: number; result?: unknown; error?: string }
type Waiting = { done: (result: never) => void; failed: (error: Error) => void }
type Work = { entry: SearchEntry } | { text: string }

/**
 * Analyses in a separate thread, which starts on demand and restarts after a crash. `script` is the path of the bundled `text.worker.ts`.
 */
export const threadAnalyser = (script: string, onError: (error: Error) => void): Analyser => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let count = 0
  const fail = (error: Error) => {
    worker = null
    for (const { failed } of waiting.values()) failed(error)
    waiting.clear()
  }
  const start = () => {
    const next = new Worker(script, { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: 768 } })
    next.on("message", ({ number, result, error }: Reply) => {
      const one = waiting.get(number)
      waiting.delete(number)
      if (!waiting.size) next.unref()
      if (error) one?.failed(new Error(error))
      else one?.done(result as never)
    })
    next.on("error", (error: Error) => {
      onError(error)
      fail(error)
    })
    next.on("exit", () => worker === next && fail(new Error("the thread that prepares texts ended")))
    return next
  }
  const ask = <T>(work: Work): Promise<T> =>
    new Promise<T>((done, failed) => {
      worker ??= start()
      worker.ref()
      count++
      waiting.set(count, { done: done as Waiting["done"], failed })
      worker.postMessage({ number: count, ...work } satisfies Task)
    })
  return {
    analyse: (entry) => ask<Analysed>({ entry }),
    cut: (text) => ask<string[]>({ text }),
    close: async () => {
      const ended = worker
      fail(new Error("closed"))
      await ended?.terminate()
    },
  }
}
