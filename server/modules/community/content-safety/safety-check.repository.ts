import { and, desc, eq, gt, inArray, lt, sql } from "drizzle-orm"
import { SafetyLevel } from "@/lib/contract/community/content-safety.enums"
import type { Db } from "@/server/db/client"
import { listPage } from "@/server/db/listing"
import { safetyCheckTable as t } from "./safety-check.table"

export type SafetyCheckRow = Omit<typeof t.$inferSelect, "id">
type Subject = Pick<SafetyCheckRow, "kind" | "object_id">

export const findCheck = async (db: Db, { kind, object_id }: Subject): Promise<SafetyCheckRow | null> =>
  (
    await db
      .select()
      .from(t)
      .where(and(eq(t.kind, kind), eq(t.object_id, object_id)))
  )[0] ?? null

export const writeCheck = (db: Db, row: SafetyCheckRow) =>
  db
    .insert(t)
    .values(row)
    .onConflictDoUpdate({ target: [t.kind, t.object_id], set: { ...row } })

/** Notes a failure; what an earlier check has found stays, and so does the moment since which the checks fail. */
export const writeFailure = (db: Db, row: SafetyCheckRow) =>
  db
    .insert(t)
    .values(row)
    .onConflictDoUpdate({
      target: [t.kind, t.object_id],
      set: {
        level: row.level,
        error: row.error,
        provider: row.provider,
        checked_at: sql`case when ${t.level} = ${SafetyLevel.unchecked} then ${t.checked_at} else excluded.checked_at end`,
      },
    })

export const listChecks = (db: Db, kinds: number[], object_id: number): Promise<SafetyCheckRow[]> =>
  db
    .select()
    .from(t)
    .where(and(eq(t.object_id, object_id), inArray(t.kind, kinds)))
    .orderBy(t.kind)

export type SafetyFilter = { kind?: number[]; level?: number[]; provider?: string[] }

/** Lists the last verdicts of all contents, newest first. */
export const listVerdicts = (db: Db, { kind, level, provider }: SafetyFilter, page: { offset: number; limit: number }) =>
  listPage(db, t, {
    where: and(
      kind?.length ? inArray(t.kind, kind) : undefined,
      level?.length ? inArray(t.level, level) : undefined,
      provider?.length ? inArray(t.provider, provider) : undefined,
    ),
    order: [desc(t.checked_at), desc(t.id)],
    ...page,
  })

/** Counts contents whose check has failed since between these moments, with one of the reasons. */
export const countFailed = async (db: Db, after: Date, before: Date): Promise<{ count: number; error: string }> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, error: sql<string>`coalesce(max(${t.error}), '')` })
    .from(t)
    // a constant, so that the partial index applies
    .where(and(sql`${t.level} = 0`, gt(t.checked_at, after), lt(t.checked_at, before)))
  return row!
}
