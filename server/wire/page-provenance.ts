import { insertStart, readChangeLog, readDatabaseName, readStamp } from "../db/change-log"
import type { Db } from "../db/client"
import { createValidityAfterRestart, type ValidityAfterRestart } from "./page-validity-after-restart"

/** A stamp may be older than the drawing: then more changes count as later ones. */
const stampMs = 100

/** What ties pages on disk to the database that they were drawn from. */
export type PageProvenance = {
  /** names the database */
  name: string
  /** the number of the transaction below which a page that is drawn from now on shows everything; 0 when that cannot be asked */
  stamp: () => Promise<number>
  /** What changed before; only for a process that hears of changes by now. */
  read: () => Promise<ValidityAfterRestart>
}

/** Null where the database does not tell which it is: then pages of earlier processes are not used. */
export const openPageProvenance = async (db: Db): Promise<PageProvenance | null> => {
  const name = await readDatabaseName(db).catch(() => null)
  if (!name) return null
  let last: { at: number; stamp: Promise<number> } = { at: 0, stamp: Promise.resolve(0) }
  return {
    name,
    stamp: () => {
      if (Date.now() - last.at > stampMs) last = { at: Date.now(), stamp: readStamp(db).catch(() => 0) }
      return last.stamp
    },
    read: async () => {
      const now = Date.now()
      await insertStart(db, now)
      return createValidityAfterRestart(await readChangeLog(db), now)
    },
  }
}
