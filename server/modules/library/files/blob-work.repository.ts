import { and, eq, gt, lt, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { blobWorkTable as t } from "./blob-work.table"

/* Announcements of work on stored files, for `blob-work.usecases.ts`. */

export type BlobWork = "storing" | "removing"

/** How long a file may take until its process is considered dead (s). The storage's own limits end earlier. */
const seconds: Record<BlobWork, number> = { storing: 3_600, removing: 300 }

export const announceWork = async (db: Db, sha256: string, kind: BlobWork, key: string): Promise<string> => {
  const until = sql`now() + make_interval(secs => ${seconds[kind]})`
  const [row] = await db.insert(t).values({ sha256, kind, key, until }).returning({ id: t.id })
  return row!.id
}

export const endWork = (db: Db, id: string) => db.delete(t).where(eq(t.id, id))

/** Leaves the work to the sweep, which finds out whether a row refers to the file. */
export const abandonWork = (db: Db, id: string) =>
  db
    .update(t)
    .set({ until: sql`now()` })
    .where(eq(t.id, id))

export const isWorkUnderway = async (db: Db, sha256: string, kind: BlobWork): Promise<boolean> =>
  (await db.$count(t, and(eq(t.sha256, sha256), eq(t.kind, kind), gt(t.until, sql`now()`)))) > 0

/** The advisory lock that a running backup holds. */
export const backupLock = 7_301_893

/** Checks whether a backup is running, which needs every file that its snapshot names; else keeps it from starting until the commit. */
export const isBackupRunning = async (tx: Db): Promise<boolean> => {
  const { rows } = await tx.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock_shared(${backupLock}) as free`)
  return !rows[0]!.free
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
