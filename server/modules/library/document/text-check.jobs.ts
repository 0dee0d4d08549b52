import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import { hasWords } from "../../community/sensitive-word/word-list.usecases"
import { checkPageTexts } from "./text-check.usecases"

/** Checks the text of a document for sensitive words. */
export const textCheckJob = job<{ document_id: number }>({
  name: "text-check",
  timeoutSeconds: 600,
  retries: 2,
  concurrency: 1,
  run: (ctx, { document_id }) => checkPageTexts(ctx, document_id),
})

/** Enqueues the check of converted documents, in the transaction of their conversion; nothing if the site has no words. */
export const enqueueTextChecks = async (ctx: Ctx, rows: readonly { id: number }[]): Promise<void> => {
  if (!(await hasWords(ctx))) return
  for (const { id } of rows) await ctx.enqueue(textCheckJob, { document_id: id }, { key: String(id) })
}
