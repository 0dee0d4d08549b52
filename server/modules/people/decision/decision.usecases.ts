import type { Ctx } from "@/server/context"
import { decisionTable } from "./decision.table"

type NewDecision = Pick<typeof decisionTable.$inferInsert, "kind" | "object_id" | "user_id" | "verdict" | "reason">

/**
 * Records decisions in their transaction, so that they can be appealed. A decision about the caller's own content is recorded as made by a
 * rule of the site. Returns the ids in the same order.
 */
export const recordDecisions = async (ctx: Ctx, rows: readonly NewDecision[]): Promise<number[]> => {
  if (!rows.length) return []
  const deciderOf = (userId: number): number => (ctx.user && ctx.user.id !== userId ? ctx.user.id : 0)
  const added = await ctx.db
    .insert(decisionTable)
    .values(rows.map((row) => ({ ...row, decided_by: deciderOf(row.user_id), created_at: ctx.now() })))
    .returning({ id: decisionTable.id })
  return added.map(({ id }) => id)
}
