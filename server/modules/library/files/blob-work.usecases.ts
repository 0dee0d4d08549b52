import { setTimeout as pause } from "node:timers/promises"
import type { Ctx } from "@/server/context"
import type { Database, Db } from "@/server/db/client"
import { unavailable } from "@/server/errors"
import { lockBlobExclusive, lockBlobShared } from "./blob.usecases"
import { abandonWork, announceWork, endWork, isBackupRunning, isWorkUnderway } from "./blob-work.repository"

/*
 * Files are written and removed outside of transactions, because a storage that hangs must not hold a connection to PostgreSQL. A row
 * announces the work, so that a content is never stored and removed at once.
 */

export { backupLock, forgetAbandoned, listAbandoned } from "./blob-work.repository"

/** How long an upload waits for the removal of the same content (ms), and how often it looks. */
const [removalMs, lookMs] = [20_000, 250]

/** Checks whether a file of this content is being stored. Call it after `lockBlobExclusive`. */
export const isBeingStored = (db: Db, sha256: string): Promise<boolean> => isWorkUnderway(db, sha256, "storing")

/** Waits until no removal of this content is running. @throws 503 if that takes too long */
export const untilRemoved = async (db: Db, sha256: string): Promise<void> => {
  for (const late = Date.now() + removalMs; await isWorkUnderway(db, sha256, "removing"); await pause(lookMs))
    if (Date.now() > late) throw unavailable("同样内容的文件正在清理，请稍后再试", 10)
}

/** Announces that a file is about to be stored, once no removal of the same content is running. */
const beginStoring = async (db: Database, sha256: string, key: string): Promise<string> => {
  for (;;) {
    await untilRemoved(db, sha256)
    const id = await db.transaction(async (tx) => {
      await lockBlobShared(tx, sha256)
      return (await isWorkUnderway(tx, sha256, "removing")) ? null : announceWork(tx, sha256, "storing", key)
    })
    if (id !== null) return id
  }
}

/**
 * Stores a file outside of any transaction, then records it in one, under the lock of its content. If `record` refuses it or the process
 * dies, the sweep removes the stored file.
 */
export const storeBlob = async <C extends Ctx, T>(
  ctx: C,
  { sha256, key }: { sha256: string; key: string },
  store: () => Promise<void>,
  record: (ctx: C) => Promise<T>,
): Promise<T> => {
  const { db } = ctx.app.database
  const id = await beginStoring(db, sha256, key)
  try {
    await store()
    return await ctx.tx(async (inner) => {
      await lockBlobShared(inner.db, sha256)
      const recorded = await record(inner as C)
      await endWork(inner.db, id)
      return recorded
    })
  } catch (error) {
    await abandonWork(db, id).catch(() => undefined)
    throw error
  }
}

/**
 * Removes files of a content outside of any transaction. `plan` decides under the content's lock which keys and folders go (null for none);
 * `record` deletes their rows once they are gone. @returns whether anything was to be removed
 */
export const removeBlob = async (
  db: Database,
  sha256: string,
  plan: (tx: Db) => Promise<(() => Promise<void>) | null>,
  record: (tx: Db) => Promise<void> = async () => undefined,
): Promise<boolean> => {
  const begun = await db.transaction(async (tx) => {
    await lockBlobExclusive(tx, sha256)
    // a backup copies the files that its snapshot names, so no file may be removed before it ends
    if (await isBackupRunning(tx)) return null
    if ((await isBeingStored(tx, sha256)) || (await isWorkUnderway(tx, sha256, "removing"))) return null
    const remove = await plan(tx)
    return remove && { remove, id: await announceWork(tx, sha256, "removing", "") }
  })
  if (!begun) return false
  try {
    await begun.remove()
    await db.transaction(async (tx) => {
      await lockBlobExclusive(tx, sha256)
      await record(tx)
      await endWork(tx, begun.id)
    })
    return true
  } catch (error) {
    await abandonWork(db, begun.id).catch(() => undefined)
    throw error
  }
}
