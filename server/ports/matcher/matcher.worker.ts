import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { compileWords } from "./word-index"
import { matchText } from "./match-text"
import type { MatcherTask } from "./thread.matcher"

/* Entry point of the thread that compiles words and matches long texts (`thread.matcher.ts`). */

// Linux has a priority per thread, and 0 is the calling one; elsewhere this would change the whole process.
if (process.platform === "linux") setPriority(0, 5)

const run = (task: MatcherTask) =>
  task.kind === "compile" ? compileWords(task.words) : Promise.resolve(task.texts.map((text) => matchText(task.index, text)))

parentPort?.on("message", ({ number, task }: { number: number; task: MatcherTask }) => {
  run(task).then(
    (result) => parentPort?.postMessage({ number, result }),
    (error: unknown) => parentPort?.postMessage({ number, error: String(error) }),
  )
})
