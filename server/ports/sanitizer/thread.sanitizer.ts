import { Worker } from "node:worker_threads"
import { isTooComplex } from "./html-limits"
import { SanitizingError, type HtmlKind, type Sanitized, type SanitizerPort } from "./sanitizer.port"

/** `script` is the path of the bundled `html.worker.ts`. */
type Options = {
  script: string
  threads?: number
  timeoutMs?: number
  /** what a thread may take to start, on top of that */
  startMs?: number
  memoryMb?: number
  maxWaiting?: number
  /** hears why a thread ended: memory, or a program that is not there */
  onError?: (error: Error) => void
}

type Task = { kind: HtmlKind; html: string; done: (result: Sanitized) => void; failed: (error: unknown) => void }

/**
 * Sanitises in worker threads, started when they are first needed. A text that takes longer than `timeoutMs` or more memory than
 * `memoryMb` ends its thread, and the next text gets a new one.
 */
export const createThreadSanitizer = ({
  script,
  threads = 2,
  timeoutMs = 3_000,
  startMs = 5_000,
  memoryMb = 160,
  maxWaiting = 200,
  onError = () => undefined,
}: Options): SanitizerPort => {
  const idle: Worker[] = []
  const running = new Set<Worker>()
  const waiting: Task[] = []
  let closed = false

  const start = () => {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
    const worker = new Worker(script, { execArgv: [], env: {}, resourceLimits })
    // a waiting thread that dies is not handed out, and takes nobody with it
    const forget = () => void (idle.includes(worker) && idle.splice(idle.indexOf(worker), 1))
    return worker.on("error", onError).on("error", forget).on("exit", forget)
  }

  const run = (task: Task) => {
    const ready = idle.pop()
    const worker = ready ?? start()
    running.add(worker)
    worker.ref()
    const end = (healthy: boolean) => {
      clearTimeout(timer)
      worker.off("message", finish).off("error", refuse).off("exit", refuse)
      running.delete(worker)
      if (healthy && !closed) {
        worker.unref()
        idle.push(worker)
      } else void worker.terminate()
      const next = waiting.shift()
      if (next) run(next)
    }
    const finish = (result: Sanitized) => {
      end(true)
      task.done(result)
    }
    const refuse = () => {
      end(false)
      task.failed(new SanitizingError("complex"))
    }
    const timer = setTimeout(refuse, ready ? timeoutMs : startMs + timeoutMs)
    worker.once("message", finish).once("error", refuse).once("exit", refuse)
    worker.postMessage({ kind: task.kind, html: task.html })
  }

  return {
    sanitize: (kind, html) =>
      new Promise((done, failed) => {
        if (isTooComplex(html)) return failed(new SanitizingError("complex"))
        if (closed || waiting.length >= maxWaiting) return failed(new SanitizingError("busy"))
        const task = { kind, html, done, failed }
        if (running.size < threads) run(task)
        else waiting.push(task)
      }),
    close: async () => {
      closed = true
      for (const { failed } of waiting.splice(0)) failed(new SanitizingError("busy"))
      await Promise.all([...idle.splice(0), ...running].map((worker) => worker.terminate()))
    },
  }
}
