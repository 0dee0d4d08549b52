import { insertStart, readChangeLog, readDatabaseId, readSnapshotXmin } from "../db/change-log"
import type { Db } from "../db/client"
import { createValidityAfterRestart, type ValidityAfterRestart } from "./page-validity-after-restart"

/** How long one reading of the snapshot is shared (ms). An older number is safe: it makes more changes count as later. */
const snapshotMs = 100

/** Ties pages on disk to the database that they were rendered from. */
export type PageProvenance = {
  databaseId: string
  /** the oldest transaction that is still running: a page rendered from now on contains everything below it; 0 if the query fails */
  snapshotXmin: () => Promise<number>
  /** Reads the change log. Call it only after this process has started to listen for changes, or a change in between may be missed. */
  readValidityAfterRestart: () => Promise<ValidityAfterRestart>
}

/** Returns null if the database does not reveal its identity. Pages of earlier processes are not used then. */
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
