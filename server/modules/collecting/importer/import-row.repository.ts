import { and, eq, gt, inArray, lte, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { importRowTable as t } from "./importer.table"

export type ImportedRow = { digest: string; target: Record<string, unknown> | null }

/** Returns what was imported of this table between two ids, excluding the first. */
export const listKnown = async (db: Db, source: string, after: number, last: number): Promise<Map<number, ImportedRow>> => {
  const rows = await db
    .select()
    .from(t)
    .where(and(eq(t.source, source), gt(t.id, after), lte(t.id, last)))
  return new Map(rows.map(({ id, digest, target }) => [id, { digest: digest.trim(), target }]))
}

export const noteRows = async (db: Db, source: string, rows: ({ id: number } & ImportedRow)[]): Promise<void> => {
  if (!rows.length) return
  await db
    .insert(t)
    .values(rows.map(({ id, digest, target }) => ({ source, id, digest, target })))
    .onConflictDoUpdate({ target: [t.source, t.id], set: { digest: sql`excluded.digest`, target: sql`excluded.target` } })
}

export const forgetRows = async (db: Db, source: string, ids: number[]): Promise<void> => {
  if (ids.length) await db.delete(t).where(and(eq(t.source, source), inArray(t.id, ids)))
}
