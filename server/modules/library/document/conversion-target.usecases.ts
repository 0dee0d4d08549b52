import { isReconverting } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import { findLatestConversion, findSharedConversion } from "../files/drawing.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findReplacement } from "./conversion.repository"
import type { DocumentRow } from "./document.repository"

/** The content to convert, and the version under which its pages are stored. */
export type Target = Pick<DocumentRow, "sha256" | "version" | "ext" | "size" | "attachment_id" | "encoding"> & { replaces: boolean }

/**
 * Returns the target of a conversion. A new document is converted in place. A document that is converted again (status 5) keeps its row,
 * file and pages until everything is ready.
 * Its target is the replacement file, or its own file again, under a version never used before: browsers cache pages for a year, so a URL
 * must not change its meaning. Pages made in an encoding that the owner chose are that document's own.
 */
export const targetOf = async (ctx: Ctx, row: DocumentRow): Promise<Target> => {
  if (!isReconverting(row.status)) return { ...row, replaces: false }
  const next = await findReplacement(ctx.db, row)
  const { sha256, ext, size, attachment_id } = next ?? row
  const encoding = next ? "" : row.encoding
  const { enable_convert_repeated_document } = await settingsOf(ctx.app, "converter")
  const [shared, latest] = await Promise.all([findSharedConversion(ctx, sha256), findLatestConversion(ctx, sha256)])
  const reused = encoding === "" && shared > row.version && !enable_convert_repeated_document
  return {
    sha256,
    ext,
    size,
    attachment_id,
    encoding,
    version: reused ? shared : Math.max(latest, row.version) + 1,
    replaces: next !== null,
  }
}
