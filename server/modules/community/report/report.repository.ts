import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { ReportVerdict } from "@/lib/contract/community/report.enums"
import type { Db } from "@/server/db/client"
import { listPage, pageOf } from "@/server/db/listing"
import { reportCaseTable as c, reportTable as t } from "./report.table"

export type ReportRow = typeof t.$inferSelect
export type CaseRow = typeof c.$inferSelect

/** Returns a report, locked until the transaction ends; null if there is none. */
export const lockReport = async (db: Db, id: number): Promise<ReportRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)).for("update"))[0] ?? null

export const changeReport = (db: Db, id: number, values: Partial<typeof t.$inferInsert>) => db.update(t).set(values).where(eq(t.id, id))

/** Adds a report; null if the user has reported the same content before. */
export const addReportRow = async (db: Db, values: typeof t.$inferInsert): Promise<ReportRow | null> =>
  (await db.insert(t).values(values).onConflictDoNothing().returning())[0] ?? null

/** Deletes reports and returns the cases that they belonged to. */
export const deleteReportRows = async (db: Db, ids: number[]): Promise<number[]> => {
  const rows = await db.delete(t).where(inArray(t.id, ids)).returning({ case_id: t.case_id })
  return [...new Set(rows.map(({ case_id }) => case_id))].filter(Boolean).toSorted((a, b) => a - b)
}

/** Checks whether staff have dismissed a report of this user. */
export const hasDismissedReport = async (db: Db, userId: number): Promise<boolean> => {
  const rows = await db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.user_id, userId), eq(t.verdict, ReportVerdict.dismissed)))
    .limit(1)
  return rows.length > 0
}

/** Returns the content's case, locked until the transaction ends; opens it if there is none. */
export const lockCaseOf = async (db: Db, { type, document_id }: Pick<CaseRow, "type" | "document_id">, at: Date): Promise<CaseRow> => {
  const [row] = await db
    .insert(c)
    .values({ type, document_id, created_at: at, updated_at: at })
    // an update locks the row even if it changes nothing
    .onConflictDoUpdate({ target: [c.type, c.document_id], set: { type } })
    .returning()
  return row!
}

export const lockCase = async (db: Db, id: number): Promise<CaseRow | null> =>
  (await db.select().from(c).where(eq(c.id, id)).for("update"))[0] ?? null

export const changeCase = (db: Db, id: number, values: Partial<typeof c.$inferInsert>) => db.update(c).set(values).where(eq(c.id, id))

/** Counts the open reports of a locked case again and returns their weight in tenths: of one network the heaviest counts. */
export const recountCase = async (db: Db, id: number, at: Date): Promise<number> => {
  const networks = db
    .select({
      reports: sql<number>`count(*)`.as("reports"),
      heaviest: sql<number>`max(${t.weight})`.as("heaviest"),
      oldest: sql<Date>`min(${t.created_at})`.as("oldest"),
    })
    .from(t)
    .where(and(eq(t.case_id, id), eq(t.status, false)))
    .groupBy(t.network)
    .as("networks")
  const [sums] = await db
    .select({
      report_count: sql<number>`coalesce(sum(${networks.reports}), 0)::int`,
      weight: sql<number>`coalesce(sum(${networks.heaviest}), 0)::int`,
      opened_at: sql<Date | null>`min(${networks.oldest})`.mapWith(t.created_at),
    })
    .from(networks)
  const { report_count, weight, opened_at } = sums!
  await changeCase(db, id, { report_count, weight, opened_at, updated_at: at })
  return weight
}

export const findCase = async (db: Db, id: number): Promise<CaseRow | null> => (await db.select().from(c).where(eq(c.id, id)))[0] ?? null

/** Lists cases with open reports, the oldest first. */
export const listOpenCases = (db: Db, paging: { page?: number; size?: number }) =>
  listPage(db, c, { where: isNotNull(c.opened_at), order: [asc(c.opened_at), asc(c.id)], ...pageOf(paging, 100, 20) })

/** How many reports of a case are displayed. */
const reportsPerCase = 20

/** Lists the latest reports of each case, newest first, in one query. */
export const listReportsOfCases = async (db: Db, caseIds: number[]): Promise<ReportRow[]> => {
  if (!caseIds.length) return []
  const latest = sql`select r.id from ${c} k cross join lateral (select id from ${t} where case_id = k.id order by id desc limit ${reportsPerCase}) r where ${inArray(sql`k.id`, caseIds)}`
  return db
    .select()
    .from(t)
    .where(sql`${t.id} in (${latest})`)
    .orderBy(desc(t.id))
}

/** Locks the open reports of a case. */
export const lockOpenReports = (db: Db, caseId: number): Promise<ReportRow[]> =>
  db
    .select()
    .from(t)
    .where(and(eq(t.case_id, caseId), eq(t.status, false)))
    .orderBy(asc(t.id))
    .for("update")

export const changeReports = (db: Db, ids: number[], values: Partial<typeof t.$inferInsert>) =>
  db.update(t).set(values).where(inArray(t.id, ids))
