import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { analyseStored } from "./analyse"
import type { StructureInput } from "./structure.port"

/* The program of the thread that recognises what pages consist of (`thread.structure.ts`). */

// Linux knows a priority for each thread, and 0 is the calling one; elsewhere it would be the process
if (process.platform === "linux") setPriority(0, 5)

parentPort?.on("message", ({ number, input }: { number: number; input: StructureInput }) => {
  try {
    parentPort?.postMessage({ number, result: analyseStored(input) })
  } catch (error) {
    parentPort?.postMessage({ number, error: String(error) })
  }
})
