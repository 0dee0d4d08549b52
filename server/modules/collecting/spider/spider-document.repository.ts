import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql, type SQL } from "drizzle-orm"
import { documentStatusesBefore, type SpiderDocumentEvent } from "@/lib/rules/collecting/spider-document-status"
import type { Db } from "@/server/db/client"
import { anyLike, listPage, patternsOf } from "@/server/db/listing"
import { partsOf } from "@/server/db/parts"
import { findDocumentOfBlob } from "../../library/document/same-blob.usecases"
import { spiderDocumentTable as t } from "./spider-document.table"

export type SpiderDocumentRow = typeof t.$inferSelect
type New = typeof t.$inferInsert
type Values = Partial<New>

/** Adds documents whose URLs are new. */
export const addSpiderDocuments = async (db: Db, rows: New[]): Promise<void> => {
  for (const part of partsOf(rows)) await db.insert(t).values(part).onConflictDoNothing()
}

export const countOfUrl = (db: Db, spider_url_id: number): Promise<number> => db.$count(t, eq(t.spider_url_id, spider_url_id))

export const findSpiderDocument = async (db: Db, id: number): Promise<SpiderDocumentRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

/** Locks rows in id order. */
export const lockSpiderDocuments = (db: Db, ids: number[]): Promise<SpiderDocumentRow[]> =>
  db.select().from(t).where(inArray(t.id, ids)).orderBy(t.id).for("update")

export const changeSpiderDocument = (db: Db, id: number, values: Values) => db.update(t).set(values).where(eq(t.id, id))
export const deleteSpiderDocuments = (db: Db, ids: number[]) => db.delete(t).where(inArray(t.id, ids))

/** Claims a document for its next step; also takes over one that a dead worker left. */
export const claimSpiderDocument = async (db: Db, id: number, event: "fetch" | "publish", to: number, now: Date, lease_until: Date) => {
  const free = or(isNull(t.lease_until), lt(t.lease_until, now))
  const [row] = await db
    .update(t)
    .set({ status: to, lease_until, updated_at: now })
    .where(and(eq(t.id, id), inArray(t.status, documentStatusesBefore(event)), free))
    .returning()
  return row ?? null
}

/** Ends a step for the lease holder; returns false if another worker holds the lease by now. */
export const endStep = async (db: Db, row: SpiderDocumentRow, event: SpiderDocumentEvent, to: number, values: Values): Promise<boolean> => {
  const mine = and(eq(t.id, row.id), inArray(t.status, documentStatusesBefore(event)), eq(t.lease_until, row.lease_until!))
  const ended = await db
    .update(t)
    .set({ ...values, status: to, lease_until: null })
    .where(mine)
    .returning({ id: t.id })
  return ended.length > 0
}

/** Drops all leases. Call it when the only worker process has died. */
export const dropDocumentLeases = (db: Db) => db.update(t).set({ lease_until: null }).where(isNotNull(t.lease_until))

/** Returns the ids of rows that wait for this step without a worker. */
export const listWaitingFor = async (db: Db, event: "fetch" | "publish", now: Date): Promise<number[]> =>
  (
    await db
      .select({ id: t.id })
      .from(t)
      .where(and(inArray(t.status, documentStatusesBefore(event)), or(isNull(t.lease_until), lt(t.lease_until, now))))
      .orderBy(t.id)
      .limit(1_000)
  ).map(({ id }) => id)

type Filters = { wd?: string; status?: number[]; spider_url_id?: number[]; ext?: string[]; order?: string }

const sorted: Record<string, typeof t.status | typeof t.id | typeof t.size | typeof t.title | typeof t.updated_at | typeof t.created_at> = {
  status: t.status,
  id: t.id,
  size: t.size,
  title: t.title,
  created_at: t.created_at,
  updated_at: t.updated_at,
}

/** Parses a sort order such as "status asc, id desc", with one or more valid columns, then newest first. */
const orderOfAll = (order = "status asc, id desc"): SQL[] => [
  ...order
    .split(",")
    .slice(0, 4)
    .flatMap((part) => {
      const [name = "", direction = "desc"] = part.trim().toLowerCase().split(/\s+/)
      const column = Object.hasOwn(sorted, name) ? sorted[name]! : null
      return column ? [direction === "asc" ? asc(column) : desc(column)] : []
    }),
  desc(t.id),
]

export const listSpiderDocuments = (db: Db, { wd, status, spider_url_id, ext, order }: Filters, page: { offset: number; limit: number }) =>
  listPage(db, t, {
    where: and(
      status?.length ? inArray(t.status, status) : undefined,
      spider_url_id?.length ? inArray(t.spider_url_id, spider_url_id) : undefined,
      ext?.length ? inArray(t.ext, ext) : undefined,
      ...patternsOf(wd).map((word) => anyLike([t.url, t.title, t.title_from_href, t.title_from_url, t.title_from_attachment], word)),
    ),
    order: orderOfAll(order || undefined),
    ...page,
  })

/** Finds a document of the site with this content, or a collected one that is being published with it. */
export const findSame = async (db: Db, sha256: string, except: number): Promise<{ title: string } | null> => {
  const document = await findDocumentOfBlob({ db }, sha256)
  if (document) return document
  const [duplicate] = await db
    .select({ title: t.title })
    .from(t)
    .where(and(eq(t.sha256, sha256), ne(t.id, except), inArray(t.status, documentStatusesBefore("publish")), sql`${t.id} < ${except}`))
    .limit(1)
  return duplicate ?? null
}

/** Removes the user of a closed account from documents that wait to be published under its name. */
export const forgetPublisher = ({ db }: { db: Db }, { id }: { id: number }) => db.update(t).set({ user_id: 0 }).where(eq(t.user_id, id))
