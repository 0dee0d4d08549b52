import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql, type SQL } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { convertingStatuses, firstConversionStatuses, leasedStatuses, queuedStatuses } from "@/lib/rules/library/document-status"
import type { Db } from "@/server/db/client"
import { documentTable, documentVersionTable } from "./document.table"

const t = documentTable

/** Duration of a lease without renewal (s). */
const leaseSeconds = 30
/** Seconds without a lease renewal before a process without a connection counts as dead; it renews every two seconds. */
const silentSeconds = 6
/** Delay before a document whose process died is retried, per death (s). */
export const retrySeconds = 2
const lease = sql`now() + make_interval(secs => ${leaseSeconds})`

/** PostgreSQL closes the connections of a killed process at once; its lease would hold its documents much longer. */
const isWorkerGone = and(
  ne(t.convert_worker, ""),
  lt(t.lease_until, sql`now() + make_interval(secs => ${leaseSeconds - silentSeconds})`),
  sql`not exists (select from pg_stat_activity a where a.application_name = ${t.convert_worker} and a.datname = current_database())`,
)
const unheld = or(isNull(t.lease_until), lt(t.lease_until, sql`now()`), isWorkerGone)
/** A document in review that waits for its pages or is being converted; the lease distinguishes the two. */
const drawnInReview = and(eq(t.status, DocumentStatus.reviewing), t.draw_in_review)
/** A worker may be processing it. */
const leased = or(inArray(t.status, leasedStatuses), drawnInReview)
/** Waits for its first pages, or they are being converted. */
const first = or(inArray(t.status, firstConversionStatuses), drawnInReview)

/** No worker holds it: never claimed, or returned. After a crash or failure, it is free only after a delay. */
const free = and(
  isNull(t.deleted_at),
  or(and(eq(t.status, DocumentStatus.pending), or(eq(t.convert_deaths, 0), unheld)), and(leased, isNull(t.convert_place), unheld)),
)
/** Its process died during the conversion. */
const abandoned = and(leased, isNotNull(t.convert_place), unheld)

/** Claims a waiting document; null if another worker has it. A reconversion and a document in review keep their status. */
export const claimDocument = async (db: Db, id: number, worker = "") => {
  const [row] = await db
    .update(t)
    .set({
      // `afterClaim` as an SQL expression.
      status: sql`case when ${t.status} in (${DocumentStatus.reconvert}, ${DocumentStatus.reviewing}) then ${t.status} else ${DocumentStatus.converting} end`,
      lease_until: lease,
      convert_worker: worker.slice(0, 63),
      convert_place: 0,
      convert_reason: "",
      convert_error: "",
    })
    .where(and(eq(t.id, id), free))
    .returning()
  return row ?? null
}

/**
 * A condition for updates of several documents: it locks them in the order of their ids, as all transactions do that lock several. Two
 * updates that lock them in the order of the table would wait for each other.
 */
const inIdOrder = (db: Db, which: SQL | undefined): SQL =>
  inArray(t.id, db.select({ id: t.id }).from(t).where(which).orderBy(t.id).for("update"))

export const extendLeases = (db: Db, ids: number[]) =>
  db
    .update(t)
    .set({ lease_until: lease })
    .where(inIdOrder(db, and(inArray(t.id, ids), leased)))

/** Records the progress of a conversion in converted pages; null while it waits for its turn. */
export const notePlace = (db: Db, id: number, position: number | null) =>
  db
    .update(t)
    .set({ convert_place: position })
    .where(and(eq(t.id, id), leased, isNotNull(t.lease_until)))

/** Checks in one statement whether a process died with documents, in conversion or waiting for their turn. */
export const hasAbandoned = async (db: Db): Promise<boolean> => {
  const rows = await db
    .select({ id: t.id })
    .from(t)
    .where(and(leased, isNotNull(t.lease_until), unheld))
    .limit(1)
  return rows.length > 0
}

/**
 * Counts process deaths against the documents that were in conversion, and returns those to the queue; `wait`: seconds before each retry.
 * Only repeated deaths at the same page add up. A death that hits other documents clears this document of suspicion.
 */
export const noteDeaths = async (db: Db): Promise<{ id: number; wait: number }[]> => {
  const dead = await db
    .update(t)
    .set({
      convert_deaths: sql`case when ${t.convert_place} = ${t.death_place} then ${t.convert_deaths} + 1 else 1 end`,
      death_place: sql`${t.convert_place}`,
      convert_place: null,
      convert_worker: "",
      lease_until: sql`now() + make_interval(secs => ${retrySeconds} * (${t.convert_deaths} + 1))`,
    })
    .where(inIdOrder(db, abandoned))
    .returning({ id: t.id, deaths: t.convert_deaths })
  const ids = dead.map(({ id }) => id)
  if (ids.length)
    await db
      .update(t)
      .set({ convert_deaths: 0 })
      .where(inIdOrder(db, and(gt(t.convert_deaths, 0), or(inArray(t.status, convertingStatuses), drawnInReview), notInArray(t.id, ids))))
  return dead.map(({ id, deaths }) => ({ id, wait: retrySeconds * deaths }))
}

/**
 * Records the progress of a run, and renews its lease. Returns false if the run no longer owns the document: its status was changed, or it
 * became readable through another run of the same content.
 */
export const noteProgress = async (
  db: Db,
  { id, status }: { id: number; status: number },
  values: Partial<typeof t.$inferInsert>,
): Promise<boolean> =>
  (
    await db
      .update(t)
      .set({ ...values, lease_until: lease })
      .where(and(eq(t.id, id), eq(t.status, status), leased))
      .returning({ id: t.id })
  ).length > 0

