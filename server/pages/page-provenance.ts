import { insertStart, readChangeLog, readDatabaseId, readSnapshotXmin } from "../db/change-log"
import type { Db } from "../db/client"
import { createValidityAfterRestart, type ValidityAfterRestart } from "./page-validity-after-restart"

/** How long one reading of the snapshot is shared (ms). An older number is safe: more changes count as later. */
const snapshotMs = 100

/** Ties pages on disk to the database that they were rendered from. */
export type PageProvenance = {
  databaseId: string
  /** the oldest transaction that still runs now: a page rendered from now on shows everything below it; 0 when the query fails */
  snapshotXmin: () => Promise<number>
  /** Reads the change log. Call it only after this process listens for changes, or one may be missed in between. */
  readValidityAfterRestart: () => Promise<ValidityAfterRestart>
}

/** Null when the database does not reveal its identity: pages of earlier processes are not used then. */
export const openPageProvenance = async (db: Db): Promise<PageProvenance | null> => {
  const databaseId = await readDatabaseId(db).catch(() => null)
  if (!databaseId) return null
  let latest: { at: number; xmin: Promise<number> } = { at: 0, xmin: Promise.resolve(0) }
  return {
    databaseId,
    snapshotXmin: () => {
      if (Date.now() - latest.at > snapshotMs) latest = { at: Date.now(), xmin: readSnapshotXmin(db).catch(() => 0) }
      return latest.xmin
    },
    readValidityAfterRestart: async () => {
      const now = Date.now()
      await insertStart(db, now)
      return createValidityAfterRestart(await readChangeLog(db), now)
    },
  }
}
