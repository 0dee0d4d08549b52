import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { hashSync, verifySync } from "@node-rs/argon2"
import type { HashingTask } from "./hashing-threads"

/* Entry point of the threads that compute argon2id (`hashing-threads.ts`). */

// Linux has a priority per thread, and 0 is the calling one; elsewhere this would change the whole process.
if (process.platform === "linux") setPriority(0, 10)

const resultOf = (task: HashingTask): string | boolean => {
  if ("cost" in task) return hashSync(task.password, { algorithm: 2, ...task.cost })
  try {
    return verifySync(task.stored, task.password)
  } catch {
    return false
  }
}

parentPort?.on("message", (task: HashingTask) => parentPort?.postMessage(resultOf(task)))
