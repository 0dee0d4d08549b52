import { eq, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Db } from "@/server/db/client"
import { articleTable as a } from "../../articles/article/article.table"
import { documentTable as d } from "../../library/document/document.table"
import { everPublic, publicDocuments } from "../../library/document/visibility.policy"
import { indexingPushTable as t } from "./indexing-push.table"

export type PushState = typeof t.$inferSelect

export const findState = async (db: Db, target: string): Promise<PushState | null> =>
  (await db.select().from(t).where(eq(t.target, target)))[0] ?? null

export const startState = (db: Db, target: string, now: Date) => db.insert(t).values({ target, after_at: now }).onConflictDoNothing()

export const changeState = (db: Db, target: string, values: Partial<Omit<PushState, "target">>) =>
  db.update(t).set(values).where(eq(t.target, target))

const document = alias(d, "d")

/**
 * Returns public pages that changed after the last reported one, oldest first; with `deleted` also formerly public ones that are now in the
 * recycle bin.
 */
export const listChanged = async (
  db: Db,
  { after_at, after_path }: PushState,
  until: Date,
  { limit, deleted }: { limit: number; deleted: boolean },
) => {
  const from = sql`${after_at.toISOString()}::timestamptz`
  const gone = sql`
      union all
      select '/document/' || d.uuid, d.deleted_at from ${d} d where d.deleted_at >= ${from} and ${everPublic(document)}
      union all
      select '/article/' || a.identifier, a.deleted_at from ${a} a where a.deleted_at >= ${from} and a.status = ${ReviewStatus.approved}`
  const result = await db.execute<{ path: string; at: string }>(
    sql`select path, at::text as at from (
      select '/document/' || d.uuid as path, d.updated_at as at from ${d} d
        where ${publicDocuments(document)} and d.updated_at >= ${from}
      union all
      select '/article/' || a.identifier, a.updated_at from ${a} a
        where a.deleted_at is null and a.status = ${ReviewStatus.approved} and a.updated_at >= ${from}
      ${deleted ? gone : sql``}
    ) changed where (at, path) > (${from}, ${after_path}) and at <= ${until.toISOString()}::timestamptz
    order by at, path limit ${limit}`,
  )
  return result.rows.map(({ path, at }) => ({ path, at: new Date(at) }))
}
