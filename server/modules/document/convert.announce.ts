import { DocumentStatus } from "../../../lib/contract/enums"
import type { Ctx } from "../../context"
import { publish } from "../../db/events"
import type { DocumentRow } from "./document.repository"

/** Tells the owner's screens and the page cache where the document stands. */
export const announce = async (ctx: Ctx, row: DocumentRow): Promise<void> => {
  const { id, uuid, title, status, pages, converted_pages, convert_error, user_id } = row
  await publish(ctx.db, "progress", { id, uuid, title, status, pages, converted_pages, convert_error, user_id })
  await ctx.changed(status === DocumentStatus.converting || status === DocumentStatus.reconvert ? "progress" : "document", uuid)
}
