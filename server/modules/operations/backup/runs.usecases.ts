import { eq, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { backupRunTable as t } from "./backup-run.table"

type Outcome = { ok: boolean; name?: string; files?: number; bytes?: number; error?: string }

/** `base`: a base copy of the archive; `archive`: it has stopped (not ok), or goes on. */
export type RunKind = "backup" | "verify" | "base" | "archive"

/** Records that something begins; call the result at its end. The dashboard and the metrics read these rows. */
export const noteRun = async (db: Db, kind: RunKind, target: string): Promise<(outcome: Outcome) => Promise<void>> => {
  const [row] = await db
    .insert(t)
    .values({ kind, target: target.slice(0, 255) })
    .returning({ id: t.id })
  return async ({ error = "", ...outcome }) =>
    void (await db
      .update(t)
      .set({ ...outcome, error: error.slice(0, 500), ended_at: sql`now()` })
      .where(eq(t.id, row!.id)))
}
