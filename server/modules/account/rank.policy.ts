import type { LoggedIn } from "../../context"
import { forbidden } from "../../errors"
import { listPathsOfGroups } from "../group/member.usecases"
import { listMemberships } from "../user/membership.usecases"

const holdsAll = (ctx: LoggedIn, paths: string[]): boolean => ctx.user.root || paths.every((path) => ctx.user.permissions.has(path))

/** Staff can only assign groups whose permissions they hold; user 1 can assign any. */
export const requireGroupsWithinOwn = async (ctx: LoggedIn, groupIds: number[]): Promise<void> => {
  if (!holdsAll(ctx, await listPathsOfGroups(ctx, groupIds))) throw forbidden("这个用户组的权限比您的多，您不能授予")
}

/**
 * Staff act on those who may do no more than they: a new password or address for somebody is that somebody's rights.
 * User 1 is touched by nobody else.
 */
export const requireWithinRank = async (ctx: LoggedIn, userIds: number[]): Promise<void> => {
  if (ctx.user.root) return
  if (userIds.includes(1)) throw forbidden("您不能更改站长的账号")
  const memberships = await listMemberships(ctx, userIds, ctx.now())
  const groups = new Set([...memberships.values()].flatMap((membership) => membership.group_id))
  if (!holdsAll(ctx, await listPathsOfGroups(ctx, [...groups]))) throw forbidden("这个用户的权限比您的多，您不能更改")
}
