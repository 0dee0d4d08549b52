import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql, type SQL } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import { ReportKind } from "@/lib/contract/community/report.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { standingStatuses } from "@/lib/rules/community/complaint-status"
import type { Db } from "@/server/db/client"
import { articleTable } from "../../articles/article/article.table"
import { commentTable } from "../../community/comment/comment.table"
import { complaintTable, complaintTargetTable } from "../../community/complaint/complaint.table"
import { reportCaseTable, reportTable } from "../../community/report/report.table"
import { sensitiveHitTable } from "../../community/sensitive-word/sensitive-word.table"
import { documentTable } from "../../library/document/document.table"
import { attachmentTable } from "../../library/files/attachment.table"
import { orderTable } from "../../money/order/order.table"
import { orderRefundTable } from "../../money/order/refund.table"
import { profileChangeTable } from "../../people/account/profile-change.table"
import { appealTable } from "../../people/appeal/appeal.table"
import { punishmentTable } from "../../people/punishment/punishment.table"
import { userTable } from "../../people/user/user.table"
import { reviewClaimTable as claim, reviewVerdictTable as verdict } from "./review.table"

export type WaitingRow = {
  kind: number
  id: number
  title: string
  user_id: number
  since: Date
  report_count: number
  is_hidden: boolean
  due: Date | null
}
export type ReviewClaimRow = typeof claim.$inferSelect

type Source = {
  table: PgTable
  id: AnyPgColumn
  title: SQL<string>
  user_id: SQL<number>
  since: AnyPgColumn
  where: SQL
  order?: AnyPgColumn
  more?: object
}

const none = { report_count: sql<number>`0`, is_hidden: sql<boolean>`false`, due: sql<Date | null>`null` }
const textOf = (column: AnyPgColumn) => sql<string>`left(${column}, 120)`

// nested: columns directly inside a selected expression lose their table name
const latestTitle = sql`select ${reportTable.document_title} from ${reportTable} where ${reportTable.case_id} = ${reportCaseTable.id} order by ${reportTable.id} desc limit 1`

const firstTitle = sql`select ${complaintTargetTable.title} from ${complaintTargetTable} where ${complaintTargetTable.complaint_id} = ${complaintTable.id} order by ${complaintTargetTable.type}, ${complaintTargetTable.document_id} limit 1`

const productName = sql`select ${orderTable.product_name} from ${orderTable} where ${orderTable.id} = ${orderRefundTable.order_id}`

/** Content that reports have hidden is decided with its reports, not a second time on its own. */
const isNotReported = (kind: number, id: AnyPgColumn): SQL =>
  sql`not exists (select 1 from ${reportCaseTable} where ${reportCaseTable.type} = ${kind} and ${reportCaseTable.document_id} = ${id} and ${reportCaseTable.is_hidden} and ${reportCaseTable.opened_at} is not null)`

/**
 * The waiting items, by kind. Statuses are constants, not parameters, so that the partial indexes apply. `since` is when the row last changed: its
 * upload, its edit, or the moment it was sent back to review.
 */
