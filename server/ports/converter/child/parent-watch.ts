import { Worker } from "node:worker_threads"

const CHECK_MS = 2000

/**
 * Ends this process when its parent is gone, even while PDFium is stuck in a loop and blocks all events:
 * a separate thread polls the parent's process id.
 */
export function watchParent(): void {
  const body = `
    const parent = ${process.ppid}
    setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, "SIGKILL") }, ${CHECK_MS})
  `
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 }
  new Worker(body, { eval: true, execArgv: [], resourceLimits: limits }).unref()
}
