import type { DbCtx } from "@/server/context"
import { countMembers, lockGroups } from "../group/member.usecases"
import { addMember, listGroupIds, removeMember } from "./membership.repository"

/* Who is in which group. */

export { listGroups, listMemberships, lockMemberships, shownGroup, type Membership } from "./membership.repository"

/** Makes the person a member and counts it; nothing happens to who is one already. */
export const addToGroup = async (ctx: DbCtx, userId: number, groupId: number): Promise<void> => {
  if (await addMember(ctx, userId, groupId)) await countMembers(ctx, [groupId], 1)
}

/** Leaves the person's groups and lowers their counts. */
export const leaveGroups = async (ctx: DbCtx, userId: number, only?: number[]): Promise<void> => {
  await lockGroups(ctx, await listGroupIds(ctx, userId, only))
  await countMembers(ctx, await removeMember(ctx, userId, only), -1)
}
