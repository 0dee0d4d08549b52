import { isHidden, isReadable, isUnderway } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import type { DocumentRow } from "./document.repository"

type Owned = Pick<DocumentRow, "user_id">

export const owns = (ctx: Pick<Ctx, "user">, row: Owned): boolean => ctx.user !== null && ctx.user.id === row.user_id

export const mayEdit = (ctx: Ctx, row: Owned): boolean => owns(ctx, row) || ctx.may("PUT /document")
export const mayReplaceFile = (ctx: Ctx, row: Owned): boolean => owns(ctx, row) || ctx.may("PUT /document/file")
/** Also covers a retry of the conversion. */
export const mayDelete = (ctx: Ctx, row: Owned): boolean => owns(ctx, row) || ctx.may("DELETE /document")

/** Checks for the owner and staff: preview limits and a disabled text layer do not apply to them. */
export const isInsider = (ctx: Pick<Ctx, "user" | "may">, row: Owned): boolean => owns(ctx, row) || ctx.may("GET /document")

type Priced = Pick<DocumentRow, "price" | "is_vip">
/** Checks whether every user may select text: in free documents, if the site allows it. */
export const offersTextLayer = (row: Priced, allowed: boolean): boolean => allowed && row.price === 0 && !row.is_vip

/** Checks whether a purchase or a card unlocks anything: pages beyond the preview, the file, the text layer. */
export const isOffered = (row: Priced & Pick<DocumentRow, "preview" | "pages">): boolean =>
  row.price > 0 || row.is_vip || lastReadablePage(row) < row.pages

/** Returns the last page that is or will be converted; the site's settings limit the number. */
export const lastDrawnPage = (row: Pick<DocumentRow, "status" | "draw_in_review" | "pages" | "converted_pages">): number =>
  (isReadable(row.status) || (isHidden(row.status) && !isUnderway(row))) && row.converted_pages > 0
    ? Math.min(row.converted_pages, row.pages)
    : row.pages

/** Returns the last page that is readable without owning the document; `preview` 0 = all. */
export const lastReadablePage = (row: Pick<DocumentRow, "preview" | "pages">): number =>
  row.preview > 0 ? Math.min(row.preview, row.pages) : row.pages

type Rendering = Pick<DocumentRow, "sha256" | "preview" | "pages">
/** Checks whether a new rendering withdraws images that everybody could see: pages beyond a smaller preview, or those of another file. */
export const withdrawsPages = (before: Rendering, after: Rendering): boolean =>
  before.sha256 !== after.sha256 || lastReadablePage(after) < lastReadablePage(before)

/** Returns the last readable block of a spreadsheet's rows. */
export const lastReadableBlock = ({ blocks, block_preview }: Pick<DocumentRow, "blocks" | "block_preview">): number =>
  block_preview > 0 ? Math.min(block_preview, blocks) : blocks
