import { and, desc, eq, inArray } from "drizzle-orm"
import type { z } from "zod"
import type { sensitiveWord as calls } from "@/lib/contract/community/sensitive-word"
import type { Ctx, DbCtx, LoggedIn, Services } from "@/server/context"
import { holds, listPage, pageOf, patternsOf } from "@/server/db/listing"
import { sensitiveHitTable as t } from "./sensitive-word.table"

export type NewHit = Omit<typeof t.$inferInsert, "id" | "created_at" | "object_id">

/** Maximum number of stored matches per text; the first ones are sufficient. */
const maxRows = 200

/** Replaces the hits of these fields of an object by new ones. */
export const replaceHits = async (
  ctx: Pick<Ctx, "db" | "now">,
  { kind, object_id, fields }: { kind: number; object_id: number; fields: readonly string[] },
  hits: readonly NewHit[],
): Promise<void> => {
  await ctx.db.delete(t).where(and(eq(t.object_id, object_id), eq(t.kind, kind), inArray(t.field, [...fields])))
  await addHits(ctx, object_id, hits)
}

export const addHits = async (ctx: Pick<Ctx, "db" | "now">, object_id: number, hits: readonly NewHit[]): Promise<void> => {
  if (!hits.length) return
  await ctx.db.insert(t).values(hits.slice(0, maxRows).map((hit) => ({ ...hit, object_id, created_at: ctx.now() })))
}

const writing = new WeakMap<Services, Set<Promise<void>>>()

/**
 * Records the hits of a text that is refused. The transaction of the call is rolled back, so they are written outside of it, later: a call
 * must not wait for a second connection.
 */
export const noteRefusedHits = (ctx: Ctx, hits: readonly NewHit[]): void => {
  const { app, now } = ctx
  const pending = writing.get(app) ?? new Set()
  if (!writing.has(app)) {
    writing.set(app, pending)
    app.onStop(() => flushHits(app))
  }
  const work = addHits({ db: app.database.db, now }, 0, hits)
    .catch((error: unknown) => app.log.warn({ err: error }, "敏感词命中没有写下"))
    .finally(() => pending.delete(work))
  pending.add(work)
}

/** Waits until the hits of refused texts are written. */
export const flushHits = async (app: Services): Promise<void> => void (await Promise.all([...(writing.get(app) ?? [])]))

/** Returns the words that were already found in an object. */
export const listHitWords = async ({ db }: DbCtx, kind: number, object_id: number): Promise<Set<string>> => {
  const rows = await db
    .selectDistinct({ word: t.word })
    .from(t)
    .where(and(eq(t.object_id, object_id), eq(t.kind, kind)))
  return new Set(rows.map(({ word }) => word))
}

type ListInput = z.output<(typeof calls)["GET /sensitivehit/list"]["input"]>

/** Lists hits, newest first; `wd` searches the words. */
export const readHits = async (ctx: LoggedIn, { kind, action, category, object_id, user_id, wd, ...input }: ListInput) => {
  await flushHits(ctx.app)
  const where = and(
    kind?.length ? inArray(t.kind, kind) : undefined,
    action?.length ? inArray(t.action, action) : undefined,
    category?.length ? inArray(t.category, category) : undefined,
    object_id ? eq(t.object_id, object_id) : undefined,
    user_id ? eq(t.user_id, user_id) : undefined,
    ...patternsOf(wd).map((word) => holds(t.word, word)),
  )
  const { rows, total } = await listPage(ctx.db, t, { where, order: [desc(t.id)], ...pageOf(input, 100) })
  return { total, sensitive_hit: rows }
}

export const deleteHits = async (ctx: LoggedIn, { id }: { id: number[] }) => {
  await ctx.db.delete(t).where(inArray(t.id, id))
  return {}
}
