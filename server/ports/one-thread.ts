import { Worker } from "node:worker_threads"

type Reply = { number: number; result?: unknown; error?: string }
type Waiting<Task> = { task: Task; done: (result: never) => void; failed: (error: Error) => void }

/** `script` is the path of a bundled `*.worker.ts` that answers `{ number, task }` with `{ number, result }` or `{ number, error }`. */
export type ThreadOptions = { script: string; timeoutMs?: number; maxWaiting?: number; onError?: (error: Error) => void }
type Limits = Required<ThreadOptions> & {
  memoryMb: number
  /** Messages of the errors: a full queue, a task that took too long, and a thread that ended by itself. */
  sentences: { busy: string; late: string; ended: string }
}

export type OneThread<Task> = { run: <T>(task: Task) => Promise<T>; close: () => Promise<void> }

/**
 * Runs one task after another in one thread, which starts on first use. A task that takes longer than `timeoutMs` terminates the thread; the
 * next task gets a new one.
 */
export const oneThread = <Task>({ script, timeoutMs, maxWaiting, memoryMb, onError, sentences }: Limits): OneThread<Task> => {
  const waiting: Waiting<Task>[] = []
  let worker: Worker | null = null
  let current: (Waiting<Task> & { timer: NodeJS.Timeout }) | null = null
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
    const started = new Worker(script, { execArgv: [], env: {}, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
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
    started.on("exit", () => worker === started && drop(new Error(sentences.ended)))
    return started
  }
  const next = () => {
    const one = current || closed ? undefined : waiting.shift()
    if (!one) return
    worker ??= start()
    worker.ref()
    count += 1
    current = { ...one, timer: setTimeout(() => drop(new Error(sentences.late)), timeoutMs) }
    worker.postMessage({ number: count, task: one.task })
  }
  return {
    run: <T>(task: Task) =>
      new Promise<T>((done, failed) => {
        if (closed || waiting.length >= maxWaiting) return failed(new Error(sentences.busy))
        waiting.push({ task, done: done as (result: never) => void, failed })
        next()
      }),
    close: async () => {
      closed = true
      const dead = worker
      worker = null
      const stopping = new Error("the site is stopping")
      end(stopping)
      for (const { failed } of waiting.splice(0)) failed(stopping)
      await dead?.terminate()
    },
  }
}
