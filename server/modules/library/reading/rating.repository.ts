import { and, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm"
import { readableStatuses } from "@/lib/rules/library/document-status"
import type { Db } from "@/server/db/client"
import { documentTable as d } from "../document/document.table"
import { visibleDocuments, type Viewer } from "../document/visibility.policy"
import { ratingTable as s, readingPositionTable as p } from "./reading.table"

/** Identifies a user's rating of a document. */
type RatingKey = { user_id: number; document_id: number }
const ofScore = ({ user_id, document_id }: RatingKey) => and(eq(s.document_id, document_id), eq(s.user_id, user_id))

/** Stores a vote. Returns null if the user has voted before. */
export const insertRating = async (db: Db, row: RatingKey & { score: number; created_at: Date }) =>
  (await db.insert(s).values(row).onConflictDoNothing().returning())[0] ?? null

export const findRating = async (db: Db, key: RatingKey) => (await db.select().from(s).where(ofScore(key)))[0] ?? null

/** Returns the number and the sum of all votes of a document. */
export const sumRatings = async (db: Db, document_id: number): Promise<{ count: number; sum: number }> => {
  const [all] = await db
    .select({ count: sql<number>`count(*)::int`, sum: sql<number>`coalesce(sum(${s.score}), 0)::int` })
    .from(s)
    .where(eq(s.document_id, document_id))
  return all!
}

export const upsertPosition = async (db: Db, row: RatingKey & { page: number; updated_at: Date }): Promise<void> => {
  const { page, updated_at } = row
  await db
    .insert(p)
    .values(row)
    .onConflictDoUpdate({ target: [p.user_id, p.document_id], set: { page, updated_at } })
}

export const findPosition = async (db: Db, { user_id, document_id }: RatingKey): Promise<{ page: number; updated_at: Date } | null> => {
  const [position] = await db
    .select({ page: p.page, updated_at: p.updated_at })
    .from(p)
    .where(and(eq(p.user_id, user_id), eq(p.document_id, document_id)))
  return position ?? null
}

/** Returns the readable documents that a user has started but not finished, the last read first. */
export const listUnfinished = (db: Db, viewer: NonNullable<Viewer>, limit: number) =>
  db
    .select({
      uuid: d.uuid,
      title: d.title,
      ext: d.ext,
      pages: d.pages,
      width: d.width,
      height: d.height,
      status: d.status,
      version: d.version,
      converted_pages: d.converted_pages,
      page: p.page,
      updated_at: p.updated_at,
    })
    .from(p)
    .innerJoin(d, eq(d.id, p.document_id))
    .where(
      and(
        eq(p.user_id, viewer.id),
        gt(p.page, 1),
        lt(p.page, d.pages),
        isNull(d.deleted_at),
        inArray(d.status, readableStatuses),
        visibleDocuments(viewer),
      ),
    )
    .orderBy(desc(p.updated_at))
    .limit(limit)
