import { setTimeout as pause } from "node:timers/promises"
import { and, eq, gt, lt, sql } from "drizzle-orm"
import type { Ctx } from "@/server/context"
import type { Database, Db } from "@/server/db/client"
import { unavailable } from "@/server/errors"
import { lockBlobExclusive, lockBlobShared } from "./blob.usecases"
import { blobWorkTable as t } from "./blob-work.table"

/*
 * Files are written and removed outside of transactions, because a storage that hangs must not hold a connection to PostgreSQL. A row
 * announces the work, so that a content is never stored and removed at once.
 */

/** How long a file may take until its process is considered dead (s). The storage's own limits end earlier. */
const storingSeconds = 3_600
const removingSeconds = 300
/** How long an upload waits for the removal of the same content (ms), and how often it looks. */
const [removalMs, lookMs] = [20_000, 250]

/** The advisory lock that a running backup holds. */
export const backupLock = 7_301_893

const announce = async (db: Db, sha256: string, kind: "storing" | "removing", key: string): Promise<string> => {
  const seconds = kind === "storing" ? storingSeconds : removingSeconds
  const until = sql`now() + make_interval(secs => ${seconds})`
  const [row] = await db.insert(t).values({ sha256, kind, key, until }).returning({ id: t.id })
  return row!.id
}
const end = (db: Db, id: string) => db.delete(t).where(eq(t.id, id))
/** Leaves the work to the sweep, which finds out whether a row refers to the file. */
const abandon = (db: Db, id: string) =>
  db
    .update(t)
    .set({ until: sql`now()` })
    .where(eq(t.id, id))

const isUnderway = async (db: Db, sha256: string, kind: "storing" | "removing"): Promise<boolean> =>
  (await db.$count(t, and(eq(t.sha256, sha256), eq(t.kind, kind), gt(t.until, sql`now()`)))) > 0

/** Checks whether a file of this content is being stored. Call it after `lockBlobExclusive`. */
export const isBeingStored = (db: Db, sha256: string): Promise<boolean> => isUnderway(db, sha256, "storing")

/** Waits until nothing of this content is being removed. @throws 503 if that takes too long */
export const untilRemoved = async (db: Db, sha256: string): Promise<void> => {
  for (const late = Date.now() + removalMs; await isUnderway(db, sha256, "removing"); await pause(lookMs))
    if (Date.now() > late) throw unavailable("同样内容的文件正在清理，请稍后再试", 10)
}

/** Announces that a file is about to be stored, once nothing of the same content is being removed. */
const beginStoring = async (db: Database, sha256: string, key: string): Promise<string> => {
  for (;;) {
    await untilRemoved(db, sha256)
    const id = await db.transaction(async (tx) => {
      await lockBlobShared(tx, sha256)
      return (await isUnderway(tx, sha256, "removing")) ? null : announce(tx, sha256, "storing", key)
    })
    if (id !== null) return id
  }
}

/**
 * Stores a file outside of any transaction, then records it in one, under the lock of its content. What is stored and not recorded, because
 * `record` refused it or the process died, is removed by the sweep.
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
      await end(inner.db, id)
      return recorded
    })
  } catch (error) {
    await abandon(db, id).catch(() => undefined)
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
    // a backup copies the files that its snapshot names, so none may go before its end
    const { rows } = await tx.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock_shared(${backupLock}) as free`)
    if (!rows[0]!.free) return null
    if ((await isBeingStored(tx, sha256)) || (await isUnderway(tx, sha256, "removing"))) return null
    const remove = await plan(tx)
    return remove && { remove, id: await announce(tx, sha256, "removing", "") }
  })
  if (!begun) return false
  try {
    await begun.remove()
    await db.transaction(async (tx) => {
      await lockBlobExclusive(tx, sha256)
      await record(tx)
      await end(tx, begun.id)
    })
    return true
  } catch (error) {
    await abandon(db, begun.id).catch(() => undefined)
    throw error
  }
}

/** Lists the contents whose storing or removal was abandoned, with the files that may be left. */
export const listAbandoned = (db: Db, limit: number): Promise<{ sha256: string; key: string }[]> =>
  db
    .select({ sha256: t.sha256, key: t.key })
    .from(t)
    .where(lt(t.until, sql`now()`))
    .orderBy(t.until)
    .limit(limit)

/** Forgets the abandoned work on a content whose files have been checked. */
export const forgetAbandoned = async (db: Db, sha256: string): Promise<void> =>
  void (await db.delete(t).where(and(eq(t.sha256, sha256), lt(t.until, sql`now()`))))
