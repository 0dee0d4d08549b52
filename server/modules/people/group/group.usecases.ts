import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden, invalid, notFound } from "@/server/errors"
import {
  areInUse,
  clearDefaults,
  findGroup,
  findPermission,
  hasOtherDefault,
  listGranted,
  listGrantedByAny,
  listPermissionRows,
  listPermissionsById,
  lockDefaultGroup,
  replaceGranted,
  updatePermissionRow,
  type PermissionFilter,
} from "./group.repository"
import { capabilities, reviews, rootGroup } from "./group.rules"
import { groupTable } from "./group.table"
import { listOwnGroups } from "./member.repository"
import { requireNoRootGroup } from "./rank.policy"

/** The values of a new group that the request does not give: the defaults of its columns. */
const newGroup = Object.fromEntries(
  Object.keys({ ...capabilities, ...reviews }).map((flag) => [flag, groupTable[flag as keyof typeof capabilities].default]),
)

/** Staff can only switch on for others what one of their own groups lets them do; user 1 can switch on anything. */
const requireOwnCapabilities = async (ctx: Ctx, row: Record<string, unknown>, id: number): Promise<void> => {
  if (!ctx.user || ctx.user.root) return
  const before = id ? await findGroup(ctx.db, id) : null
  const values = before ? row : { ...newGroup, ...row }
  const memberships = await listOwnGroups(ctx, ctx.user.id)
  const requireOwn = (flags: Record<string, string>, granting: boolean): void => {
    for (const [flag, label] of Object.entries(flags)) {
      const value = (one: object | null): unknown => (one as Record<string, unknown> | null)?.[flag]
      if (value(values) !== granting || value(before) === granting) continue
      if (!memberships.some((group) => value(group) === granting)) throw forbidden(`你自己没有“${label}”，不能让用户组有`, flag)
    }
  }
  requireOwn(capabilities, true)
  requireOwn(reviews, false)
}

/** Keeps exactly one default group: a new default replaces the old one, and the last one cannot be unset. */
export const beforeSaveGroup = async (ctx: Ctx, row: Record<string, unknown>, id: number): Promise<void> => {
  requireNoRootGroup(ctx, [id])
  if (id) requireOwnPermissions(ctx, await listGranted(ctx.db, id), "这个用户组的权限比你的多，你不能更改")
  await requireOwnCapabilities(ctx, row, id)
  if (id === rootGroup && row.is_default === true) throw invalid("管理员组不能设为默认用户组", "is_default")
  if (row.is_default === undefined) return
  await lockDefaultGroup(ctx.db)
  if (row.is_default === true) {
    await clearDefaults(ctx.db, id)
  } else if (id && !(await hasOtherDefault(ctx.db, id))) throw invalid("至少要有一个默认用户组", "is_default")
}

export const beforeDeleteGroups = async (ctx: Ctx, ids: number[]): Promise<void> => {
  await lockDefaultGroup(ctx.db)
  requireOwnPermissions(ctx, await listGrantedByAny(ctx.db, ids), "这个用户组的权限比你的多，你不能删除")
  if (await areInUse(ctx.db, ids)) throw invalid("默认分组以及分组下存在用户的组不能删除")
}

/** Staff can only grant permissions that they hold; user 1 can grant any. */
const requireOwnPermissions = (ctx: Ctx, rows: { path: string }[], message: string) => {
  if (!ctx.user?.root && rows.some((row) => !ctx.user?.permissions.has(row.path))) throw forbidden(message)
}

export const readGroupPermission = async (ctx: LoggedIn, { id }: { id: number }) => {
  if (!(await findGroup(ctx.db, id))) throw notFound("用户组不存在", "id")
  return { permission_id: (await listGranted(ctx.db, id)).map((row) => row.id) }
}

/**
 * Replaces the group's permissions. Null, 0 and unknown ids are ignored; an empty list removes all permissions (docs/reference/api.md 2.2).
 * Staff can only change groups that have no more permissions than they have.
 * @throws 400 if the group of user 1 would have none left
 */
export const grantPermissions = async (ctx: LoggedIn, input: { group_id: number; permission_id: (number | null)[] }) => {
  const ids = [...new Set(input.permission_id.filter((id): id is number => id !== null && id > 0))]
  requireNoRootGroup(ctx, [input.group_id])
  await ctx.tx(async (ctx) => {
    await lockDefaultGroup(ctx.db)
    if (!(await findGroup(ctx.db, input.group_id))) throw notFound("用户组不存在", "group_id")
    requireOwnPermissions(ctx, await listGranted(ctx.db, input.group_id), "这个用户组的权限比你的多，你不能更改")
    const permissions = await listPermissionsById(ctx.db, ids)
    if (!permissions.length && input.group_id === rootGroup) throw invalid("管理员组的权限不能全部取消", "permission_id")
    requireOwnPermissions(ctx, permissions, "你不能授予自己没有的权限")
    await replaceGranted(
      ctx.db,
      input.group_id,
      permissions.map((row) => row.id),
    )
    await ctx.announce("rights")
  })
  return {}
}

export const listPermissions = async (ctx: LoggedIn, input: PermissionFilter) => {
  const { rows, total } = await listPermissionRows(ctx.db, input)
  return { total, permission: rows }
}

export const readPermission = async (ctx: LoggedIn, { id }: { id: number }) => {
  const row = await findPermission(ctx.db, id)
  if (!row) throw notFound("权限不存在")
  return row
}

/** Changes title and description, which survive a restart; method and path come from the contract. */
export const changePermission = async (ctx: LoggedIn, { id, title, description }: { id: number; title: string; description?: string }) => {
  await readPermission(ctx, { id })
  await updatePermissionRow(ctx.db, id, { title, description }, ctx.now())
  return {}
}
