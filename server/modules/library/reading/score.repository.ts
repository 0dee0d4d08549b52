import { and, eq, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { documentScoreTable as s, readingPositionTable as p } from "./reading.table"

/** Identifies a user's rating of a document. */
type Place = { user_id: number; document_id: number }
const ofScore = ({ user_id, document_id }: Place) => and(eq(s.document_id, document_id), eq(s.user_id, user_id))

/** Stores a vote. Returns null if the user has voted before. */
export const insertScore = async (db: Db, row: Place & { score: number; created_at: Date }) =>
  (await db.insert(s).values(row).onConflictDoNothing().returning())[0] ?? null

export const findScore = async (db: Db, place: Place) => (await db.select().from(s).where(ofScore(place)))[0] ?? null

/** Returns the number and the sum of all votes of a document. */
export const sumScores = async (db: Db, document_id: number): Promise<{ count: number; sum: number }> => {
  const [all] = await db
    .select({ count: sql<number>`count(*)::int`, sum: sql<number>`coalesce(sum(${s.score}), 0)::int` })
    .from(s)
    .where(eq(s.document_id, document_id))
  return all!
}

export const upsertPosition = async (db: Db, row: Place & { page: number; updated_at: Date }): Promise<void> => {
  const { page, updated_at } = row
  await db
    .insert(p)
    .values(row)
    .onConflictDoUpdate({ target: [p.user_id, p.document_id], set: { page, updated_at } })
}

export const findPosition = async (db: Db, { user_id, document_id }: Place): Promise<{ page: number; updated_at: Date } | null> => {
  const [found] = await db
    .select({ page: p.page, updated_at: p.updated_at })
    .from(p)
    .where(and(eq(p.user_id, user_id), eq(p.document_id, document_id)))
  return found ?? null
}
