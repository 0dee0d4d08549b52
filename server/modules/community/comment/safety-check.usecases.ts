import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import type { Ctx } from "@/server/context"
import { inspect, storeInspection } from "../content-safety/safety-check.usecases"
import { findComment } from "./comment.repository"
import { holdComment } from "./review.usecases"

/** Sends a comment to the content-safety service. A problem sends it to review, where a person decides. */
export const checkCommentSafety = async (ctx: Ctx, id: number, signal?: AbortSignal): Promise<void> => {
  const row = await findComment(ctx.db, id)
  if (!row) return
  const about = { kind: HitKind.comment, object_id: id }
  const inspection = await inspect(ctx, about, [row.content], async () => [{ place: "text", page: 0, text: row.content }], signal)
  if (!inspection) return
  await ctx.tx(async (ctx) => {
    if ((await findComment(ctx.db, id))?.content !== row.content) return
    await storeInspection(ctx, inspection)
    if (inspection.reason) await holdComment(ctx, id)
  })
}
