import { sql } from "drizzle-orm"
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./client"
import { columnsOf, isOneOf } from "./rows"

/* Ids of tables whose rows arrive with ids of their own (docs/decisions/090). */

const sequenceOf = (table: PgTable) => sql`pg_get_serial_sequence(${`"${getTableConfig(table).name}"`}, 'id')`

/** Larger steps than this are made at once, and not one by one. */
const longestWalk = 1_000_000

/** Returns the last id that the table has given out; 0 if it has given out none. */
export const lastIdOf = async (db: Db, table: PgTable): Promise<number> => {
  const { rows } = await db.execute<{ last: string | null }>(sql`select pg_sequence_last_value(${sequenceOf(table)}::regclass) as last`)
  return Number(rows[0]?.last ?? 0)
}

/**
 * Moves the id sequence past an id that a row brings along; it never moves back. Step by step, so that an insertion at the same time cannot
 * get one of these ids.
 */
const advanceIds = async (db: Db, table: PgTable, id: number): Promise<void> => {
  const last = await lastIdOf(db, table)
  const steps = id - last
  if (steps <= 0) return
  await db.execute(
    steps <= longestWalk
      ? sql`select max(nextval(${sequenceOf(table)}::regclass)) from generate_series(1, ${steps})`
      : sql`select setval(${sequenceOf(table)}::regclass, ${id})`,
  )
}

/** Takes ids from the sequence. */
const takeIds = async (db: Db, table: PgTable, count: number): Promise<number[]> => {
  if (!count) return []
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval(${sequenceOf(table)}::regclass) as id from generate_series(1, ${count})`,
  )
  return rows.map(({ id }) => Number(id))
}

/** Returns the ids that have a row. */
export const listExistingIds = async (db: Db, table: PgTable, ids: number[]): Promise<Set<number>> => {
  if (!ids.length) return new Set()
  const column = columnsOf(table).get("id")!
  const rows = await db.select({ id: column }).from(table).where(isOneOf(column, ids))
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Gives out ids of tables. */
export type IdSource = {
  advance: (db: Db, table: PgTable, id: number) => Promise<void>
  take: (db: Db, table: PgTable, count: number) => Promise<number[]>
}

/** The sequences of the tables. */
export const sequenceIds: IdSource = { advance: advanceIds, take: takeIds }

/** Gives out the ids that the sequences would, and leaves them as they are: no transaction can undo their steps. */
export const foretoldIds = (): IdSource => {
  const lastIds = new Map<PgTable, number>()
  const lastOf = async (db: Db, table: PgTable) => lastIds.get(table) ?? lastIdOf(db, table)
  return {
    advance: async (db, table, id) => void lastIds.set(table, Math.max(await lastOf(db, table), id)),
    take: async (db, table, count) => {
      const last = await lastOf(db, table)
      lastIds.set(table, last + count)
      return Array.from({ length: count }, (_, at) => last + 1 + at)
    },
  }
}
