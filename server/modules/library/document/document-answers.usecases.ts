import { DocumentStatus, DocumentVisibility } from "@/lib/contract/library/document.enums"
import { isReadable, isReconverting, publicStatuses, readableStatuses } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import { withReviewMarks } from "../../community/sensitive-word/review-marks.usecases"
import { rootCategories } from "../category/category.usecases"
import { hasBought } from "../entitlement/entitlement.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { recentCounts } from "../../people/user/public-counts.usecases"
import { requireReadable } from "./access.policy"
import { listWarnings, warningOf } from "./conversion-warning.repository"
import { isInsider, lastDrawnPage, lastReadablePage, mayDelete, owns } from "./document.policy"
import { findCustomText, listDocuments, listNewestByCategory, readText, type DocumentFilter, type DocumentRow } from "./document.repository"
import { missingFileText } from "./stored-file.policy"
import { readDetails, readRelations, type Relations } from "./relations.repository"

/** Reasons for which a document waits, and the program that it waits for. */
const waitsFor: Record<string, string> = { need_office: "LibreOffice", need_heif: "heif-convert", need_sandbox: "bubblewrap" }

/** Returns a function that adds the install command of the missing program to a document, for staff who may install programs. */
const installHints = async (ctx: Ctx, rows: DocumentRow[]): Promise<(row: DocumentRow) => string> => {
  if (!ctx.user?.root || !rows.some((row) => row.convert_reason in waitsFor)) return () => ""
  const missing = (await ctx.app.converter.capabilities()).filter(({ installed }) => !installed)
  return ({ convert_reason, ext }) => {
    const program = missing.find(({ name }) => name === waitsFor[convert_reason])
    const component = convert_reason === "need_office" ? missing.find(({ formats }) => formats?.includes(ext)) : undefined
    const needed = program ?? component
    return needed ? `。安装命令：${needed.install}` : ""
  }
}

/**
 * Adds author, categories and hash to documents and removes what only owner and staff may see: one query for any number of rows, two for
 * their owner.
 */
export const withRelations = async (ctx: Ctx, rows: DocumentRow[]) =>
  complete(
    ctx,
    rows,
    await readRelations(
      ctx.db,
      rows.map((row) => row.id),
    ),
  )

const complete = async (ctx: Ctx, rows: DocumentRow[], related: Map<number, Relations>) => {
  const isFull = (row: DocumentRow) => mayDelete(ctx, row) || isInsider(ctx, row)
  const [warnings, display, converter, installHint] = await Promise.all([
    listWarnings(
      ctx.db,
      rows.filter((row) => isReadable(row.status) && isFull(row)),
    ),
    settingsOf(ctx.app, "display"),
    settingsOf(ctx.app, "converter"),
    installHints(ctx, rows),
  ])
  return rows.map((row) => {
    const { user = null, hash = "", category: categories = [], groups = [] } = related.get(row.id) ?? {}
    const full = isFull(row)
    return {
      ...row,
      // Pages are stored in one form; a setting decides which of the two URLs readers request.
      preview_ext: ".svg",
      enable_gzip: converter.enable_gzip,
      // Other users see a reconversion as converted.
      status: !full && isReconverting(row.status) ? DocumentStatus.converted : row.status,
      reject_reason: full ? row.reject_reason : "",
      group_id: full ? groups : [],
      own_cover: full ? row.own_cover : "",
      encoding: full ? row.encoding : "",
      view_count: full || display.show_document_view_count ? row.view_count : 0,
      download_count: full || display.show_document_download_count ? row.download_count : 0,
      favorite_count: full || display.show_document_favorite_count ? row.favorite_count : 0,
      convert_error:
        !full && row.file_missing && row.status === DocumentStatus.failed
          ? missingFileText
          : full || row.convert_reason in waitsFor || row.status === DocumentStatus.failed
            ? row.convert_error + installHint(row)
            : "",
      convert_warning: warningOf(warnings.get(row.id) ?? "", ctx.may("GET /document")),
      cover: `/view/cover/${row.uuid}?v=${row.version}`,
      username: user?.username ?? "",
      category: categories,
      category_id: categories.map((category) => category.id),
      attachment: { id: full ? row.attachment_id : 0, hash },
      user,
    }
  })
}