const sources: Record<number, Source> = {
  [ReviewKind.document]: {
    table: documentTable,
    id: documentTable.id,
    title: textOf(documentTable.title),
    user_id: sql`${documentTable.user_id}::float8`,
    since: documentTable.updated_at,
    where: and(sql`${documentTable.status} = 6`, isNull(documentTable.deleted_at), isNotReported(ReportKind.document, documentTable.id))!,
  },
  [ReviewKind.article]: {
    table: articleTable,
    id: articleTable.id,
    title: textOf(articleTable.title),
    user_id: sql`${articleTable.user_id}::float8`,
    since: articleTable.updated_at,
    where: and(sql`${articleTable.status} = 0`, isNull(articleTable.deleted_at), isNotReported(ReportKind.article, articleTable.id))!,
  },
  [ReviewKind.comment]: {
    table: commentTable,
    id: commentTable.id,
    title: textOf(commentTable.content),
    user_id: sql`${commentTable.user_id}::float8`,
    since: commentTable.updated_at,
    where: and(sql`${commentTable.status} = 0`, isNotReported(ReportKind.comment, commentTable.id))!,
  },
  [ReviewKind.report]: {
    table: reportCaseTable,
    id: reportCaseTable.id,
    title: sql`coalesce((${latestTitle}), '')`,
    user_id: sql`0`,
    since: reportCaseTable.opened_at,
    where: isNotNull(reportCaseTable.opened_at),
    more: { report_count: reportCaseTable.report_count, is_hidden: reportCaseTable.is_hidden },
  },
  // has a deadline of its own: new ones, and those with a counter-notice
  [ReviewKind.complaint]: {
    table: complaintTable,
    id: complaintTable.id,
    title: sql`coalesce((${firstTitle}), '')`,
    user_id: sql`${complaintTable.user_id}::float8`,
    since: complaintTable.updated_at,
    where: sql`${complaintTable.status} in (1, 4)`,
    order: complaintTable.due_at,
    more: { due: complaintTable.due_at },
  },
  [ReviewKind.appeal]: {
    table: appealTable,
    id: appealTable.id,
    title: textOf(appealTable.title),
    user_id: sql`${appealTable.user_id}::float8`,
    since: appealTable.created_at,
    where: sql`${appealTable.status} = 0`,
  },
  [ReviewKind.profile]: {
    table: profileChangeTable,
    id: profileChangeTable.user_id,
    title: textOf(profileChangeTable.signature),
    user_id: sql`${profileChangeTable.user_id}::float8`,
    since: profileChangeTable.created_at,
    where: isNotNull(profileChangeTable.created_at),
  },
  // failed, not closed by staff, and not requested again
  [ReviewKind.refund]: {
    table: orderRefundTable,
    id: orderRefundTable.id,
    title: sql`coalesce((${productName}), '')`,
    user_id: sql`${orderRefundTable.user_id}::float8`,
    since: orderRefundTable.updated_at,
    where: and(
      sql`${orderRefundTable.status} = 3`,
      isNull(orderRefundTable.done_at),
      sql`not exists (select 1 from ${orderRefundTable} later where later.order_id = ${orderRefundTable.order_id} and later.id > ${orderRefundTable.id})`,
    )!,
  },
}

const rowsOf = (kind: number) => {
  const { id, title, user_id, since, more } = sources[kind]!
  return { id, title, user_id, since, ...none, ...more }
}
const withKind = (kind: number, rows: unknown[]) => (rows as Omit<WaitingRow, "kind">[]).map((row) => ({ ...row, kind }))

/** Lists the oldest of one kind. */
export const listWaiting = async (db: Db, kind: number, limit: number): Promise<WaitingRow[]> => {
  const { table, id, since, where, order = since } = sources[kind]!
  const rows = await db.select(rowsOf(kind)).from(table).where(where).orderBy(asc(order), asc(id)).limit(limit)
  return withKind(kind, rows)
}

/** Counting stops here: the review queue displays no higher number. */
const countedWaiting = 1_000
export const countWaiting = async (db: Db, kind: number): Promise<number> => {
  const { table, id, where } = sources[kind]!
  return db.$count(db.select({ id }).from(table).where(where).limit(countedWaiting).as("waiting"))
}

/** Returns the waiting item; null if it has already been decided. */
export const findWaiting = async (db: Db, kind: number, id: number): Promise<WaitingRow | null> => {
  const source = sources[kind]!
  const rows = await db
    .select(rowsOf(kind))
    .from(source.table)
    .where(and(eq(source.id, id), source.where))
  return withKind(kind, rows)[0] ?? null
}

export const findDocument = async (db: Db, id: number) => (await db.select().from(documentTable).where(eq(documentTable.id, id)))[0] ?? null
export const findArticle = async (db: Db, id: number) => (await db.select().from(articleTable).where(eq(articleTable.id, id)))[0] ?? null
export const findComment = async (db: Db, id: number) => (await db.select().from(commentTable).where(eq(commentTable.id, id)))[0] ?? null

/** Returns the signature of a user that waits, and the public one. */
export const findSignatures = async (db: Db, userId: number) =>
  (
    await db
      .select({ waiting: profileChangeTable.signature, current: userTable.signature })
      .from(profileChangeTable)
      .innerJoin(userTable, eq(userTable.id, profileChangeTable.user_id))
      .where(eq(profileChangeTable.user_id, userId))
  )[0] ?? null

/** Returns the number of the order that a refund belongs to; "" if there is none. */
export const findOrderNumber = async (db: Db, refundId: number): Promise<string> =>
  (
    await db
      .select({ order_no: orderTable.order_no })
      .from(orderRefundTable)
      .innerJoin(orderTable, eq(orderTable.id, orderRefundTable.order_id))
      .where(eq(orderRefundTable.id, refundId))
  )[0]?.order_no ?? ""

