import { and, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm"
import { SpiderUrlStatus } from "@/lib/contract/collecting/spider.enums"
import { urlStatusesBefore, type SpiderUrlEvent } from "@/lib/rules/collecting/spider-url-status"
import type { Db } from "@/server/db/client"
import { partsOf } from "@/server/db/parts"
import { notFound } from "@/server/errors"
import { spiderPageTable as p, spiderUrlTable as t } from "./spider-url.table"

export type SpiderUrlRow = typeof t.$inferSelect
type Values = Partial<typeof t.$inferInsert>

/** Adds missing rows and returns their ids. */
export const addSpiderUrls = async (db: Db, rows: (typeof t.$inferInsert)[]): Promise<number[]> =>
  (await db.insert(t).values(rows).onConflictDoNothing().returning({ id: t.id })).map(({ id }) => id)

export const lockSpiderUrl = async (db: Db, id: number): Promise<SpiderUrlRow> => {
  const [row] = await db.select().from(t).where(eq(t.id, id)).for("update")
  if (!row) throw notFound("采集链接不存在")
  return row
}

export const findSpiderUrl = async (db: Db, id: number): Promise<SpiderUrlRow | null> =>
  (await db.select().from(t).where(eq(t.id, id)))[0] ?? null

/**
 * Applies an event to a link's state machine; null if another process was faster or staff stopped it. `lease`: only for the crawl that
 * holds it.
 */
export const moveSpiderUrl = async (db: Db, id: number, event: SpiderUrlEvent, to: number, values: Values, lease?: Date) => {
  const [row] = await db
    .update(t)
    .set({ ...values, status: to })
    .where(and(eq(t.id, id), inArray(t.status, urlStatusesBefore(event)), lease && eq(t.lease_until, lease)))
    .returning()
  return row ?? null
}

/** Claims a waiting link, or one that a dead worker left. */
export const claimSpiderUrl = async (db: Db, id: number, now: Date, lease_until: Date): Promise<SpiderUrlRow | null> => {
  const free = or(isNull(t.lease_until), lt(t.lease_until, now))
  const [row] = await db
    .update(t)
    .set({
      status: SpiderUrlStatus.crawling,
      // A new crawl starts without failures.
      failures: sql`case when ${t.status} = ${SpiderUrlStatus.pending} then 0 else ${t.failures} end`,
      lease_until,
      updated_at: now,
    })
    .where(and(eq(t.id, id), inArray(t.status, urlStatusesBefore("claim")), free))
    .returning()
  return row ?? null
}

/** Renews the lease while pages are read; false if the lease is lost or staff stopped the crawl. */
export const renewSpiderUrl = async (db: Db, id: number, lease: Date, until: Date, values: Values): Promise<boolean> =>
  (await moveSpiderUrl(db, id, "finish", SpiderUrlStatus.crawling, { ...values, lease_until: until }, lease)) !== null

/** Drops all leases. Call it when the only worker process has died. */
export const dropUrlLeases = (db: Db) => db.update(t).set({ lease_until: null }).where(isNotNull(t.lease_until))

export const listAbandonedUrls = async (db: Db, now: Date): Promise<number[]> =>
  (
    await db
      .select({ id: t.id })
      .from(t)
      .where(and(inArray(t.status, urlStatusesBefore("claim")), or(isNull(t.lease_until), lt(t.lease_until, now))))
      .orderBy(t.id)
      .limit(1_000)
  ).map(({ id }) => id)

export const listDueUrls = (db: Db, now: Date): Promise<SpiderUrlRow[]> =>
  db
    .select()
    .from(t)
    .where(and(isNotNull(t.next_at), lte(t.next_at, now)))
    .orderBy(t.next_at)
    .limit(1_000)
    .for("update", { skipLocked: true })

export const changeSpiderUrl = (db: Db, id: number, values: Values) => db.update(t).set(values).where(eq(t.id, id))

/* The pages of a crawl. */

export type PageRow = typeof p.$inferSelect

/** Adds pages that are new to this crawl, up to `max` pages in total. */
export const addPages = async (db: Db, id: number, pages: { url: string; title: string; depth: number }[], max: number): Promise<void> => {
  const left = max - (await db.$count(p, eq(p.spider_url_id, id)))
  const rows = pages.slice(0, Math.max(0, left)).map((page) => ({ ...page, title: page.title.slice(0, 255), spider_url_id: id }))
  for (const part of partsOf(rows)) await db.insert(p).values(part).onConflictDoNothing()
}

/** Returns the next waiting page, shallowest first. */
export const nextPage = async (db: Db, id: number): Promise<PageRow | null> =>
  (
    await db
      .select()
      .from(p)
      .where(and(eq(p.spider_url_id, id), isNull(p.read_at)))
      .orderBy(p.depth, p.id)
      .limit(1)
  )[0] ?? null

export const markRead = (db: Db, page: number, now: Date) => db.update(p).set({ read_at: now }).where(eq(p.id, page))
export const countRead = (db: Db, id: number): Promise<number> => db.$count(p, and(eq(p.spider_url_id, id), isNotNull(p.read_at)))
export const forgetPages = (db: Db, id: number) => db.delete(p).where(eq(p.spider_url_id, id))
export const hasPages = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await db.execute(sql`select 1 from ${p} where ${p.spider_url_id} = ${id} limit 1`)
  return rows.length > 0
}
