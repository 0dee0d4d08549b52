import { permissionRows } from "@/lib/contract/permissions"
import type { Ctx, LoggedIn } from "@/server/context"
import { listPermissionNames, listPermissions, lockPermissions, replacePermissions } from "./permission.repository"

/** The caller's permissions; user 1 holds all (docs/reference/api.md 1.6). */
export const readPermissions = async (ctx: LoggedIn) => {
  const current = [...ctx.user.permissions]
  if (!ctx.user.root && !current.length) return { permission: [] }
  return { permission: await listPermissions(ctx.db, ctx.user.root ? null : current) }
}

/**
 * Brings the table of permissions in line with the contract, at every start: new calls get a row, calls that are gone lose
 * theirs (and what was granted with it). Titles that staff have edited stay.
 */
export const syncPermissions = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (ctx) => {
    await lockPermissions(ctx.db)
    const wanted = permissionRows()
    const kept = await listPermissionNames(ctx.db)
    const names = new Set(wanted.map((row) => `${row.method} ${row.path}`))
    const gone = kept.filter((row) => !names.has(row.name)).map((row) => row.id)
    const have = new Set(kept.map((row) => row.name))
    const missing = wanted.filter((row) => !have.has(`${row.method} ${row.path}`))
    await replacePermissions(ctx.db, gone, missing)
  })

/** The ids of all permissions, by name as `GRPC /api.v1.DocumentAPI/…`. */
export const listPermissionIds = async (ctx: Ctx): Promise<Map<string, number>> =>
  new Map((await listPermissionNames(ctx.db)).map(({ id, name }) => [name, id]))