/**
 * Ends a run, begun in `status`, that produced no pages. Returns false if the status has changed since (disabled, moved into or out of
 * review); that change stays.
 */
export const endConversion = async (
  db: Db,
  { id, status }: { id: number; status: number },
  values: Partial<typeof t.$inferInsert>,
): Promise<boolean> =>
  (
    await db
      .update(t)
      .set({ ...values, convert_place: null, updated_at: sql`now()` })
      .where(and(eq(t.id, id), status === DocumentStatus.reviewing ? drawnInReview : inArray(t.status, leasedStatuses)))
      .returning({ id: t.id })
  ).length > 0

const waitingColumns = {
  id: t.id,
  user_id: t.user_id,
  uuid: t.uuid,
  sha256: t.sha256,
  version: t.version,
  size: t.size,
  status: t.status,
  convert_deaths: t.convert_deaths,
  convert_first: t.convert_first,
  converted_pages: t.converted_pages,
  view_count: t.view_count,
}
const mostWaiting = 1_000

/**
 * Lists documents that wait for a turn and that no worker holds; documents to be converted again only if there are no others, or if staff
 * moved them to the front.
 */
export const listWaiting = async (db: Db) => {
  const of = (which: SQL) =>
    db
      .select(waitingColumns)
      .from(t)
      .where(and(free, eq(t.convert_reason, ""), which))
  const redrawn = eq(t.status, DocumentStatus.reconvert)
  const urgent = await of(or(first, and(redrawn, t.convert_first))!)
    .orderBy(desc(t.convert_first), t.converted_pages, t.size, t.id)
    .limit(mostWaiting)
  const rows = urgent.length ? urgent : await of(redrawn).orderBy(desc(t.view_count), t.id).limit(mostWaiting)
  return rows.map(withNewPages)
}

/** While a document is converted again, its readable pages are not those of the new conversion. */
const withNewPages = <R extends { status: number; converted_pages: number }>(row: R): R =>
  row.status === DocumentStatus.reconvert ? { ...row, converted_pages: 0 } : row

const queueColumns = {
  ...waitingColumns,
  title: t.title,
  ext: t.ext,
  pages: t.pages,
  updated_at: t.updated_at,
  /** a process works on it, or has begun and lets others go first */
  begun: sql<boolean>`not (${unheld})`,
  /** how many pages that process has drawn; null while it lets others go first */
  place: t.convert_place,
}

/** Lists all documents in the queue, those to be converted again last; of each kind at most `mostWaiting`. */
export const listQueue = async (db: Db) => {
  const of = (which: SQL) =>
    db
      .select(queueColumns)
      .from(t)
      .where(and(isNull(t.deleted_at), eq(t.convert_reason, ""), which))
      .orderBy(desc(t.convert_first), t.converted_pages, t.size, t.id)
      .limit(mostWaiting)
  const [unread, redrawn] = await Promise.all([of(first!), of(eq(t.status, DocumentStatus.reconvert))])
  return [...unread, ...redrawn].map(withNewPages)
}

/** Moves a waiting document to the front; false if it does not wait. */
export const moveToFront = async (db: Db, id: number): Promise<boolean> =>
  (
    await db
      .update(t)
      .set({ convert_first: true })
      .where(and(eq(t.id, id), free, eq(t.convert_reason, "")))
      .returning({ id: t.id })
  ).length > 0

/** Drops all leases; called at the start of the only process of a data folder. */
export const dropLeases = (db: Db) =>
  db
    .update(t)
    .set({ lease_until: sql`now() - interval '1 second'` })
    .where(inIdOrder(db, and(leased, isNotNull(t.lease_until))))

/** Retries documents that waited for a program once it is installed; not those with one of the extensions `except`. */
export const wakeDocuments = (db: Db, reason: "need_office" | "need_heif" | "need_sandbox", except: readonly string[] = []) =>
  db
    .update(t)
    .set({ convert_reason: "", convert_error: "" })
    .where(
      inIdOrder(
        db,
        and(or(inArray(t.status, queuedStatuses), drawnInReview), eq(t.convert_reason, reason), notInArray(t.ext, [...except])),
      ),
    )
    .returning({ id: t.id })

/** Finds the file that is to replace the document's own: the newest version, unless it is the current file already. */
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
const ended = { convert_reason: "", convert_error: "", lease_until: null, convert_place: null, convert_first: false }

/** Makes all documents of this content that wait for their first pages readable together; those in review stay there, with their pages. */
export const finishDocuments = (db: Db, sha256: string, version: number, values: Finished) =>
  db
    .update(t)
    .set({
      ...values,
      ...ended,
      status: sql`case when ${t.status} = ${DocumentStatus.reviewing} then ${t.status} else ${DocumentStatus.converted} end`,
      draw_in_review: false,
      updated_at: sql`now()`,
    })
    .where(inIdOrder(db, and(eq(t.sha256, sha256), eq(t.version, version), first)))
    .returning()

/** Switches a converted-again document to its new pages, and to its new file if it has one, in one step. */
export const switchDocument = (db: Db, id: number, values: Finished) =>
  db
    .update(t)
    .set({ ...values, ...ended, status: DocumentStatus.converted, updated_at: sql`now()` })
    .where(and(eq(t.id, id), eq(t.status, DocumentStatus.reconvert)))
    .returning()
