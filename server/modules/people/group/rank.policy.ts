import { rootUserId } from "@/lib/rules/people/staff"
import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden } from "@/server/errors"
import { rootGroup } from "./group.rules"
import { listPathsOfGroups, listPathsOfPeople } from "./member.repository"

/* Staff cannot act beyond their own permissions (docs/decisions/012). */

const holdsAll = (ctx: LoggedIn, paths: string[]): boolean => ctx.user.root || paths.every((path) => ctx.user.permissions.has(path))

/** Rejects everyone but user 1 if the group of user 1 is among these. */
export const requireNoRootGroup = ({ user }: Pick<Ctx, "user">, groupIds: number[]): void => {
  if (!user?.root && groupIds.includes(rootGroup)) throw forbidden("这个用户组只有站长可以更改")
}

/** Staff can only assign groups whose permissions they hold; user 1 can assign any. */
export const requireGroupsWithinOwn = async (ctx: LoggedIn, groupIds: number[]): Promise<void> => {
  if (!holdsAll(ctx, await listPathsOfGroups(ctx, groupIds))) throw forbidden("这个用户组的权限比你的多，你不能授予")
}

/**
 * Checks that staff act only on users with no more permissions than their own: setting a user's password or address would give them that
 * user's rights. Only user 1 may act on user 1.
 */
export const requireWithinRank = async (ctx: LoggedIn, userIds: number[]): Promise<void> => {
  if (ctx.user.root) return
  if (userIds.includes(rootUserId)) throw forbidden("你不能更改站长的账号")
  if (!holdsAll(ctx, await listPathsOfPeople(ctx, userIds))) throw forbidden("这个用户的权限比你的多，你不能更改")
}
