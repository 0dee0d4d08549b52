import { Worker } from "node:worker_threads"
import { PageError, pageReaderOver, type PageFault, type PageReader, type PageReading, type PageTask } from "./page-reader"

/** `script` is the path of the bundled `page.worker.ts`. */
type Options = { script: string; threads?: number; timeoutMs?: number; memoryMb?: number }

/** Reads each page or robots.txt in a separate thread that ends with it, so a page that takes too long or too much memory affects nothing else. */
export const createPageThreads = ({ script, threads = 2, timeoutMs = 10_000, memoryMb = 256 }: Options): PageReader => {
  const waiting: (() => void)[] = []
  let running = 0

  const turn = async (): Promise<void> => {
    if (running >= threads) await new Promise<void>((go) => waiting.push(go))
    running++
  }
  const done = () => {
    running--
    waiting.shift()?.()
  }

  const run = (task: PageTask) =>
    new Promise<PageReading | { fault: PageFault }>((resolve, reject) => {
      const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
      const worker = new Worker(script, { execArgv: [], env: {}, workerData: task, resourceLimits })
      const timer = setTimeout(() => void worker.terminate(), timeoutMs)
      worker.once("message", resolve)
      worker.once("error", (error: Error & { code?: string }) =>
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" || error instanceof RangeError ? new PageError("complex") : error),
      )
      worker.once("exit", () => {
        clearTimeout(timer)
        reject(new PageError("complex"))
      })
    })

  return pageReaderOver(async (task) => {
    await turn()
    try {
      return await run(task)
    } finally {
      done()
    }
  })
}
