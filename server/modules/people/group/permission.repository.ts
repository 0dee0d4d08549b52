import { inArray, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { permissionTable as t } from "./group.table"

/** Returns the rows of these permissions, or of all (null), by path. */
export const listPermissions = (db: Db, paths: string[] | null) =>
  db
    .select()
    .from(t)
    .where(paths ? inArray(t.path, paths) : undefined)
    .orderBy(t.path)

/** Serializes the synchronization of the table when several processes start at once. */
export const lockPermissions = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(7301886)`)

/** Returns all permissions by id and name, as `POST /api.v1.DocumentAPI/…`. */
export const listPermissionNames = (db: Db): Promise<{ id: number; name: string }[]> =>
  db.select({ id: t.id, name: sql<string>`${t.method} || ' ' || ${t.path}` }).from(t)

export const replacePermissions = async (db: Db, gone: number[], added: (typeof t.$inferInsert)[]): Promise<void> => {
  if (gone.length) await db.delete(t).where(inArray(t.id, gone))
  if (added.length) await db.insert(t).values(added).onConflictDoNothing()
}
