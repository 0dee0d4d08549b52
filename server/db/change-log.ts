import { sql, type SQL } from "drizzle-orm"
import type { Db } from "./client"

/*
 * Which transaction changed what of that which pages show: so that a process that starts can tell which pages of earlier ones are still
 * true (docs/decisions/040). Numbers of transactions only grow and stay far below 2 ** 53.
 */

/**
 * What kind of thing changed. `home`: what the home page alone shows. `arrived`: a document was added, got its pages, or failed: lists
 * hide nothing and may show it a moment later.
 */
export type Subject =
  | "document"
  | "progress"
  | "arrived"
  | "article"
  | "category"
  | "user"
  | "home"
  | "advertisement"
  | "settings"
  | "navigation"
  | "*"

/** So long the log can be relied upon. */
export const logDays = 7
/** It is kept somewhat longer, so that nothing that counts is swept meanwhile. */
export const logKeptDays = logDays + 1

export type LoggedChange = { what: Subject; id: string; owner: number; transaction: number }
/** A process that began, by its clock (ms), when the transactions before `transaction` had begun as well. */
export type LoggedStart = { at: number; transaction: number }
/** The newest changes; `complete`: all of transactions above this number are among them. */
export type ChangeLog = { changes: LoggedChange[]; starts: LoggedStart[]; complete: number }

/** Writes a change down: a part of the statement that announces it, so that both hold or neither does. */
export const insertChange = ({ what, id, owner = 0 }: { what: Subject | "start"; id: string; owner?: number }): SQL =>
  sql`insert into change_log (what, target, owner) values (${what}, ${id.slice(0, 255)}, ${owner})`

/** Notes that a process begins, at `now` by its clock. */
export const insertStart = async (db: Db, now: number): Promise<void> =>
  void (await db.execute(sql`insert into change_log (what, created_at) values ('start', ${new Date(now).toISOString()})`))

/** What reads begin to see now: all transactions below this number have ended. */
export const readStamp = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ stamp: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot()) as stamp`)
  return Number(rows[0]!.stamp)
}

/** Names this table of this database of this cluster: what a copy of it says of transactions means nothing elsewhere. */
export const readDatabaseName = async (db: Db): Promise<string> => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select concat_ws(' ', (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database()), 'change_log'::regclass::oid) as name`)
  return rows[0]!.name
}

/** More processes than this have not begun in a week; of more, the newest count. */
const maxStarts = 1_000

/** Reads the newest `max` changes, each thing once, and the starts. A number above those of this database is of another one's copy. */
export const readChangeLog = async (db: Db, max = 50_000): Promise<ChangeLog> => {
  const known = sql`transaction < pg_snapshot_xmax(pg_current_snapshot())`
  const { rows } = await db.execute<{ what: Subject; id: string; owner: string; transaction: string }>(sql`
    select what, target as id, owner, max(transaction) as transaction from change_log
    where what <> 'start' and ${known} group by 1, 2, 3 order by 4 desc limit ${max + 1}`)
  const starts = await db.execute<{ at: Date | string; transaction: string }>(sql`
    select created_at as at, transaction from change_log where what = 'start' and ${known} order by id desc limit ${maxStarts}`)
  return {
    changes: rows.slice(0, max).map((row) => ({ ...row, owner: Number(row.owner), transaction: Number(row.transaction) })),
    starts: starts.rows.map(({ at, transaction }) => ({ at: new Date(at).getTime(), transaction: Number(transaction) })),
    complete: rows.length > max ? Number(rows[max]!.transaction) : 0,
  }
}
