import { findMovedId } from "@/server/db/moved-ids"
import type { Ctx } from "@/server/context"
import { notFound } from "@/server/errors"
import { mayReadAll } from "../entitlement/entitlement.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { isInsider, isOffered, lastReadableBlock, lastReadablePage, offersTextLayer } from "./document.policy"
import { findDocument, type DocumentRow, type GuardedRow, type ReadableRow } from "./document.repository"
import { findShareGrant, visitorOf } from "./share-grant.policy"
import { isVisible, type ShareGrant } from "./visibility.policy"
import { offersVip } from "./vip.usecases"

export type { DocumentRow }

/**
 * A document and how much of it the user may read: pages 1 to `last`, a spreadsheet's blocks 1 to `lastBlock`, with the text layer if
 * `textLayer` is set. No user gets the text layer if the author of the file forbids copying (`noCopy`). `grant` is the share link through which
 * alone the user sees it.
 */
export type Readable = { row: GuardedRow; last: number; lastBlock: number; textLayer: boolean; noCopy: boolean; grant: ShareGrant }

export const readableOf = async (ctx: Ctx, { no_copy, ...row }: ReadableRow, grant: ShareGrant = null): Promise<Readable> => {
  const whole =
    isInsider(ctx, row) ||
    (ctx.user !== null && isOffered(row) && (await mayReadAll(ctx.app, ctx.db, ctx.user.id, row, ctx.now()))) ||
    (await isPaidByOwner(ctx, row, grant))
  const [{ enable_text_layer, respect_no_copy }, vip] = await Promise.all([settingsOf(ctx.app, "display"), offersVip(ctx)])
  const noCopy = respect_no_copy && no_copy
  return {
    row,
    last: whole ? row.pages : lastReadablePage(row),
    lastBlock: whole ? row.blocks : lastReadableBlock(row),
    textLayer: !noCopy && (whole || offersTextLayer({ price: row.price, is_vip: vip && row.is_vip }, enable_text_layer)),
    noCopy,
    grant,
  }
}

/** Checks for a share link with which the owner has paid for this browser, also if everybody sees the preview. */
const isPaidByOwner = async (ctx: Ctx, row: GuardedRow, grant: ShareGrant): Promise<boolean> => {
  if (grant || row.price <= 0) return grant?.whole ?? false
  return (await findShareGrant(ctx, visitorOf(ctx.request.visitor), row.id, ctx.now()))?.whole ?? false
}

/** Finds an imported document whose number was taken when it arrived. */
const findMovedDocument = async (ctx: Ctx, id = 0) => {
  const movedId = id ? await findMovedId(ctx.db, "document", id) : null
  return movedId === null ? null : findDocument(ctx.db, { id: movedId })
}

/** Reads what a share link grants the caller's browser for this document; null without asking the database if the caller sees it anyway. */
export const grantOf = async (ctx: Ctx, row: GuardedRow): Promise<ShareGrant> =>
  isVisible(ctx.user, row) ? null : findShareGrant(ctx, visitorOf(ctx.request.visitor), row.id, ctx.now())

/**
 * Finds a visible document, else throws 404 (docs/reference/api.md 2.5). Without `shared`, share links do not count: a user must not buy a
 * document that they can no longer see once the link ends.
 */
export const requireReadable = async (ctx: Ctx, key: { id?: number; uuid?: string }, { shared = true } = {}): Promise<Readable> => {
  const row = (await findDocument(ctx.db, key)) ?? (await findMovedDocument(ctx, key.id))
  const grant = row && shared ? await grantOf(ctx, row) : null
  if (!row || !isVisible(ctx.user, row, grant)) throw notFound("文档不存在")
  return readableOf(ctx, row, grant)
}
