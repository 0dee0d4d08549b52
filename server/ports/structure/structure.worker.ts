import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { analyseStored } from "./analyse"
import type { StructureInput } from "./structure.port"

/* Entry point of the thread that detects page structure (`thread.structure.ts`). */

// Linux has a priority per thread, and 0 is the calling one; elsewhere this would change the whole process.
if (process.platform === "linux") setPriority(0, 5)

parentPort?.on("message", ({ number, task }: { number: number; task: StructureInput }) => {
  try {
    parentPort?.postMessage({ number, result: analyseStored(task) })
  } catch (error) {
    parentPort?.postMessage({ number, error: String(error) })
  }
})
