import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm"
import { DocumentStatus } from "../../../lib/contract/enums"
import { firstConversionStatuses, leasedStatuses, queuedStatuses } from "../../../lib/domain/document-status"
import type { Db } from "../../db/client"
import { documentTable, documentVersionTable } from "./document.table"

const t = documentTable

/** Duration of a lease without renewal. */
const leaseSeconds = 30
const lease = sql`now() + make_interval(secs => ${leaseSeconds})`

const expired = lt(t.lease_until, sql`now()`)
/** Somebody began it and never ended. A lease of nobody's is null; only a document that is drawn for the first time says by its status that it was begun. */
const abandoned = or(and(inArray(t.status, leasedStatuses), expired), and(eq(t.status, DocumentStatus.converting), isNull(t.lease_until)))
const waiting = or(eq(t.status, DocumentStatus.pending), and(eq(t.status, DocumentStatus.reconvert), isNull(t.lease_until)))

/** Claims a waiting document, or one whose worker died; null if there is nothing to do. A reconversion keeps its status. */
export const claimDocument = async (db: Db, id: number) => {
  const [row] = await db
    .update(t)
    .set({
      // `afterClaim` as an expression
      status: sql`case when ${t.status} = ${DocumentStatus.reconvert} then ${t.status} else ${DocumentStatus.converting} end`,
      lease_until: lease,
      convert_deaths: sql`${t.convert_deaths} + case when ${abandoned} then 1 else 0 end`,
      convert_reason: "",
      convert_error: "",
    })
    .where(and(eq(t.id, id), isNull(t.deleted_at), or(waiting, abandoned)))
    .returning()
  return row ?? null
}

export const extendLease = (db: Db, id: number) =>
  db
    .update(t)
    .set({ lease_until: lease })
    .where(and(eq(t.id, id), inArray(t.status, leasedStatuses)))

/** How far a run is, which is a sign of life as well. False when its document is not its own any more: taken away, or readable through another run of the same content. */
export const noteProgress = async (
  db: Db,
  { id, status }: { id: number; status: number },
  values: Partial<typeof t.$inferInsert>,
): Promise<boolean> =>
  (
    await db
      .update(t)
      .set({ ...values, lease_until: lease })
      .where(and(eq(t.id, id), eq(t.status, status)))
      .returning({ id: t.id })
  ).length > 0

/** Ends a run that brought no pages. False when somebody has taken the document away meanwhile (disabled, in review): then that stays. */
export const endConversion = async (db: Db, id: number, values: Partial<typeof t.$inferInsert>): Promise<boolean> =>
  (
    await db
      .update(t)
      .set({ ...values, updated_at: sql`now()` })
      .where(and(eq(t.id, id), inArray(t.status, leasedStatuses)))
      .returning({ id: t.id })
  ).length > 0

/** What nobody works on: waiting without a job, or abandoned by a worker that died. `place` is its place among its owner's; new documents come before those that are drawn anew. */
export const listAbandoned = (db: Db) =>
  db
    .select({
      id: t.id,
      size: t.size,
      user_id: t.user_id,
      status: t.status,
      place: sql<number>`row_number() over (partition by ${t.user_id} order by ${t.id})::int - 1`,
    })
    .from(t)
    .where(and(isNull(t.deleted_at), or(and(waiting, eq(t.convert_reason, "")), abandoned)))
    .orderBy(sql`${t.status} = ${DocumentStatus.reconvert}`, t.id)
    .limit(1_000)

/** How many documents of this person, beside this one, wait for their first pages or are given them. */
export const countUnderway = (db: Db, userId: number, beside = 0): Promise<number> =>
  db.$count(
    t,
    and(
      eq(t.user_id, userId),
      ne(t.id, beside),
      inArray(t.status, firstConversionStatuses),
      eq(t.convert_reason, ""),
      isNull(t.deleted_at),
    ),
  )

/** Drops all leases at the start of a data folder's only process. */
export const dropLeases = (db: Db) =>
  db
    .update(t)
    .set({ lease_until: sql`now() - interval '1 second'` })
    .where(and(inArray(t.status, leasedStatuses), isNotNull(t.lease_until)))

/** Waiting for LibreOffice: tried again once it is there. */
export const wakeOfficeDocuments = (db: Db) =>
  db
    .update(t)
    .set({ convert_reason: "", convert_error: "" })
    .where(and(inArray(t.status, queuedStatuses), eq(t.convert_reason, "need_office")))
    .returning({ id: t.id })

/** The file that is to replace the document's own, if there is one: the newest of its versions, as long as it is not the document's. */
export const findReplacement = async (db: Db, row: { id: number; attachment_id: number }) => {
  const [newest] = await db
    .select()
    .from(documentVersionTable)
    .where(eq(documentVersionTable.document_id, row.id))
    .orderBy(desc(documentVersionTable.version))
    .limit(1)
  return newest && newest.attachment_id !== row.attachment_id ? newest : null
}

export const dropReplacement = (db: Db, id: number) => db.delete(documentVersionTable).where(eq(documentVersionTable.id, id))

type Finished = Partial<typeof t.$inferInsert>
const ended = { status: DocumentStatus.converted, convert_reason: "", convert_error: "", lease_until: null }

/** Every document of this content that waits for its first pages becomes readable together. */
export const finishDocuments = (db: Db, sha256: string, version: number, values: Finished) =>
  db
    .update(t)
    .set({ ...values, ...ended, updated_at: sql`now()` })
    .where(and(eq(t.sha256, sha256), eq(t.version, version), inArray(t.status, firstConversionStatuses)))
    .returning()

/** A document that was drawn anew goes over to its new pages, and to its new file where it has one, in one step. */
export const switchDocument = (db: Db, id: number, values: Finished) =>
  db
    .update(t)
    .set({ ...values, ...ended, updated_at: sql`now()` })
    .where(and(eq(t.id, id), eq(t.status, DocumentStatus.reconvert)))
    .returning()
