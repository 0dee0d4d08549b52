import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm"
import { DocumentStatus } from "../../../lib/contract/enums"
import type { Db } from "../../db/client"
import { conversionTable, documentTable, pageTable } from "./document.table"

const t = documentTable
export type ConversionRow = typeof conversionTable.$inferSelect

/** How long a worker is believed alive without a sign of life. */
const leaseSeconds = 30
const lease = sql`now() + make_interval(secs => ${leaseSeconds})`

/** Takes a waiting document, or one whose worker died. Null when there is nothing to do. */
export const claimDocument = async (db: Db, id: number) => {
  const waiting = inArray(t.status, [DocumentStatus.pending, DocumentStatus.reconvert])
  const abandoned = and(eq(t.status, DocumentStatus.converting), or(isNull(t.lease_until), lt(t.lease_until, sql`now()`)))
  const [row] = await db
    .update(t)
    .set({
      status: DocumentStatus.converting,
      lease_until: lease,
      convert_deaths: sql`${t.convert_deaths} + case when ${t.status} = ${DocumentStatus.converting} then 1 else 0 end`,
      convert_reason: "",
      convert_error: "",
    })
    .where(and(eq(t.id, id), isNull(t.deleted_at), or(waiting, abandoned)))
    .returning()
  return row ?? null
}

export const extendLease = (db: Db, id: number) => db.update(t).set({ lease_until: lease }).where(and(eq(t.id, id), eq(t.status, DocumentStatus.converting)))

/** What nobody works on: waiting without a job, or abandoned by a worker that died. */
export const listAbandoned = (db: Db) =>
  db
    .select({ id: t.id, size: t.size })
    .from(t)
    .where(
      and(
        isNull(t.deleted_at),
        or(
          and(inArray(t.status, [DocumentStatus.pending, DocumentStatus.reconvert]), eq(t.convert_reason, "")),
          and(eq(t.status, DocumentStatus.converting), or(isNull(t.lease_until), lt(t.lease_until, sql`now()`))),
        ),
      ),
    )
    .orderBy(t.id)
    .limit(1_000)

/** At the start of the only process of a data folder no lease can be anybody's. */
export const dropLeases = (db: Db) => db.update(t).set({ lease_until: null }).where(eq(t.status, DocumentStatus.converting))

/** Waiting for LibreOffice: tried again once it is there. */
export const wakeOfficeDocuments = (db: Db) =>
  db.update(t).set({ convert_reason: "", convert_error: "" }).where(and(eq(t.status, DocumentStatus.pending), eq(t.convert_reason, "need_office"))).returning({ id: t.id })

export const findConversion = async (db: Db, sha256: string, version: number): Promise<ConversionRow | null> =>
  (await db.select().from(conversionTable).where(and(eq(conversionTable.sha256, sha256), eq(conversionTable.version, version))))[0] ?? null

export const addConversion = (db: Db, row: typeof conversionTable.$inferInsert) =>
  db.insert(conversionTable).values(row).onConflictDoUpdate({ target: [conversionTable.sha256, conversionTable.version], set: row })

type PageValues = typeof pageTable.$inferInsert
export const addPages = async (db: Db, rows: PageValues[]): Promise<void> => {
  if (!rows.length) return
  await db
    .insert(pageTable)
    .values(rows)
    .onConflictDoUpdate({
      target: [pageTable.sha256, pageTable.version, pageTable.page],
      set: { width: sql`excluded.width`, height: sql`excluded.height`, kind: sql`excluded.kind`, text: sql`excluded.text` },
    })
}

/** Every document of this content becomes readable together. */
export const finishDocuments = (db: Db, sha256: string, version: number, values: Partial<typeof t.$inferInsert>) =>
  db
    .update(t)
    .set({ ...values, status: DocumentStatus.converted, convert_reason: "", convert_error: "", lease_until: null, updated_at: sql`now()` })
    .where(and(eq(t.sha256, sha256), eq(t.version, version), inArray(t.status, [DocumentStatus.pending, DocumentStatus.converting, DocumentStatus.reconvert])))
    .returning()
