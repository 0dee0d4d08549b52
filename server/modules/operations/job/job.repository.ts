import { sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { storedUntil } from "@/server/jobs/pauses"
import { pausedJobTable } from "./paused-job.table"

/* The jobs of pg-boss, in its schema `queue`. Every statement reads an index of it, or the one of `server/jobs/pauses.ts`. */

export type JobCounts = { name: string; waiting: number; later: number; active: number; failed: number; oldest_at: Date | null }

/** Counts the jobs of all kinds that have any. Jobs that ended well are not counted. */
export const countJobs = async (db: Db): Promise<JobCounts[]> => {
  const { rows } = await db.execute<JobCounts & { oldest: string | null }>(sql`
    with waiting as (
      select name, count(*)::int as waiting, count(*) filter (where start_after > now())::int as later,
        min(greatest(created_on, start_after)) filter (where start_after <= now()) as oldest
      from queue.job where state < 'active' and not blocked group by name
    ), ended as (
      select name, count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed
      from queue.job where state in ('active', 'failed') group by name
    )
    select coalesce(w.name, e.name) as name, coalesce(waiting, 0) as waiting, coalesce(later, 0) as later,
      coalesce(active, 0) as active, coalesce(failed, 0) as failed, oldest
    from waiting w full join ended e on e.name = w.name`)
  return rows.map(({ oldest, ...row }) => ({ ...row, oldest_at: oldest === null ? null : new Date(oldest) }))
}

export const listPauses = (db: Db) => db.select().from(pausedJobTable)
export const addPause = (db: Db, name: string) => db.insert(pausedJobTable).values({ name }).onConflictDoNothing()

/** Ends a pause. The waiting jobs get the retention time of new ones: the queue would delete those that became too old. */
export const removePause = async (db: Db, name: string): Promise<void> => {
  await db.delete(pausedJobTable).where(sql`${pausedJobTable.name} = ${name}`)
  await db.execute(sql`update queue.job set keep_until = greatest(keep_until, ${storedUntil})
    where name = ${name} and state < 'active' and not blocked`)
}

export type FailedRow = { id: string; data: unknown; output: unknown; attempts: number; created_at: string; failed_at: string }

/** Lists the failed jobs of a kind, the newest failure first. */
export const listFailed = async (db: Db, name: string, { offset, limit }: { offset: number; limit: number }) => {
  const [{ rows }, counted] = await Promise.all([
    db.execute<FailedRow>(sql`
      select id, data, output, retry_count + 1 as attempts, created_on as created_at, completed_on as failed_at
      from queue.job where name = ${name} and state = 'failed'
      order by completed_on desc, id desc offset ${offset} limit ${limit}`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from queue.job where name = ${name} and state = 'failed'`),
  ])
  return { rows, total: counted.rows[0]!.total }
}

const chosen = (name: string, ids: readonly string[] | undefined) =>
  sql`name = ${name} and state = 'failed' ${
    ids
      ? sql`and id in (${sql.join(
          ids.map((id) => sql`${id}::uuid`),
          sql`, `,
        )})`
      : sql``
  }`

/** Returns failed jobs to the queue for one more run: those with these ids, or all of the kind. Returns how many. */
export const retryFailed = async (db: Db, name: string, ids: readonly string[] | undefined): Promise<number> =>
  (
    await db.execute(sql`update queue.job
      set state = 'retry', retry_limit = retry_count + 1, completed_on = null, start_after = now(), keep_until = ${storedUntil}
      where ${chosen(name, ids)}`)
  ).rowCount ?? 0

export const deleteFailed = async (db: Db, name: string, ids: readonly string[]): Promise<number> =>
  (await db.execute(sql`delete from queue.job where ${chosen(name, ids)}`)).rowCount ?? 0
