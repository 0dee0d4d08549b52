import { isReconverting } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import { findLatestConversion } from "../files/drawing.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findReplacement } from "./conversion.repository"
import type { DocumentRow } from "./document.repository"

/** The content to convert, and the version under which its pages are stored. */
export type Target = Pick<DocumentRow, "sha256" | "version" | "ext" | "size" | "attachment_id"> & { replaces: boolean }

/**
 * Returns the target of a conversion. A new document is converted in place. A document that is converted again (status 5) keeps its row,
 * file and pages until everything is ready.
 * Its target is the replacement file, or its own file again, under a version never used before: browsers cache pages for a year, so a URL
 * must not change its meaning.
 */
export const targetOf = async (ctx: Ctx, row: DocumentRow): Promise<Target> => {
  if (!isReconverting(row.status)) return { ...row, replaces: false }
  const next = await findReplacement(ctx.db, row)
  const { sha256, ext, size, attachment_id } = next ?? row
  const { enable_convert_repeated_document } = await settingsOf(ctx.app, "converter")
  const latest = await findLatestConversion(ctx, sha256)
  const drawn = latest > row.version && !enable_convert_repeated_document
  return { sha256, ext, size, attachment_id, version: drawn ? latest : Math.max(latest, row.version) + 1, replaces: next !== null }
}
