import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import { safetySetting } from "../../community/content-safety/safety-check.usecases"
import { checkDocumentSafety } from "./safety-check.usecases"

/** Sends a document to the content-safety service. */
export const documentSafetyJob = job<{ document_id: number }>({
  name: "check-document-safety",
  timeoutSeconds: 3_600,
  // about an hour, since the pauses double
  retries: 10,
  concurrency: 1,
  run: (ctx, { document_id }, signal) => checkDocumentSafety(ctx, document_id, signal),
})

/** Enqueues the check of documents that are new or changed, in the transaction of that; nothing if the service is off. */
export const enqueueDocumentSafety = async (ctx: Ctx, rows: readonly { id: number }[]): Promise<void> => {
  if (!(await safetySetting(ctx.app))) return
  for (const { id } of rows) await ctx.enqueue(documentSafetyJob, { document_id: id }, { key: String(id) })
}
