import { parentPort } from "node:worker_threads"
import { sanitizeHtmlOf } from "./allowed-html"
import type { HtmlKind } from "./sanitizer.port"

/* The program of a sanitising thread: one text at a time (`thread.sanitizer.ts`). */

parentPort?.on("message", ({ kind, html }: { kind: HtmlKind; html: string }) => parentPort?.postMessage(sanitizeHtmlOf(kind, html)))
