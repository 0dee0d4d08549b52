import { isHidden } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import { createViewCounts, foldViews } from "@/server/modules/operations/daily-count/view-counts.usecases"
import { ViewKind } from "../../operations/daily-count/view-tally.table"
import { publicCounts } from "../../people/user/public-counts.usecases"
import { requireReadable } from "./access.policy"
import { readDocument } from "./document-answers.usecases"
import { addViews } from "./view.repository"

const views = createViewCounts(ViewKind.document)

/** Counts a view of this document by the caller. */
export const countDocumentView = views.count

/** Writes the buffered views. */
export const flushViews = views.flush

/** Adds the tallied views to the documents. */
export const foldDocumentViews = (ctx: Ctx): Promise<void> => foldViews(ctx, ViewKind.document, addViews)

/** Counts a visitor of a public document once an hour, and returns its counters. The count in the document follows within a minute. */
export const countView = async (ctx: Ctx, { uuid }: { uuid: string }) => {
  const { row } = await requireReadable(ctx, { uuid })
  if (!isHidden(row.status)) await countDocumentView(ctx, row.id)
  const { view_count, download_count, favorite_count, comment_count, score, score_count } = row
  const author = await publicCounts(ctx, row.user_id)
  return { view_count, download_count, favorite_count, comment_count, score, score_count, author }
}

/**
 * Returns one document. Existing clients display it with its author and do not report views, so this request counts as one
 * (docs/reference/api.md 2.5), unless the page is only being rendered. Our clients report views with `POST /document/view`.
 */
export const openDocument = async (ctx: Ctx, input: Parameters<typeof readDocument>[1] & { with_author?: boolean }) => {
  const document = await readDocument(ctx, input)
  if (input.with_author && !ctx.request.prefetch && !isHidden(document.status)) await countDocumentView(ctx, document.id)
  return document
}
