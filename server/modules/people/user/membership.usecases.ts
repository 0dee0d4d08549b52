import type { DbCtx } from "@/server/context"
import { countMembers, lockGroups } from "../group/member.usecases"
import { addMember, listGroupIds, removeMember } from "./membership.repository"

/* Group membership. */

export { listGroups, listMemberships, lockMemberships, shownGroup, type Membership } from "./membership.repository"

/** Adds the user to a group and counts them; does nothing for an existing member. */
export const addToGroup = async (ctx: DbCtx, userId: number, groupId: number): Promise<void> => {
  if (await addMember(ctx, userId, groupId)) await countMembers(ctx, [groupId], 1)
}

/** Removes the user from their groups and decreases the member counts. */
export const leaveGroups = async (ctx: DbCtx, userId: number, only?: number[]): Promise<void> => {
  await lockGroups(ctx, await listGroupIds(ctx, userId, only))
  await countMembers(ctx, await removeMember(ctx, userId, only), -1)
}
