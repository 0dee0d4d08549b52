import { inArray, sql, type SQL } from "drizzle-orm"
import type { Db } from "./client"

/*
 * The log of changes to public pages, with the transaction number of each change. A starting process reads it to decide which pages cached
 * by earlier processes are still valid (docs/decisions/040). Transaction numbers only grow and stay far below 2 ** 53.
 */

/**
 * The kind of object that changed. `home`: content of the home page only. `progress`: one more page of a document was converted.
 * `arrived`: a document was uploaded, or its conversion ended or failed. Lists may display that with a delay, because it hides nothing.
 * `images`: page images of a document that were public are not any more, although the document is: a smaller preview, or another file.
 */
export type ChangeSubject =
  | "document"
  | "progress"
  | "arrived"
  | "images"
  | "article"
  | "category"
  | "user"
  | "home"
  | "advertisement"
  | "announcement"
  | "complaint"
  | "settings"
  | "navigation"
  | "*"

/** How many days back the log is complete. */
export const retentionDays = 7
/** Rows are deleted one day later, so that no relevant row disappears while the log is read. */
export const sweepAfterDays = retentionDays + 1

export type LoggedChange = { what: ChangeSubject; id: string; owner: number; transaction: number }
/** A process start: its clock (ms), and the number of the transaction that logged it. */
export type LoggedStart = { at: number; transaction: number }
/** The newest changes, including all changes of transactions above `completeAbove`. */
export type ChangeLog = { changes: LoggedChange[]; starts: LoggedStart[]; completeAbove: number }

/** Returns SQL that logs a change. It is part of the statement that announces the change, so that either both happen or neither. */
export const insertChange = ({ what, id, owner = 0 }: { what: ChangeSubject | "start"; id: string; owner?: number }): SQL =>
  sql`insert into change_log (what, target, owner) values (${what}, ${id.slice(0, 255)}, ${owner})`

/** Logs the start of this process; `now` is its clock (ms). */
export const insertStart = async (db: Db, now: number): Promise<void> =>
  void (await db.execute(sql`insert into change_log (what, created_at) values ('start', ${new Date(now).toISOString()})`))

/** Returns the number of the oldest running transaction: from now on every reader sees all transactions below it. */
export const readSnapshotXmin = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ xmin: string }>(sql`select pg_snapshot_xmin(pg_current_snapshot()) as xmin`)
  return Number(rows[0]!.xmin)
}

/** Identifies this table of this database of this cluster, because transaction numbers are meaningless in any other. */
export const readDatabaseId = async (db: Db): Promise<string> => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select concat_ws(' ', (select system_identifier from pg_control_system()),
      (select oid from pg_database where datname = current_database()), 'change_log'::regclass::oid) as name`)
  return rows[0]!.name
}

/** Lists what changed in transactions from number `since` on, each object once. The log is complete for `retentionDays`. */
export const listChangesSince = async (
  db: Db,
  since: number,
  subjects: readonly ChangeSubject[],
  max: number,
): Promise<{ what: ChangeSubject; id: string }[]> => {
  const { rows } = await db.execute<{ what: ChangeSubject; id: string }>(sql`
    select distinct what, target as id from change_log
    where transaction >= ${String(since)}::xid8 and ${inArray(sql`what`, [...subjects])} limit ${max}`)
  return rows
}

/** More starts than this are not expected in a week; only the newest count. */
const maxStarts = 1_000

/**
 * Reads the newest `max` changes, one per object, and the starts. Ignores rows with a transaction number above the database's current one,
 * which come from a copied table.
 */
export const readChangeLog = async (db: Db, max = 50_000): Promise<ChangeLog> => {
  const isOwnNumber = sql`transaction < pg_snapshot_xmax(pg_current_snapshot())`
  const { rows } = await db.execute<{ what: ChangeSubject; id: string; owner: string; transaction: string }>(sql`
    select what, target as id, owner, max(transaction) as transaction from change_log
    where what <> 'start' and ${isOwnNumber} group by 1, 2, 3 order by 4 desc limit ${max + 1}`)
  const starts = await db.execute<{ at: Date | string; transaction: string }>(sql`
    select created_at as at, transaction from change_log where what = 'start' and ${isOwnNumber} order by id desc limit ${maxStarts}`)
  return {
    changes: rows.slice(0, max).map((row) => ({ ...row, owner: Number(row.owner), transaction: Number(row.transaction) })),
    starts: starts.rows.map(({ at, transaction }) => ({ at: new Date(at).getTime(), transaction: Number(transaction) })),
    completeAbove: rows.length > max ? Number(rows[max]!.transaction) : 0,
  }
}
