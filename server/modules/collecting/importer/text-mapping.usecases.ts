import type { Ctx } from "@/server/context"
import { setImportedTexts } from "../../library/files/drawing.usecases"
import { pageTable } from "../../library/files/drawing.table"
import type { Mapping, Taken } from "./mapping.usecases"

/**
 * The text of a file, which was kept as one: until our conversion reads it page by page it is spread over the pages, so that nobody finds or
 * reads more of it than the pages that are open to them.
 */
const spread = (ctx: Ctx, taken: Taken[]) =>
  setImportedTexts(
    ctx,
    taken.map(({ row }) => ({ hash: String(row.hash ?? ""), text: String(row.content ?? "").replaceAll("\u0000", "") })),
  )

export const attachmentContent: Mapping = { source: "attachment_content", title: "文档的文字", target: pageTable, key: [], write: spread }
