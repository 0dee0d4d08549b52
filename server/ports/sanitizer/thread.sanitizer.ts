import { Worker } from "node:worker_threads"
import { isTooComplex } from "./html-limits"
import { SanitizingError, type SanitizerKind, type Sanitized, type SanitizerPort } from "./sanitizer.port"
import { createTurns } from "./turns"

/** A text whose thread was terminated because it took too long or too much memory. `thread` is the thread's number. */
export type Stopped = { kind: SanitizerKind; letters: number; ms: number; thread: number }

/** `script` is the path of the bundled `html.worker.ts`. */
type Options = {
  script: string
  threads?: number
  timeoutMs?: number
  /** Time limit for a thread to start and report "ready". */
  startMs?: number
  memoryMb?: number
  maxWaiting?: number
  /** Maximum number of queued texts per owner. */
  maxWaitingEach?: number
  /** Receives the reason why a thread ended, such as a memory limit or a missing program. */
  onError?: (error: Error) => void
  onStopped?: (stopped: Stopped) => void
}

type Task = { kind: SanitizerKind; html: string; done: (result: Sanitized) => void; failed: (error: unknown) => void }

/**
 * Sanitizes in worker threads, which start on demand. A text that takes longer than `timeoutMs` or more memory than `memoryMb` terminates
 * its thread; the next text gets a new one.
 */
export const createThreadSanitizer = ({
  script,
  threads = 2,
  timeoutMs = 3_000,
  startMs = 5_000,
  memoryMb = 160,
  maxWaiting = 200,
  maxWaitingEach = 5,
  onError = () => undefined,
  onStopped = () => undefined,
}: Options): SanitizerPort => {
  const idle: Worker[] = []
  const running = new Set<Worker>()
  const waiting = createTurns<Task>({ all: maxWaiting, each: maxWaitingEach })
  let closed = false

  const start = () => {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
    const worker = new Worker(script, { execArgv: [], env: {}, resourceLimits })
    // An idle thread that dies must not be handed out, and must not affect others.
    const forget = () => void (idle.includes(worker) && idle.splice(idle.indexOf(worker), 1))
    return worker.on("error", onError).on("error", forget).on("exit", forget)
  }

  const runNext = () => {
    if (closed || running.size >= threads) return
    const taken = waiting.next()
    if (taken) run(taken.item, taken.back)
  }
  const run = (task: Task, back: () => void) => {
    const ready = idle.pop()
    const worker = ready ?? start()
    let begun = performance.now()
    const thread = worker.threadId
    running.add(worker)
    worker.ref()
    const end = (healthy: boolean) => {
      clearTimeout(timer)
      worker.off("message", begin).off("message", finish).off("error", refuse).off("exit", refuse)
      running.delete(worker)
      back()
      if (healthy && !closed) {
        worker.unref()
        idle.push(worker)
      } else void worker.terminate()
      runNext()
    }
    const finish = (result: Sanitized) => {
      end(true)
      task.done(result)
    }
    const refuse = () => {
      end(false)
      if (!closed) onStopped({ kind: task.kind, letters: task.html.length, ms: Math.round(performance.now() - begun), thread })
      task.failed(new SanitizingError("complex"))
    }
    const begin = () => {
      clearTimeout(timer)
      timer = setTimeout(refuse, timeoutMs)
      begun = performance.now()
      worker.once("message", finish).postMessage({ kind: task.kind, html: task.html })
    }
    let timer = setTimeout(refuse, startMs)
    worker.once("error", refuse).once("exit", refuse)
    if (ready) begin()
    else worker.once("message", begin)
  }

  return {
    sanitize: (kind, html, owner) =>
      new Promise((done, failed) => {
        if (isTooComplex(html)) return failed(new SanitizingError("complex"))
        if (closed || !waiting.add({ kind, html, done, failed }, owner)) return failed(new SanitizingError("busy"))
        runNext()
      }),
    close: async () => {
      closed = true
      for (const { failed } of waiting.clear()) failed(new SanitizingError("busy"))
      await Promise.all([...idle.splice(0), ...running].map((worker) => worker.terminate()))
    },
  }
}
