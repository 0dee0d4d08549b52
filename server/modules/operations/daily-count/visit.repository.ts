import { sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { viewTallyTable as t, type ViewKind } from "./view-tally.table"

/*
 * Visits lie in a schema of their own, created on first use: one partition for each hour, which is dropped as a whole. They only prevent
 * that a visitor counts twice in an hour, so backups leave them out.
 */

/** One visitor's view of an item in one hour (hours since 1970). */
export type Visit = { id: number; visitor: string; hour: number }
/** How often an item was viewed on a day, as 20261120. */
type DayViews = { id: number; day: number; times: number }

const visitLock = 7_301_890

/** Creates the partitions of these hours. Processes that create the same one wait for each other. */
export const createPartitions = async (tx: Db, hours: readonly number[]): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${visitLock})`)
  await tx.execute(sql`create schema if not exists visits`)
  await tx.execute(sql`
    create table if not exists visits.counted (
      content_id bigint not null, visitor uuid not null, kind smallint not null, hour integer not null,
      primary key (content_id, visitor, kind, hour)
    ) partition by list (hour)`)
  for (const hour of hours) {
    // a definition takes no parameters
    await tx.execute(sql`select set_config('visits.hour', ${String(hour)}, true)`)
    await tx.execute(sql`
      create table if not exists visits.${sql.identifier(`hour_${hour}`)}
      partition of visits.counted for values in (current_setting('visits.hour')::integer)`)
  }
}

/**
 * Records visits, and tallies those that are new. One statement, so that a visit is recorded exactly if it is counted. `visits` must be in an
 * order that all processes share: two statements with the same visitors then never wait for each other.
 */
export const addVisits = async (db: Db, kind: ViewKind, visits: readonly Visit[]): Promise<void> => {
  const ids = sql.param(visits.map(({ id }) => id))
  const visitors = sql.param(visits.map(({ visitor }) => visitor))
  const hours = sql.param(visits.map(({ hour }) => hour))
  await db.execute(sql`
    with counted as (
      insert into visits.counted (content_id, visitor, kind, hour)
      select content_id, visitor, ${kind}::smallint, hour
      from unnest(${ids}::bigint[], ${visitors}::uuid[], ${hours}::integer[]) as visit (content_id, visitor, hour)
      on conflict do nothing
      returning content_id, hour
    ), tally as (
      select content_id, to_char(to_timestamp(hour::bigint * 3600) at time zone 'Asia/Shanghai', 'YYYYMMDD')::integer as day,
        count(*)::integer as times
      from counted group by 1, 2
    )
    insert into ${t} (kind, content_id, day, times)
    select ${kind}::smallint, content_id, day, times from tally order by content_id, day
    on conflict (kind, content_id, day) do update set times = ${t.times} + excluded.times`)
}

/** Removes the tallies of at most `limit` rows, smallest id first, and returns them. */
export const takeTallies = async (db: Db, kind: ViewKind, limit: number): Promise<DayViews[]> => {
  const { rows } = await db.execute<{ content_id: string; day: number; times: number }>(sql`
    delete from ${t} where (kind, content_id, day) in (
      select kind, content_id, day from ${t} where kind = ${kind} order by content_id, day limit ${limit} for update)
    returning content_id, day, times`)
  return rows.map(({ content_id, day, times }) => ({ id: Number(content_id), day, times }))
}

/** Drops the visits of all hours before `hour`. */
export const dropVisitsBefore = async (db: Db, hour: number): Promise<void> => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relnamespace = to_regnamespace('visits') and substring(relname from '^hour_([0-9]+)$')::integer < ${hour}::integer`)
  for (const { name } of rows) await db.execute(sql`drop table if exists visits.${sql.identifier(name)}`)
}
