import { inArray, isNull, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { permissionTable as t } from "./group.table"

/** Returns the rows of these permissions, or of all that this version has (null), by path. */
export const listPermissions = (db: Db, paths: string[] | null) =>
  db
    .select()
    .from(t)
    .where(paths ? inArray(t.path, paths) : isNull(t.retired_at))
    .orderBy(t.path)

/** Serializes the synchronization of the table when several processes start at once. */
export const lockPermissions = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(7301886)`)

/** Returns all permissions by id and name, as `POST /api.v1.DocumentAPI/…`. */
export const listPermissionNames = (db: Db): Promise<{ id: number; name: string; retired: boolean }[]> =>
  db.select({ id: t.id, name: sql<string>`${t.method} || ' ' || ${t.path}`, retired: sql<boolean>`${t.retired_at} is not null` }).from(t)

export const addPermissions = async (db: Db, added: (typeof t.$inferInsert)[]): Promise<void> => {
  if (added.length) await db.insert(t).values(added).onConflictDoNothing()
}

export const markRetired = async (db: Db, ids: number[], since: Date | null): Promise<void> => {
  if (ids.length) await db.update(t).set({ retired_at: since }).where(inArray(t.id, ids))
}
