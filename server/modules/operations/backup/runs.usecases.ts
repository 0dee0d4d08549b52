import { eq, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { StartError } from "@/server/errors"
import { recordOf } from "@/server/security/error-record"
import { backupRunTable as t } from "./backup-run.table"

/** `error`: what failed, as a sentence or as it was thrown. */
type Outcome = { ok: boolean; name?: string; files?: number; bytes?: number; error?: unknown }

/** Returns what staff read of a failure. A failed statement carries values of rows, so only its code is stored. */
const reasonOf = (error: unknown): string => {
  if (error === undefined) return ""
  if (error instanceof StartError) return error.sentence
  const { message, query, code, cause } = recordOf(error)
  const state = code ?? cause?.code
  return query === undefined ? message : `数据库没有完成备份的一步${state ? `（${state}）` : ""}`
}

/** `base`: a base copy of the archive; `archive`: it has stopped (not ok), or goes on. */
export type RunKind = "backup" | "verify" | "base" | "archive"

/** Records that something begins; call the result at its end. The dashboard and the metrics read these rows. */
export const noteRun = async (db: Db, kind: RunKind, target: string): Promise<(outcome: Outcome) => Promise<void>> => {
  const [row] = await db
    .insert(t)
    .values({ kind, target: target.slice(0, 255) })
    .returning({ id: t.id })
  return async ({ error, ...outcome }) =>
    void (await db
      .update(t)
      .set({ ...outcome, error: reasonOf(error).slice(0, 500), ended_at: sql`now()` })
      .where(eq(t.id, row!.id)))
}
