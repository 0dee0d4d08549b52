import { and, asc, count, desc, eq, gte, inArray, lt, ne, notInArray, or, sql, type SQL } from "drizzle-orm"
import { ComplaintStatus } from "@/lib/contract/community/complaint.enums"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { standingStatuses } from "@/lib/rules/community/complaint-status"
import type { Db } from "@/server/db/client"
import { listPage, pageOf } from "@/server/db/listing"
import { attachmentTable as a } from "../../library/files/attachment.table"
import { complaintTable as t, complaintTargetTable as target } from "./complaint.table"

export type ComplaintRow = typeof t.$inferSelect
export type ComplaintTargetRow = typeof target.$inferSelect
type TargetRef = { type: number; document_id: number }

const { dismissed, restored, upheld } = ComplaintStatus

export const addComplaintRow = async (db: Db, values: typeof t.$inferInsert, numbered: (id: number) => string): Promise<ComplaintRow> => {
  const [added] = await db.insert(t).values(values).returning({ id: t.id })
  const [row] = await db
    .update(t)
    .set({ number: numbered(added!.id) })
    .where(eq(t.id, added!.id))
    .returning()
  return row!
}
export const addTargets = (db: Db, rows: (typeof target.$inferInsert)[]) => db.insert(target).values(rows)

export const findComplaint = async (db: Db, id: number): Promise<ComplaintRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null
export const lockComplaint = async (db: Db, id: number): Promise<ComplaintRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)).for("update"))[0] ?? null
export const changeComplaint = (db: Db, id: number, values: Partial<typeof t.$inferInsert>) => db.update(t).set(values).where(eq(t.id, id))

export const listComplaints = (db: Db, where: SQL | undefined, paging: { page?: number; size?: number; limit?: number }) =>
  listPage(db, t, { where, order: [desc(t.id)], ...pageOf(paging, 100) })

export const listTargets = async (db: Db, ids: number[]): Promise<ComplaintTargetRow[]> =>
  ids.length
    ? db
        .select()
        .from(target)
        .where(inArray(target.complaint_id, ids))
        .orderBy(asc(target.complaint_id), asc(target.type), asc(target.document_id))
    : []

const refOf = ({ type, document_id }: TargetRef) => and(eq(target.type, type), eq(target.document_id, document_id))
export const markTarget = (db: Db, id: number, ref: TargetRef, is_hidden: boolean) =>
  db
    .update(target)
    .set({ is_hidden })
    .where(and(eq(target.complaint_id, id), refOf(ref)))

/** Returns another complaint that keeps this content down; null if there is none. */
export const findOtherHolder = async (db: Db, id: number, ref: TargetRef): Promise<number | null> => {
  const [row] = await db
    .select({ id: t.id })
    .from(target)
    .innerJoin(t, eq(t.id, target.complaint_id))
    .where(and(refOf(ref), ne(t.id, id), inArray(t.status, standingStatuses)))
    .orderBy(asc(t.id))
    .limit(1)
  return row?.id ?? null
}

const sentBy = ({ email, mobile }: { email: string; mobile: string }) => or(eq(t.email, email), mobile ? eq(t.mobile, mobile) : undefined)

/** Counts the complaints of an identity since a moment. */
export const countComplaintsOf = (db: Db, identity: { email: string; mobile: string }, since: Date): Promise<number> =>
  db.$count(t, and(sentBy(identity), gte(t.created_at, since)))

/** Returns the number of an open complaint of the same identity about one of these contents; "" if there is none. */
export const findOpenNumber = async (db: Db, identity: { email: string; mobile: string }, refs: TargetRef[]): Promise<string> => {
  const [row] = await db
    .select({ number: t.number })
    .from(t)
    .innerJoin(target, eq(target.complaint_id, t.id))
    .where(and(sentBy(identity), notInArray(t.status, [dismissed, restored, upheld]), or(...refs.map(refOf))))
    .limit(1)
  return row?.number ?? ""
}

const isProof = and(eq(a.type, AttachmentType.complaint), eq(a.enable, true))

/** Lists the proof files of a complaint. */
export const listProofs = (db: Db, id: number) =>
  db
    .select()
    .from(a)
    .where(and(isProof, eq(a.type_id, id)))
    .orderBy(asc(a.id))
    .limit(100)

/** Returns the bytes of all proof files that belong to no complaint yet; nobody owns them. */
export const unusedProofBytes = async (db: Db): Promise<number> => {
  const isUnused = and(isProof, eq(a.user_id, 0), eq(a.type_id, 0), sql`${a.deleted_at} is null`)
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${a.size}), 0)` })
    .from(a)
    .where(isUnused)
  return Number(row!.bytes)
}

/** Locks uploaded proof files that belong to no complaint yet. */
export const lockUnusedProofs = (db: Db, ids: number[]) =>
  db
    .select()
    .from(a)
    .where(and(isProof, eq(a.type_id, 0), sql`${a.deleted_at} is null`, inArray(a.id, ids)))
    .orderBy(asc(a.id))
    .for("update")

/** Lists takedowns whose time for a counter-notice is over. */
export const listExpired = async (db: Db, now: Date, limit: number): Promise<number[]> => {
  // a constant, not a parameter, so that the partial index applies
  const rows = await db
    .select({ id: t.id })
    .from(t)
    .where(and(sql`${t.status} = 3`, lt(t.due_at, now)))
    .orderBy(asc(t.due_at))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Counts the takedowns in effect per user. */
export const countInfringementsOf = async (db: Db, userIds: number[]): Promise<Map<number, number>> => {
  if (!userIds.length) return new Map()
  const rows = await db
    .select({ user_id: t.user_id, number: count() })
    .from(t)
    .where(and(inArray(t.user_id, userIds), inArray(t.status, standingStatuses)))
    .groupBy(t.user_id)
  return new Map(rows.map(({ user_id, number }) => [user_id, number]))
}

const year = sql<number>`extract(year from ${t.created_at} at time zone 'Asia/Shanghai')::int`
const when = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`
const withStatus = (status: number) => when(sql`${t.status} = ${status}`)
const decidedAt = sql`coalesce(${t.taken_down_at}, ${t.closed_at})`

/** How many years the figures show. */
const maxYears = 10

/** Counts complaints by year, the latest first. */
export const readFigures = (db: Db) =>
  db
    .select({
      year,
      received: count(),
      taken_down: when(sql`${t.taken_down_at} is not null`),
      dismissed: withStatus(dismissed),
      countered: when(sql`${t.countered_at} is not null`),
      restored: withStatus(restored),
      upheld: withStatus(upheld),
      open: when(sql`${t.closed_at} is null`),
      median_hours: sql<number>`coalesce(round((percentile_cont(0.5) within group (order by extract(epoch from ${decidedAt} - ${t.created_at})) / 3600)::numeric, 1), 0)::float8`,
    })
    .from(t)
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
    .limit(maxYears)
