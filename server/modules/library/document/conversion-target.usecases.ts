import { isReconverting } from "@/lib/rules/library/document-status"
import type { Ctx } from "@/server/context"
import { findLatestConversion } from "../files/drawing.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findReplacement } from "./conversion.repository"
import type { DocumentRow } from "./document.repository"

/** What a conversion draws: a content, and the version under which its pages are kept. */
export type Target = Pick<DocumentRow, "sha256" | "version" | "ext" | "size" | "attachment_id"> & { replaces: boolean }

/**
 * A new document is drawn in its place. One that is drawn anew (status 5) keeps its row, file and pages until everything is
 * there: the target is the file that is to replace its own, or its own again, under a version that its address never had —
 * what browsers keep for a year must not change its meaning.
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
