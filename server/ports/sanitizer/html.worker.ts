import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { sanitizeHtmlOf } from "./allowed-html"
import type { SanitizerKind } from "./sanitizer.port"

/* Entry point of a sanitizer thread, which handles one text at a time (`thread.sanitizer.ts`). */

// Linux has a priority per thread, and 0 is the calling one; elsewhere this would change the whole process.
if (process.platform === "linux") setPriority(0, 10)

parentPort?.postMessage("ready")
parentPort?.on("message", ({ kind, html }: { kind: SanitizerKind; html: string }) => parentPort?.postMessage(sanitizeHtmlOf(kind, html)))
