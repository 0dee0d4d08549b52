import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { unfinishedUploadTable as t } from "./unfinished-upload.table"

export type UnfinishedUpload = typeof t.$inferSelect

/** Returns the number of the user's unfinished uploads and their declared total size, without the upload `except`. */
export const unfinishedUploads = async (db: Db, userId: number, now: Date, except = ""): Promise<{ count: number; bytes: number }> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, bytes: sql<string>`coalesce(sum(${t.size}), 0)` })
    .from(t)
    .where(and(eq(t.user_id, userId), gt(t.expires_at, now), isNull(t.attachment_id), ne(t.id, except)))
  return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) }
}

export const addUnfinished = (db: Db, row: typeof t.$inferInsert) => db.insert(t).values(row)
export const dropUnfinished = (db: Db, id: string) => db.delete(t).where(eq(t.id, id))

export const findUnfinished = async (db: Db, id: string): Promise<UnfinishedUpload | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

export const declareLength = (db: Db, id: string, length: number) => db.update(t).set({ length }).where(eq(t.id, id))

/** Records which file the upload became, and no longer counts its bytes. */
export const completeUnfinished = (db: Db, id: string, attachment_id: number) => db.update(t).set({ attachment_id }).where(eq(t.id, id))

/** Returns which of these uploads still need their parts. */
export const listResumable = async (db: Db, ids: string[], now: Date): Promise<Set<string>> => {
  const rows = await db
    .select({ id: t.id })
    .from(t)
    .where(and(inArray(t.id, ids), isNull(t.attachment_id), gt(t.expires_at, now)))
  return new Set(rows.map(({ id }) => id))
}

/* The lease. The clock is the database's, because machines may disagree. */

const leaseEnd = sql`clock_timestamp() + interval '15 seconds'`

/** Takes the lease of an upload, or asks its holder to release it. */
export const takeLease = async (db: Db, id: string, holder: string): Promise<"taken" | "held" | "absent"> => {
  const free = or(isNull(t.held_until), lt(t.held_until, sql`clock_timestamp()`))
  const taken = await db
    .update(t)
    .set({ holder, held_until: leaseEnd, release_wanted: false })
    .where(and(eq(t.id, id), free))
    .returning({ id: t.id })
  if (taken.length > 0) return "taken"
  const held = await db.update(t).set({ release_wanted: true }).where(eq(t.id, id)).returning({ id: t.id })
  return held.length > 0 ? "held" : "absent"
}

/** Extends the lease. False if another request waits for it, or has taken it. */
export const renewLease = async (db: Db, id: string, holder: string): Promise<boolean> => {
  const rows = await db
    .update(t)
    .set({ held_until: leaseEnd })
    .where(and(eq(t.id, id), eq(t.holder, holder)))
    .returning({ wanted: t.release_wanted })
  return rows[0]?.wanted === false
}

export const releaseLease = (db: Db, id: string, holder: string) =>
  db
    .update(t)
    .set({ holder: "", held_until: null })
    .where(and(eq(t.id, id), eq(t.holder, holder)))