/** Length of the text in the response: an excerpt for the page's HTML, or all. */
export const textLength = { excerpt: 8_192, all: 500_000 }

/** Returns the public text of a document, at most `max` characters: the custom text, else the file's. */
export const readCustomText = async (ctx: Ctx, row: DocumentRow, max: number): Promise<string> =>
  (await findCustomText(ctx.db, row.id, max)) ?? readText(ctx.db, row, lastReadablePage(row), max)

/** Returns a substitute for a missing description: the beginning of the text, else the title. */
export const describedBy = (row: Pick<DocumentRow, "title">, content: string): string =>
  content.replace(/\s+/g, " ").slice(0, 255) || row.title

type ReadInput = { id?: number; uuid?: string; with_all_content?: boolean }

/** Returns one document with the sizes and the text of the readable pages (docs/reference/api.md 2.5). */
export const readDocument = async (ctx: Ctx, input: ReadInput) => {
  const { row, textLayer, noCopy, grant, ...readable } = await requireReadable(ctx, input)
  const last = Math.min(readable.last, lastDrawnPage(row))
  const [details, is_bought, shared] = await Promise.all([
    // For the page's HTML, which is the same for all users.
    readDetails(ctx.db, row, {
      drawn: last,
      readable: readable.last,
      text: lastReadablePage(row),
      max: input.with_all_content ? textLength.all : textLength.excerpt,
    }),
    ctx.user !== null && row.price > 0 && hasBought(ctx.app, ctx.db, ctx.user.id, row.id, ctx.now()),
    recentCounts(ctx, row.user_id),
  ])
  const { sizes, content, has_outline, has_links } = details
  const [full] = await complete(ctx, [row], new Map([[row.id, details]]))
  const first = sizes[0]
  // Pages that are still being converted get the first page's size, so that the reader's scroll bar is right from the start.
  const page_sizes = first ? [...sizes, ...Array.from({ length: Math.max(0, last - sizes.length) }, () => first)] : []
  return {
    ...full!,
    user: full!.user && { ...full!.user, ...shared },
    page_sizes,
    readable_pages: last,
    is_bought,
    content,
    has_outline,
    has_links,
    has_words: textLayer,
    no_copy: noCopy,
    by_link: grant !== null,
    link_download: grant?.download ?? false,
    has_sheets: textLayer && row.blocks > 0,
    has_thumbs: true,
    description: row.description || describedBy(row, content),
  }
}

/** Lists documents: readable ones, 24 at a time; owners and staff see every status (docs/reference/api.md 2.5). */
export const readDocuments = async (ctx: Ctx, input: DocumentFilter) => {
  const isOwn = ctx.user !== null && input.user_id?.length === 1 && owns(ctx, { user_id: input.user_id[0]! })
  const free = isOwn || ctx.may("GET /document/list")
  const statuses = input.status?.filter((status) => publicStatuses.includes(status))
  // A document that is converted again counts as converted.
  const withReadable = (list: number[]) => (list.includes(DocumentStatus.converted) ? [...new Set([...list, ...readableStatuses])] : list)
  const status = free ? input.status : withReadable(statuses?.length ? statuses : [DocumentStatus.converted])
  const filter = free
    ? { ...input, status }
    : { ...input, status, visibility: [DocumentVisibility.everybody], wd: undefined, file_missing: undefined }
  const { rows, total } = await listDocuments(ctx.db, filter, free ? 100 : 24)
  return { total, document: await withReviewMarks(ctx, "document", await withRelations(ctx, rows)) }
}

/** Returns the newest documents of each enabled root category (docs/reference/api.md 2.5). */
export const readHome = async (ctx: Ctx, input: { limit?: number }) => {
  const roots = await rootCategories(ctx)
  const each = Math.min(Math.max(input.limit || 5, 1), 100)
  const newest = await listNewestByCategory(
    ctx.db,
    roots.map((root) => root.id),
    each,
  )
  const documents = await withRelations(
    ctx,
    newest.map((one) => one.row),
  )
  return {
    document: roots.map((root) => ({
      category_id: root.id,
      category_name: root.title,
      category_cover: root.cover,
      document: documents.filter((_, index) => newest[index]!.category_id === root.id),
    })),
  }
}
