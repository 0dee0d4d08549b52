import { sql } from "drizzle-orm"
import type { PoolConfig } from "pg"
import { createCtx, type Ctx } from "../../server/context"
import { flushViews, foldDocumentViews, countDocumentView } from "../../server/modules/library/document/view.usecases"
import { visitorOf } from "../../server/modules/operations/daily-count/view-counts.usecases"
import { openMeasuredApp } from "./measured-app"

/** `seconds` and `walBytes` of all views together. */
type Cost = { views: number; seconds: number; walBytes: number }

/** How many views are buffered before they are written, and how many the previous way wrote in one transaction. */
const [buffered, batch] = [20_000, 1_000]

/** Opens the back end on a filled database, and counts views in two ways: as the site does, and as it did before. */
export const openViewCounting = async (connection: PoolConfig, dataDir: string, documents: number) => {
  const { app, stop } = await openMeasuredApp(connection, dataDir)
  const { db, pool } = app.database
  const { rows } = await pool.query<{ id: string }>("select id from document order by id limit $1", [documents])
  const ids = rows.map(({ id }) => Number(id))
  let visitors = 0
  /** Every view comes from a visitor who has not seen the document yet. */
  const nextViews = (count: number): { ctx: Ctx; id: number }[] => {
    const from = visitors
    visitors += Math.ceil(count / ids.length)
    return Array.from({ length: count }, (_, n) => {
      const visitor = from + Math.floor(n / ids.length)
      const ip = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`
      return { ctx: createCtx(app, { request: { ip } }), id: ids[n % ids.length]! }
    })
  }
  const position = async () => (await pool.query<{ lsn: string }>("select pg_current_wal_insert_lsn() as lsn")).rows[0]!.lsn
  const measure = async (views: number, work: () => Promise<void>): Promise<Cost> => {
    const before = await position()
    const begun = performance.now()
    await work()
    const seconds = (performance.now() - begun) / 1_000
    const { rows: written } = await pool.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - $1::pg_lsn as bytes", [before])
    return { views, seconds, walBytes: Number(written[0]!.bytes) }
  }

  /** Buffer, tally, and one change of each document. */
  const tallied = (views: number): Promise<Cost> =>
    measure(views, async () => {
      for (let left = views; left > 0; left -= buffered) {
        for (const { ctx, id } of nextViews(Math.min(left, buffered))) await countDocumentView(ctx, id)
        await flushViews(app)
      }
      await foldDocumentViews(createCtx(app))
    })

  /** The way before: visits with an index of their hours, and a change of the document's row and of the day in every batch. */
  const rowByRow = (views: number): Promise<Cost> =>
    measure(views, async () => {
      for (let left = views; left > 0; left -= batch) {
        const hour = Math.floor(Date.now() / 3_600_000)
        const visits = nextViews(Math.min(left, batch)).map(({ ctx, id }) => ({ id, visitor: visitorOf(ctx) }))
        await db.transaction(async (tx) => {
          const { rows: counted } = await tx.execute<{ document_id: string }>(sql`
            insert into document_visit (document_id, visitor, hour)
            select id, visitor, ${hour}::integer from unnest(${sql.param(visits.map(({ id }) => id))}::bigint[],
              ${sql.param(visits.map(({ visitor }) => visitor))}::text[]) as visit (id, visitor)
            on conflict do nothing returning document_id`)
          const times = new Map<number, number>()
          for (const { document_id } of counted) times.set(Number(document_id), (times.get(Number(document_id)) ?? 0) + 1)
          for (const [id, more] of [...times].toSorted(([one], [other]) => one - other))
            await tx.execute(sql`update document set view_count = view_count + ${more}::integer where id = ${id}`)
          await tx.execute(sql`
            insert into daily_count (day, measure, value) values (20260101, 'view', ${counted.length})
            on conflict (day, measure) do update set value = daily_count.value + excluded.value`)
        })
      }
    })
  return { tallied, rowByRow, stop }
}
