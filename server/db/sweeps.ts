import { lt } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./client"

/** Deletes rows of `table` once `by` is earlier than now, or earlier than `before(now)`. */
export type Sweep = { table: PgTable; by: AnyPgColumn; before?: (now: Date) => Date | number }

/** Deletes expired rows in all declared tables. */
export const sweepTables = async (db: Db, sweeps: readonly Sweep[], now: Date): Promise<void> => {
  for (const { table, by, before } of sweeps) await db.delete(table).where(lt(by, before ? before(now) : now))
}
