import type { Ctx } from "@/server/context"
import { setImportedTexts } from "../../library/files/drawing.usecases"
import { pageTable } from "../../library/files/drawing.table"
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

export const attachmentText: Mapping = { source: "attachment_content", title: "文档的文字", target: pageTable, key: [], write: spread }
