import { inArray, sql } from "drizzle-orm"
import { permissionRows } from "../../../lib/contract/permissions"
import type { Ctx, LoggedIn } from "../../context"
import { permissionTable } from "./group.table"

/** The caller's permissions; user 1 holds all (docs/reference/api.md 1.6). */
export const readPermissions = async (ctx: LoggedIn) => {
  const current = [...ctx.user.permissions]
  if (!ctx.user.root && !current.length) return { permission: [] }
  return {
    permission: await ctx.db
      .select()
      .from(permissionTable)
      .where(ctx.user.root ? undefined : inArray(permissionTable.path, current))
      .orderBy(permissionTable.path),
  }
}

/**
 * Brings the table of permissions in line with the contract, at every start: new calls get a row, calls that are gone lose
 * theirs (and what was granted with it). Titles that staff have edited stay.
 */
export const syncPermissions = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (ctx) => {
    await ctx.db.execute(sql`select pg_advisory_xact_lock(7301886)`)
    const wanted = permissionRows()
    const kept = await ctx.db
      .select({ id: permissionTable.id, name: sql<string>`${permissionTable.method} || ' ' || ${permissionTable.path}` })
      .from(permissionTable)
    const names = new Set(wanted.map((row) => `${row.method} ${row.path}`))
    const gone = kept.filter((row) => !names.has(row.name)).map((row) => row.id)
    const have = new Set(kept.map((row) => row.name))
    const missing = wanted.filter((row) => !have.has(`${row.method} ${row.path}`))
    if (gone.length) await ctx.db.delete(permissionTable).where(inArray(permissionTable.id, gone))
    if (missing.length) await ctx.db.insert(permissionTable).values(missing).onConflictDoNothing()
  })
