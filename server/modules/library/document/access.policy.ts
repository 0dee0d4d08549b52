import { findMovedId } from "@/server/db/moved-ids"
import type { Ctx } from "@/server/context"
import { notFound } from "@/server/errors"
import { mayReadAll } from "../entitlement/entitlement.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { isInsider, isOffered, lastReadableBlock, lastReadablePage, offersTextLayer } from "./document.policy"
import { findDocument, type DocumentRow, type GuardedRow, type ReadableRow } from "./document.repository"
import { isVisible } from "./visibility.policy"
import { offersVip } from "./vip.usecases"

export type { DocumentRow }

/**
 * A document and how much of it the user may read: pages 1 to `last`, a spreadsheet's blocks 1 to `lastBlock`, with the text layer if
 * `textLayer` is set. Nobody gets the text layer if the author of the file forbids copying (`noCopy`).
 */
export type Readable = { row: GuardedRow; last: number; lastBlock: number; textLayer: boolean; noCopy: boolean }

export const readableOf = async (ctx: Ctx, { no_copy, ...row }: ReadableRow): Promise<Readable> => {
  const whole =
    isInsider(ctx, row) || (ctx.user !== null && isOffered(row) && (await mayReadAll(ctx.app, ctx.db, ctx.user.id, row, ctx.now())))
  const [{ enable_text_layer, respect_no_copy }, vip] = await Promise.all([settingsOf(ctx.app, "display"), offersVip(ctx)])
  const noCopy = respect_no_copy && no_copy
  return {
    row,
    last: whole ? row.pages : lastReadablePage(row),
    lastBlock: whole ? row.blocks : lastReadableBlock(row),
    textLayer: !noCopy && (whole || offersTextLayer({ price: row.price, is_vip: vip && row.is_vip }, enable_text_layer)),
    noCopy,
  }
}

/** Finds an imported document whose number was taken when it arrived. */
const findMovedDocument = async (ctx: Ctx, id = 0) => {
  const movedId = id ? await findMovedId(ctx.db, "document", id) : null
  return movedId === null ? null : findDocument(ctx.db, { id: movedId })
}

/** Finds a visible document, else throws 404 (docs/reference/api.md 2.5). */
export const requireReadable = async (ctx: Ctx, key: { id?: number; uuid?: string }): Promise<Readable> => {
  const row = (await findDocument(ctx.db, key)) ?? (await findMovedDocument(ctx, key.id))
  if (!row || !isVisible(ctx.user, row)) throw notFound("文档不存在")
  return readableOf(ctx, row)
}
