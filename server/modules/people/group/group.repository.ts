import { and, asc, eq, inArray, ne, or, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { pageOf, patternsOf, listPage } from "@/server/db/listing"
import { userGroupTable } from "../user/user.table"
import { groupPermissionTable, permissionTable, groupTable } from "./group.table"

export type PermissionFilter = { page?: number; size?: number; limit?: number; wd?: string; path?: string; method?: string[] }

export const findGroup = async (db: Db, id: number) => (await db.select().from(groupTable).where(eq(groupTable.id, id)))[0] ?? null

/** Serializes changes of the default group. */
export const lockDefaultGroup = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(7301887)`)

export const hasOtherDefault = async (db: Db, id: number): Promise<boolean> =>
  (await db.$count(groupTable, and(groupTable.is_default, ne(groupTable.id, id)))) > 0

export const clearDefaults = async (db: Db, except: number): Promise<void> => {
  // in the usual order of group locks
  await db.select({ id: groupTable.id }).from(groupTable).orderBy(groupTable.id).for("no key update")
  await db
    .update(groupTable)
    .set({ is_default: false })
    .where(and(groupTable.is_default, ne(groupTable.id, except)))
}

/** Checks whether one of these groups is the default or has members. Locks them, so that no user joins before the transaction ends. */
export const areInUse = async (db: Db, ids: number[]): Promise<boolean> => {
  if (!ids.length) return false
  const groups = await db
    .select({ is_default: groupTable.is_default })
    .from(groupTable)
    .where(inArray(groupTable.id, ids))
    .orderBy(groupTable.id)
    .for("update")
  return groups.some((group) => group.is_default) || (await db.$count(userGroupTable, inArray(userGroupTable.group_id, ids))) > 0
}

export const listGranted = (db: Db, groupId: number) => listGrantedByAny(db, [groupId])

/** Returns the permissions that any of these groups grants. */
export const listGrantedByAny = (db: Db, groupIds: number[]): Promise<{ id: number; path: string }[]> =>
  db
    .selectDistinct({ id: permissionTable.id, path: permissionTable.path })
    .from(groupPermissionTable)
    .innerJoin(permissionTable, eq(permissionTable.id, groupPermissionTable.permission_id))
    .where(inArray(groupPermissionTable.group_id, groupIds))
    .orderBy(permissionTable.id)

export const listPermissionsById = async (db: Db, ids: number[]): Promise<{ id: number; path: string }[]> =>
  ids.length
    ? db.select({ id: permissionTable.id, path: permissionTable.path }).from(permissionTable).where(inArray(permissionTable.id, ids))
    : []

export const replaceGranted = async (db: Db, groupId: number, ids: number[]): Promise<void> => {
  await db.delete(groupPermissionTable).where(eq(groupPermissionTable.group_id, groupId))
  if (ids.length) await db.insert(groupPermissionTable).values(ids.map((permission_id) => ({ group_id: groupId, permission_id })))
}

export const findPermission = async (db: Db, id: number) =>
  (await db.select().from(permissionTable).where(eq(permissionTable.id, id)))[0] ?? null

export const updatePermissionRow = (db: Db, id: number, texts: { title: string; description?: string }, now: Date) =>
  db
    .update(permissionTable)
    .set({ ...texts, updated_at: now })
    .where(eq(permissionTable.id, id))

const t = permissionTable
/** More than there are permissions: without a size the full list is returned, as forms that grant permissions expect. */
const maxListed = 1_000

/** Lists permissions by path. `method` is case-insensitive: "grpc" matches "GRPC". */
export const listPermissionRows = async (db: Db, filter: PermissionFilter) => {
  const paths = patternsOf(filter.path).map((word) => sql`lower(${t.path}) like ${word}`)
  const texts = patternsOf(filter.wd).map((word) => or(sql`lower(${t.title}) like ${word}`, sql`lower(${t.description}) like ${word}`))
  const methods = (filter.method ?? []).filter(Boolean).map((method) => method.toUpperCase())
  const where = and(...paths, ...texts, methods.length ? inArray(t.method, methods) : undefined)
  return listPage(db, t, { where, order: [asc(t.path), asc(t.id)], ...pageOf(filter, maxListed, maxListed) })
}
