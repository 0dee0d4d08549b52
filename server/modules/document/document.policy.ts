import { isHidden, isReadable } from "@/lib/domain/document-status"
import type { Ctx } from "../../context"
import type { DocumentRow } from "./document.repository"

type Owned = Pick<DocumentRow, "user_id">

export const owns = (ctx: Pick<Ctx, "user">, row: Owned): boolean => ctx.user !== null && ctx.user.id === row.user_id

/** In review, rejected or disabled: the owner and staff only; everybody else meets a 404. */
export const maySee = (ctx: Ctx, row: Owned & Pick<DocumentRow, "status">): boolean =>
  !isHidden(row.status) || owns(ctx, row) || ctx.may("GET /document")
export const mayChange = (ctx: Ctx, row: Owned): boolean => owns(ctx, row) || ctx.may("DELETE /document")

/** Owner and staff: preview limits and switched-off text are not for them. */
export const isInsider = (ctx: Pick<Ctx, "user" | "may">, row: Owned): boolean => owns(ctx, row) || ctx.may("GET /document")

type Priced = Pick<DocumentRow, "price" | "is_vip">
/** May text be selected on the pages? Of free documents, where the site allows it. */
export const offersTextLayer = (row: Priced, allowed: boolean): boolean => allowed && row.price === 0 && !row.is_vip

/** Is there anything that a price or a card opens: pages beyond the preview, the file, words to select? */
export const isOffered = (row: Priced & Pick<DocumentRow, "preview" | "pages">): boolean =>
  row.price > 0 || row.is_vip || lastReadablePage(row) < row.pages

/** The last page that there is to show, or will be: beyond a number of pages that the site sets, none are drawn for anybody. */
export const lastDrawnPage = (row: Pick<DocumentRow, "status" | "pages" | "converted_pages">): number =>
  isReadable(row.status) && row.converted_pages > 0 ? Math.min(row.converted_pages, row.pages) : row.pages

/** The last page that may be read without owning the document; `preview` 0 = all. */
export const lastReadablePage = (row: Pick<DocumentRow, "preview" | "pages">): number =>
  row.preview > 0 ? Math.min(row.preview, row.pages) : row.pages
