import { setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import type { PageTask } from "./page-reader"
import { readPage } from "./page-reading"

/* The program of a thread that reads one page (`page-threads.ts`). */

// Linux knows a priority for each thread, and 0 is the calling one; elsewhere it would be the process
if (process.platform === "linux") setPriority(0, 10)

parentPort?.postMessage(readPage(workerData as PageTask))
