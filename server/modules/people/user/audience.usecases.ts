import { and, asc, eq, exists, gt, inArray, isNull, or, sql, type SQL } from "drizzle-orm"
import { rootUserId } from "@/lib/rules/people/staff"
import type { Ctx, DbCtx } from "@/server/context"
import { groupPermissionTable, permissionTable } from "../group/group.table"
import { userVipTable } from "../../money/order/order.table"
import { userGroupTable, userTable } from "./user.table"

/** A part of the users. `staff`: users with a permission, and the root account. */
export type UserAudience = { kind: "users" | "vip" | "staff" } | { kind: "groups"; ids: number[] }

const isMember = ({ db }: DbCtx, ids: number[]): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(userGroupTable)
      .where(and(eq(userGroupTable.user_id, userTable.id), inArray(userGroupTable.group_id, ids))),
  )

const hasCard = ({ db }: DbCtx, now: Date): SQL => {
  const moment = now.toISOString()
  return exists(
    db
      .select({ one: sql`1` })
      .from(userVipTable)
      .where(
        sql`${userVipTable.user_id} = ${userTable.id} and ${userVipTable.joined_at} <= ${moment} and ${userVipTable.expired_at} > ${moment}`,
      ),
  )
}

const hasRight = ({ db }: DbCtx): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(userGroupTable)
      .innerJoin(groupPermissionTable, eq(groupPermissionTable.group_id, userGroupTable.group_id))
      .innerJoin(permissionTable, and(eq(permissionTable.id, groupPermissionTable.permission_id), isNull(permissionTable.retired_at)))
      .where(eq(userGroupTable.user_id, userTable.id)),
  )

const conditionOf = (ctx: Ctx, audience: UserAudience): SQL | undefined => {
  if (audience.kind === "groups") return isMember(ctx, audience.ids)
  if (audience.kind === "vip") return or(eq(userTable.is_vip, true), hasCard(ctx, ctx.now()))
  return audience.kind === "staff" ? or(eq(userTable.id, rootUserId), hasRight(ctx)) : undefined
}

/** Returns the ids of open accounts of the audience, in ascending order, the first `limit` above `after`. */
export const listAudience = async (
  ctx: Ctx,
  audience: UserAudience,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> => {
  const rows = await ctx.db
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(gt(userTable.id, after), isNull(userTable.closed_at), conditionOf(ctx, audience)))
    .orderBy(asc(userTable.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
