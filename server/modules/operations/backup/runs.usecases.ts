import { eq, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { backupRunTable as t } from "./backup-run.table"

type Outcome = { ok: boolean; name?: string; files?: number; bytes?: number; error?: string }

/** Records that a backup or a proof begins; call the result at its end. The dashboard and the metrics read these rows. */
export const noteRun = async (db: Db, kind: "backup" | "verify", target: string): Promise<(outcome: Outcome) => Promise<void>> => {
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