/** Lists documents of these contents other than this one, at most 100. */
export const listNearDocuments = (db: Db, id: number, hashes: string[]) =>
  db
    .select({
      id: documentTable.id,
      uuid: documentTable.uuid,
      title: documentTable.title,
      user_id: documentTable.user_id,
      status: documentTable.status,
      pages: documentTable.converted_pages,
      sha256: documentTable.sha256,
      is_banned: sql<boolean>`exists (select 1 from ${attachmentTable} a where a.sha256 = "document"."sha256" and not a.enable)`,
    })
    .from(documentTable)
    .where(and(inArray(documentTable.sha256, hashes), ne(documentTable.id, id), isNull(documentTable.deleted_at)))
    .orderBy(asc(documentTable.id))
    .limit(100)

const maxHits = 50
export const listHits = (db: Db, kinds: number[], objectId: number) =>
  db
    .select()
    .from(sensitiveHitTable)
    .where(and(eq(sensitiveHitTable.object_id, objectId), or(...kinds.map((kind) => eq(sensitiveHitTable.kind, kind)))))
    .orderBy(asc(sensitiveHitTable.page), asc(sensitiveHitTable.id))
    .limit(maxHits)

/** Counts a user's documents, those that staff rejected or disabled, their punishments, and the takedowns in effect against them. */
export const readRecord = async (db: Db, userId: number) => {
  const [[documents], punishments, infringements] = await Promise.all([
    db
      .select({
        documents: count(),
        rejected: sql<number>`count(*) filter (where ${documentTable.status} in (${DocumentStatus.rejected}, ${DocumentStatus.disabled}))::int`,
      })
      .from(documentTable)
      .where(and(eq(documentTable.user_id, userId), isNull(documentTable.deleted_at))),
    db.$count(punishmentTable, eq(punishmentTable.user_id, userId)),
    db.$count(complaintTable, and(eq(complaintTable.user_id, userId), inArray(complaintTable.status, standingStatuses))),
  ])
  return { documents: documents!.documents, rejected: documents!.rejected, punishments, infringements }
}

/** Claims an unclaimed item; null if another reviewer holds it. */
export const takeClaim = async (db: Db, row: ReviewClaimRow, now: Date): Promise<ReviewClaimRow | null> => {
  const [taken] = await db
    .insert(claim)
    .values(row)
    .onConflictDoUpdate({
      target: [claim.kind, claim.object_id],
      set: { user_id: row.user_id, until: row.until },
      setWhere: or(eq(claim.user_id, row.user_id), lt(claim.until, now)),
    })
    .returning()
  return taken ?? null
}

/** Ends a claim of this user. */
export const endClaim = (db: Db, kind: number, objectId: number, userId: number) =>
  db.delete(claim).where(and(eq(claim.kind, kind), eq(claim.object_id, objectId), eq(claim.user_id, userId)))

export const findClaim = async (db: Db, kind: number, objectId: number): Promise<ReviewClaimRow | null> =>
  (
    await db
      .select()
      .from(claim)
      .where(and(eq(claim.kind, kind), eq(claim.object_id, objectId)))
  )[0] ?? null

/** Lists the claims that have not ended; there are only as many as active reviewers. */
export const listClaims = (db: Db, now: Date): Promise<ReviewClaimRow[]> => db.select().from(claim).where(gt(claim.until, now)).limit(1_000)

export const addVerdict = (db: Db, row: typeof verdict.$inferInsert) => db.insert(verdict).values(row)

const figures = {
  decided: count(),
  approved: sql<number>`count(*) filter (where ${verdict.approved})::int`,
  median_seconds: sql<number>`coalesce(round(percentile_cont(0.5) within group (order by ${verdict.waited_seconds})), 0)::int`,
}
export const readFigures = async (db: Db, since: Date) => {
  const inTime = gte(verdict.created_at, since)
  const [[all], reviewer] = await Promise.all([
    db.select(figures).from(verdict).where(inTime),
    db
      .select({ user_id: verdict.user_id, ...figures })
      .from(verdict)
      .where(inTime)
      .groupBy(verdict.user_id)
      .orderBy(desc(count()))
      .limit(100),
  ])
  return { ...all!, reviewer }
}
