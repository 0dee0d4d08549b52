import { inArray } from "drizzle-orm"
import type { Ctx } from "@/server/context"
import { attachmentTable } from "../../library/files/attachment.table"
import { setImportedTexts } from "../../library/files/drawing.usecases"
import { pageTable } from "../../library/files/drawing.table"
import { isMissingBlob } from "../../library/files/storage-keys.rules"
import type { Mapping, MappedRow } from "./mapping.usecases"

/**
 * Spreads a file's text, which the source stores as one, over its pages until our conversion reads it page by page. Otherwise search and
 * readers could access more text than the pages open to them.
 */
const spread = (ctx: Ctx, taken: MappedRow[]) =>
  setImportedTexts(
    ctx,
    taken.map(({ row }) => ({ hash: String(row.hash ?? ""), text: String(row.content ?? "").replaceAll("\u0000", "") })),
  )

/** The texts of files that are missing are offered again at every run: their pages come with the file. */
const withMissing = async (ctx: Ctx, taken: MappedRow[]): Promise<MappedRow[]> => {
  const hashes = taken.map(({ row }) => String(row.hash ?? ""))
  const rows = await ctx.db
    .select({ hash: attachmentTable.hash, sha256: attachmentTable.sha256 })
    .from(attachmentTable)
    .where(inArray(attachmentTable.hash, hashes))
  const missing = new Set(rows.filter(({ sha256 }) => isMissingBlob(sha256)).map(({ hash }) => hash))
  return taken.map((one) => (missing.has(String(one.row.hash ?? "")) ? { ...one, again: true as const } : one))
}

export const attachmentText: Mapping = {
  source: "attachment_content",
  title: "文档的文字",
  target: pageTable,
  key: [],
  uses: ["hash", "content", "created_at", "updated_at"],
  change: withMissing,
  write: spread,
}
