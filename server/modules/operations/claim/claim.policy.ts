import { and, asc, eq, gt, inArray, ne } from "drizzle-orm"
import type { Ctx, LoggedIn } from "@/server/context"
import { conflict } from "@/server/errors"
import { userTable } from "../../people/user/user.table"
import { reviewClaimTable as claim } from "../review/review.table"

/* An item that a reviewer has claimed in the review queue is not decided in the lists of each kind (docs/decisions/448). */

/** Refuses with 409 if another reviewer has claimed one of these. `kind` is a `ReviewKind`. */
const requireUnclaimed = async (ctx: LoggedIn, kind: number, ids: number[]): Promise<void> => {
  if (!ids.length) return
  const [held] = await ctx.db
    .select({ username: userTable.username })
    .from(claim)
    .innerJoin(userTable, eq(userTable.id, claim.user_id))
    .where(and(eq(claim.kind, kind), inArray(claim.object_id, ids), gt(claim.until, ctx.now()), ne(claim.user_id, ctx.user.id)))
    .orderBy(asc(claim.object_id))
    .limit(1)
  if (held) throw conflict(`${held.username} 正在审核台审核${ids.length > 1 ? "其中一项" : "这一项"}，等对方审完再处理`)
}

/** Rejects a decision about an item that another reviewer has claimed. */
export const unlessClaimed =
  <I, R>(kind: number, idsOf: (input: I) => number[], decide: (ctx: LoggedIn, input: I) => Promise<R>) =>
  async (ctx: LoggedIn, input: I): Promise<R> => {
    await requireUnclaimed(ctx, kind, idsOf(input))
    return decide(ctx, input)
  }

/** Returns the names of the other reviewers who have claimed some of these, by id. `kind` is a `ReviewKind`. */
export const listClaimants = async (ctx: Ctx, kind: number, ids: number[]): Promise<Map<number, string>> => {
  if (!ids.length) return new Map()
  const rows = await ctx.db
    .select({ id: claim.object_id, username: userTable.username })
    .from(claim)
    .innerJoin(userTable, eq(userTable.id, claim.user_id))
    .where(and(eq(claim.kind, kind), inArray(claim.object_id, ids), gt(claim.until, ctx.now()), ne(claim.user_id, ctx.user?.id ?? 0)))
  return new Map(rows.map(({ id, username }) => [id, username]))
}
