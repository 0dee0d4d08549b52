import { isDrawnInReview, isLeased } from "@/lib/rules/library/document-status"
import { paths } from "@/lib/rules/path"
import type { Ctx } from "@/server/context"
import { publish } from "@/server/db/events"
import type { DocumentRow } from "./document.repository"

/**
 * Publishes the document's state to its owner's open pages and the page cache. `what` is the event for pages: "arrived" at the end of a
 * conversion.
 */
export const announce = async (ctx: Ctx, row: DocumentRow, what: "document" | "arrived" = "document"): Promise<void> => {
  const { id, uuid, title, status, pages, converted_pages, convert_error, user_id } = row
  await publish(ctx.db, "progress", { id, uuid, title, status, pages, converted_pages, convert_error, user_id })
  await ctx.changed(isLeased(status) || isDrawnInReview(row) ? "progress" : what, uuid, user_id)
}

/** Up to this many changes are announced one by one, more as a change of everything. */
const namedAtMost = 100

/** Announces that these documents have changed. */
export const announceDocuments = async (ctx: Ctx, rows: (Pick<DocumentRow, "uuid"> & { user_id?: number })[]): Promise<void> => {
  if (rows.length > namedAtMost) await ctx.changed("*")
  else for (const row of rows) await ctx.changed("document", row.uuid, row.user_id)
}

/** Returns the data about a document that other programs receive (docs/decisions/154). */
export const aboutDocument = ({ id, uuid, status }: Pick<DocumentRow, "id" | "uuid" | "status">) => ({
  id,
  uuid,
  status,
  path: paths.document(uuid),
})
