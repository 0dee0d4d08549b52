import { and, inArray, isNotNull, lt } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./client"

/* Rows that are in the recycle bin. */

type Recycled = PgTable & { id: AnyPgColumn; deleted_at: AnyPgColumn }

/** Locks deleted rows in id order until the transaction ends. Rows that are not deleted are missing. */
export const lockDeleted = async <T extends Recycled>(db: Db, table: T, ids: number[]): Promise<T["$inferSelect"][]> =>
  (await db
    .select()
    .from(table as PgTable)
    .where(and(inArray(table.id, ids), isNotNull(table.deleted_at)))
    .orderBy(table.id)
    .for("update")) as T["$inferSelect"][]

/** Lists at most `max` ids of deleted rows, of those deleted before `before` if it is given. */
export const listDeletedIds = async (db: Db, table: Recycled, max: number, before?: Date): Promise<number[]> => {
  const where = and(isNotNull(table.deleted_at), before ? lt(table.deleted_at, before) : undefined)
  const rows = await db.select({ id: table.id }).from(table).where(where).orderBy(table.id).limit(max)
  return rows.map(({ id }) => Number(id))
}
