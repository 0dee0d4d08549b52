import { and, eq, ne, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { isOneOf, upsertRows } from "@/server/db/rows"
import { importRowTable as t } from "./importer.table"
import type { Base } from "./merge.rules"

export type ImportedRow = { digest: string; target_id: number | null; target: Record<string, unknown> | null; base: Base | null }

/**
 * Returns the digests of this table's imported rows between two ids, excluding the first. Every run reads the digests of all rows, so it
 * avoids the query builder, which takes longer for a row than the database.
 */
export const listDigests = async (db: Db, source: string, after: number, last: number): Promise<Map<number, string>> => {
  const { rows } = await db.execute<{ id: string; digest: string }>(
    sql`select id, digest from ${t} where source = ${source} and id > ${after} and id <= ${last} and digest <> ''`,
  )
  return new Map(rows.map(({ id, digest }) => [Number(id), digest.trim()]))
}

/** Returns the import records of these source rows. */
export const listImported = async (db: Db, source: string, ids: number[]): Promise<Map<number, ImportedRow>> => {
  if (!ids.length) return new Map()
  const rows = await db
    .select()
    .from(t)
    .where(and(eq(t.source, source), isOneOf(t.id, ids), ne(t.digest, "")))
  return new Map(rows.map(({ id, source: _, digest, ...row }) => [id, { ...row, digest: digest.trim() }]))
}

/** Returns the ids here of the given source rows, if they have one. */
export const listTargetIds = async (db: Db, source: string, ids: number[]): Promise<Map<number, number>> => {
  if (!ids.length) return new Map()
  const rows = await db
    .select({ id: t.id, target_id: t.target_id })
    .from(t)
    .where(and(eq(t.source, source), isOneOf(t.id, ids)))
  return new Map(rows.flatMap(({ id, target_id }) => (target_id === null ? [] : [[id, target_id] as const])))
}

/** Maps those of the given ids here that are still linked to a row of the source to its id. */
export const listSourceIds = async (db: Db, source: string, targetIds: number[]): Promise<Map<number, number>> => {
  if (!targetIds.length) return new Map()
  const rows = await db
    .select({ id: t.id, target_id: t.target_id })
    .from(t)
    .where(and(eq(t.source, source), isOneOf(t.target_id, targetIds)))
  return new Map(rows.flatMap(({ id, target_id }) => (target_id === null ? [] : [[target_id, id] as const])))
}

export const noteRows = async (db: Db, source: string, rows: ({ id: number } & ImportedRow)[]): Promise<void> => {
  if (!rows.length) return
  await upsertRows(
    db,
    t,
    rows.map((row) => ({ source, ...row })),
    { key: ["source", "id"] },
  )
}

/** Reserves ids for rows that are not imported yet; an existing record is not changed. */
export const noteReservations = async (db: Db, source: string, ids: ReadonlyMap<number, number>): Promise<void> => {
  if (!ids.size) return
  const rows = [...ids].map(([id, target_id]) => ({ source, id, digest: "", target_id }))
  await upsertRows(db, t, rows, { key: ["source", "id"], fixedColumns: ["digest", "target_id"] })
}

/** Notes values that the import itself has changed in rows here, so that they count as nobody's edit. Returns the ids in the source. */
export const noteBaseValues = async (db: Db, source: string, targetIds: number[], values: Base): Promise<number[]> => {
  const rows = await db
    .update(t)
    .set({ base: sql`${t.base} || ${JSON.stringify(values)}::jsonb` })
    .where(and(eq(t.source, source), isOneOf(t.target_id, targetIds)))
    .returning({ id: t.id })
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Lets this run, or the next one, look at imported rows again although the source has not changed them. */
export const noteStale = async (db: Db, source: string, ids: number[]): Promise<void> => {
  if (!ids.length) return
  await db
    .update(t)
    .set({ digest: "stale" })
    .where(and(eq(t.source, source), isOneOf(t.id, ids), ne(t.digest, "")))
}

export const forgetRows = async (db: Db, source: string, ids: number[]): Promise<void> => {
  if (ids.length) await db.delete(t).where(and(eq(t.source, source), isOneOf(t.id, ids)))
}
