import type { z } from "zod"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { ReportKind } from "@/lib/contract/community/report.enums"
import type { review as calls } from "@/lib/contract/operations/review"
import type { LoggedIn } from "@/server/context"
import { pageOf } from "@/server/db/listing"
import { listSafetyVerdicts } from "../../community/content-safety/safety-check.usecases"
import { findTargets, type TargetRef } from "../../community/report/target.usecases"

/** The kind of the thing that a check is about. */
const targetKinds = new Map<number, number>([
  [HitKind.document, ReportKind.document],
  [HitKind.documentText, ReportKind.document],
  [HitKind.article, ReportKind.article],
  [HitKind.comment, ReportKind.comment],
])

/**
 * Lists the stored verdicts of content-safety services, newest first. Title and address are empty for things that are deleted or that the
 * caller may not see.
 */
export const readSafetyChecks = async (
  ctx: LoggedIn,
  { kind, level, provider, ...input }: z.output<(typeof calls)["GET /safetycheck/list"]["input"]>,
) => {
  const { rows, total } = await listSafetyVerdicts(ctx, { kind, level, provider }, pageOf(input, 100))
  const refOf = (row: { kind: number; object_id: number }): TargetRef => ({
    type: targetKinds.get(row.kind) ?? 0,
    document_id: row.object_id,
  })
  const targetOf = await findTargets(ctx, rows.map(refOf))
  return {
    total,
    safety_check: rows.map((row) => {
      const target = targetOf(refOf(row))
      return { ...row, title: target?.title ?? "", href: target?.href ?? "" }
    }),
  }
}
