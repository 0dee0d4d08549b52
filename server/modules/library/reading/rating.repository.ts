import { and, eq, sql, type SQL } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { documentTable as d } from "../document/document.table"
import { ratingTable as s } from "./reading.table"

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

const ofRatings = (value: SQL) => sql`(select ${value} from ${s} one where one.document_id = ${d}.id)`
/** SQL for an update of documents: the number of votes. */
export const countOfRatings = ofRatings(sql`count(*)`)
/** SQL for an update of documents: the Bayesian mean of all votes with these virtual ones. */
export const meanOfRatings = ({ score, weight }: { score: number; weight: number }): SQL =>
  ofRatings(sql`round((${score * weight}::numeric + coalesce(sum(one.score), 0)) / (${weight}::numeric + count(*)))::integer`)
