import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { sanitizeHtmlOf } from "./allowed-html"
import type { HtmlKind } from "./sanitizer.port"

/* The program of a sanitising thread: one text at a time (`thread.sanitizer.ts`). */

// Linux knows a priority for each thread, and 0 is the calling one; elsewhere it would be the process
if (process.platform === "linux") setPriority(0, 10)

parentPort?.postMessage("ready")
parentPort?.on("message", ({ kind, html }: { kind: HtmlKind; html: string }) => parentPort?.postMessage(sanitizeHtmlOf(kind, html)))
