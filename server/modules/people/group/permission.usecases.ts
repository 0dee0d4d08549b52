import { permissionRows } from "@/lib/contract/permissions"
import type { Ctx, LoggedIn } from "@/server/context"
import { replaceGranted } from "./group.repository"
import { addPermissions, listPermissionNames, listPermissions, lockPermissions, markRetired } from "./permission.repository"

/** Returns the caller's permissions; user 1 has all (docs/reference/api.md 1.6). */
export const readPermissions = async (ctx: LoggedIn) => {
  const current = [...ctx.user.permissions]
  if (!ctx.user.root && !current.length) return { permission: [] }
  return { permission: await listPermissions(ctx.db, ctx.user.root ? null : current) }
}

/**
 * Synchronizes the permission table with the contract at every start. New calls get a row. A row that this version does not have is kept and
 * marked, with everything granted by it: it may belong to a newer version, which is started again later. Titles edited by staff are kept.
 */
export const syncPermissions = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (ctx) => {
    await lockPermissions(ctx.db)
    const permissions = permissionRows()
    const existing = await listPermissionNames(ctx.db)
    const names = new Set(permissions.map((row) => `${row.method} ${row.path}`))
    const have = new Set(existing.map((row) => row.name))
    await addPermissions(
      ctx.db,
      permissions.filter((row) => !have.has(`${row.method} ${row.path}`)),
    )
    const idsOf = (rows: typeof existing) => rows.map(({ id }) => id)
    await markRetired(ctx.db, idsOf(existing.filter(({ name, retired }) => !retired && !names.has(name))), ctx.now())
    await markRetired(ctx.db, idsOf(existing.filter(({ name, retired }) => retired && names.has(name))), null)
  })

/** Returns the ids of all permissions, by name as `GRPC /api.v1.DocumentAPI/…`. */
export const listPermissionIds = async (ctx: Ctx): Promise<Map<string, number>> =>
  new Map((await listPermissionNames(ctx.db)).map(({ id, name }) => [name, id]))

/** Grants a new group these permissions, named as in `listPermissionIds`; names without a row are ignored. */
export const grantNewGroup = async (ctx: Ctx, groupId: number, names: readonly string[]): Promise<void> => {
  const ids = await listPermissionIds(ctx)
  await replaceGranted(
    ctx.db,
    groupId,
    names.flatMap((name) => ids.get(name) ?? []),
  )
}
