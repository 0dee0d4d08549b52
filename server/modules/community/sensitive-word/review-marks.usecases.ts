import type { z } from "zod"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import type { RowHit } from "@/lib/contract/operations/review.marks"
import type { Key } from "@/lib/contract/types"
import type { Ctx } from "@/server/context"
import { listClaimants } from "../../operations/claim/claim.policy"
import { listHitsOfRows } from "./sensitive-word.repository"

type Marks = { claimed_by?: string; hits?: z.output<typeof RowHit>[] }
type Marked = { kind: number; hits: readonly number[]; decide: Key }

/** The lists whose rows are marked: the kind at the review desk, the kinds of its hits, and the call that decides it. */
const marked = {
  document: { kind: ReviewKind.document, hits: [HitKind.document, HitKind.documentText], decide: "PUT /document/check" },
  article: { kind: ReviewKind.article, hits: [HitKind.article], decide: "PUT /article/check" },
  comment: { kind: ReviewKind.comment, hits: [HitKind.comment], decide: "POST /comment/check" },
} as const satisfies Record<string, Marked>

/** Adds to rows who has claimed them and which sensitive words they contain; only for staff who may review them. */
export const withReviewMarks = async <T extends { id: number } & Marks>(ctx: Ctx, list: keyof typeof marked, rows: T[]): Promise<T[]> => {
  const { kind, hits, decide } = marked[list]
  if (!ctx.may(decide)) return rows
  const ids = rows.map(({ id }) => id)
  const [claimants, hitsOf] = await Promise.all([listClaimants(ctx, kind, ids), listHitsOfRows(ctx.db, hits, ids)])
  return rows.map((row) => ({ ...row, claimed_by: claimants.get(row.id) ?? "", hits: hitsOf.get(row.id) ?? [] }))
}
