import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { analyse, wordsOf } from "./analysis"
import type { SearchEntry } from "./search.port"
import { dictionaries } from "./words"

/* Entry point of the thread that prepares texts (`thread-analyser.ts`). */

export type Task = { number: number; entry: SearchEntry } | { number: number; text: string }

// Linux has a priority per thread, and 0 is the calling one; elsewhere this would change the whole process.
if (process.platform === "linux") setPriority(0, 5)

const run = async (task: Task) => {
  const { cut, spell } = await dictionaries()
  return "entry" in task ? analyse(task.entry, cut, spell) : wordsOf(task.text, cut)
}

parentPort?.on("message", (task: Task) => {
  void run(task).then(
    (result) => parentPort?.postMessage({ number: task.number, result }),
    (error: unknown) => parentPort?.postMessage({ number: task.number, error: String(error) }),
  )
})
