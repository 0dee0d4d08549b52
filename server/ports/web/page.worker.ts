import { setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import type { PageTask } from "./page-reader"
import { readPage } from "./page-reading"

/* Entry point of a thread that reads one page (`page-threads.ts`). */

// Linux has a priority per thread, and 0 is the calling one; elsewhere this would change the whole process.
if (process.platform === "linux") setPriority(0, 10)

parentPort?.postMessage(readPage(workerData as PageTask))
