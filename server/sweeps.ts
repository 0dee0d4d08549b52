import { lt } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Db } from "./db/client"

/** Rows that are of no use once `by` lies before now, or before what `before` makes of now. */
export type Sweep = { table: PgTable; by: AnyPgColumn; before?: (now: Date) => Date | number }

/** Deletes what has expired, in every table that a module declares. */
export const sweepTables = async (db: Db, sweeps: readonly Sweep[], now: Date): Promise<void> => {
  for (const { table, by, before } of sweeps) await db.delete(table).where(lt(by, before ? before(now) : now))
}
