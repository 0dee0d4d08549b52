import { Worker } from "node:worker_threads"
import type { StructuredPage, StructureInput, StructurePort } from "./structure.port"

type Waiting = { input: StructureInput; done: (result: StructuredPage[]) => void; failed: (error: Error) => void }
type Reply = { number: number; result?: StructuredPage[]; error?: string }

/** `script` is the path of the bundled `structure.worker.ts`. */
type Options = { script: string; timeoutMs?: number; maxWaiting?: number; onError?: (error: Error) => void }

const busy = () => new Error("too many pages are waiting to be analysed")

/**
 * Analyses one task after another in one thread, which starts on first use. A task that takes longer than `timeoutMs` terminates the
 * thread; the next task gets a new one.
 */
export const createThreadStructure = ({
  script,
  timeoutMs = 5_000,
  maxWaiting = 100,
  onError = () => undefined,
}: Options): StructurePort => {
  const waiting: Waiting[] = []
  let worker: Worker | null = null
  let current: (Waiting & { timer: NodeJS.Timeout }) | null = null
  let count = 0
  let closed = false

  const end = (error: Error | null, result: StructuredPage[] = []) => {
    const one = current
    current = null
    if (!one) return
    clearTimeout(one.timer)
    if (error) one.failed(error)
    else one.done(result)
  }
  const drop = (error: Error) => {
    const dead = worker
    worker = null
    void dead?.terminate()
    end(error)
    next()
  }
  const start = (): Worker => {
    const started = new Worker(script, { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    started.on("message", ({ number, result, error }: Reply) => {
      if (number !== count) return
      started.unref()
      end(error ? new Error(error) : null, result)
      next()
    })
    started.on("error", (error: Error) => {
      onError(error)
      if (worker === started) drop(error)
    })
    started.on("exit", () => worker === started && drop(new Error("the thread that analyses pages ended")))
    return started
  }
  const next = () => {
    const one = current || closed ? undefined : waiting.shift()
    if (!one) return
    worker ??= start()
    worker.ref()
    count += 1
    current = { ...one, timer: setTimeout(() => drop(new Error("pages took too long to analyse")), timeoutMs) }
    worker.postMessage({ number: count, input: one.input })
  }
  return {
    analyse: (input) =>
      new Promise((done, failed) => {
        if (closed || waiting.length >= maxWaiting) return failed(busy())
        waiting.push({ input, done, failed })
        next()
      }),
    close: async () => {
      closed = true
      const dead = worker
      worker = null
      end(busy())
      for (const { failed } of waiting.splice(0)) failed(busy())
      await dead?.terminate()
    },
  }
}
