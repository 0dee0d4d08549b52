import { eq, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { ledgerCheckpointTable as t } from "./ledger-checkpoint.table"
import { ledgerEntryTable as entry } from "./ledger.table"

export type Checkpoint = typeof t.$inferSelect

export const startCheckpoint = (db: Db) => db.insert(t).values({ id: 1 }).onConflictDoNothing()
export const findCheckpoint = async (db: Db): Promise<Checkpoint | null> => (await db.select().from(t).where(eq(t.id, 1)))[0] ?? null
/** Returns null if another process has locked it. */
export const lockCheckpoint = async (db: Db): Promise<Checkpoint | null> =>
  (await db.select().from(t).where(eq(t.id, 1)).for("update", { skipLocked: true }))[0] ?? null
export const changeCheckpoint = (db: Db, values: Partial<Checkpoint>) => db.update(t).set(values).where(eq(t.id, 1))

/** The sums up to a checkpoint, and the transactions that were running when it was written. */
export type RecentSums = { last: number; count: number; sum: bigint; below: { count: number; sum: bigint }; xmin: number; xmax: number }

/** Adds up the entries after the checkpoint; `below` are those up to the candidate. */
export const addUp = async (db: Db, { entry_id, candidate_id }: Checkpoint, upTo: number): Promise<RecentSums> => {
  const isBelow = sql`id <= ${candidate_id}`
  const { rows } = await db.execute<Record<string, string>>(sql`
    select coalesce(max(id), ${entry_id}) as last, count(*) as count, coalesce(sum(amount), 0) as sum,
      count(*) filter (where ${isBelow}) as below, coalesce(sum(amount) filter (where ${isBelow}), 0) as below_sum,
      pg_snapshot_xmin(pg_current_snapshot()) as xmin, pg_snapshot_xmax(pg_current_snapshot()) as xmax
    from ${entry} where id > ${entry_id} and id <= ${upTo}`)
  const row = rows[0]!
  return {
    ...{ last: Number(row.last), count: Number(row.count), sum: BigInt(row.sum!), xmin: Number(row.xmin), xmax: Number(row.xmax) },
    below: { count: Number(row.below), sum: BigInt(row.below_sum!) },
  }
}
