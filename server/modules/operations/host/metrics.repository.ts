import { gt, lt, sql } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { OrderStatus } from "@/lib/contract/money/order.enums"
import { convertingStatuses } from "@/lib/rules/library/document-status"
import type { Db } from "@/server/db/client"
import { backupRunTable } from "../backup/backup-run.table"
import { processTable as t } from "./process.table"

/** Maximum age of a process's numbers (s): an older row means that the process has stopped. */
const freshSeconds = 60

export const saveMetrics = (db: Db, row: { name: string; mode: string; metrics: object[] }) =>
  db
    .insert(t)
    .values({ ...row, seen_at: sql`now()` })
    .onConflictDoUpdate({ target: t.name, set: { metrics: row.metrics, seen_at: sql`now()` } })

export const removeMetrics = (db: Db, name: string) => db.delete(t).where(sql`${t.name} = ${name}`)

export const listMetrics = (db: Db) =>
  db
    .select({ name: t.name, mode: t.mode, metrics: t.metrics })
    .from(t)
    .where(gt(t.seen_at, sql`now() - make_interval(secs => ${freshSeconds})`))

export const sweepProcesses = (db: Db) => db.delete(t).where(lt(t.seen_at, sql`now() - interval '1 hour'`))

export type QueueCount = { job: string; state: string; count: number; age: number }

/** Counts jobs by kind and state; `age` of the oldest one that is due (s). */
export const countJobs = async (db: Db): Promise<QueueCount[]> =>
  (
    await db.execute<QueueCount>(sql`
      select name as job, case when state in ('created', 'retry') then 'waiting' else state::text end as state, count(*)::int as count,
        coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float as age
      from queue.job where name not like '\\_\\_pgboss%' and state in ('created', 'retry', 'active', 'failed') group by 1, 2`)
  ).rows

/** Returns the age of the newest backup, and of the newest one that has been proven (s); null if there is none. */
export const backupAges = async (db: Db): Promise<{ backup: number | null; verify: number | null }> =>
  (
    await db.execute<{ backup: number | null; verify: number | null }>(sql`
      select extract(epoch from now() - max(ended_at) filter (where kind = 'backup'))::float as backup,
        extract(epoch from now() - max(ended_at) filter (where kind = 'verify'))::float as verify
      from ${backupRunTable} where ok`)
  ).rows[0]!

export type WaitingCounts = {
  conversions: number
  conversion_age: number
  conversions_failed: number
  payments: number
  payment_age: number
}

const arrayOf = (values: readonly number[]) => sql`${sql.param(values)}::int[]`

/** Counts conversions and payments that wait, with the age of the oldest (s). */
export const countWaiting = async (db: Db): Promise<WaitingCounts> =>
  (
    await db.execute<WaitingCounts>(sql`
      select d.*, o.* from
        (select count(*) filter (where status = any(${arrayOf(convertingStatuses)}))::int as conversions,
          coalesce(extract(epoch from now() - min(updated_at) filter (where status = any(${arrayOf(convertingStatuses)}) and convert_reason = '')), 0)::float
            as conversion_age,
          count(*) filter (where status = ${DocumentStatus.failed})::int as conversions_failed
        from document where deleted_at is null and status = any(${arrayOf([...convertingStatuses, DocumentStatus.failed])})) d,
        (select count(*)::int as payments, coalesce(extract(epoch from now() - min(created_at)), 0)::float as payment_age
        from "order" where status = ${OrderStatus.pending}) o`)
  ).rows[0]!
