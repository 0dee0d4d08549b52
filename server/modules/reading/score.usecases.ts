import { and, eq, sql } from "drizzle-orm"
import { ContentKind } from "../../../lib/contract/enums"
import type { LoggedIn } from "../../context"
import { conflict, forbidden, invalid } from "../../errors"
import { lockReadable } from "../content/content.usecases"
import { requireReadable } from "../document/access.policy"
import { setDocumentCounts } from "../document/counts.usecases"
import { documentScoreTable as t, readingPositionTable as p } from "./reading.table"

/** Prior ratings of three stars, so that the first real one does not decide alone. */
const prior = { score: 300, weight: 5 }

/** Rates a document, once per person and not one's own; the document stores the Bayesian mean × 100. */
export const addScore = (ctx: LoggedIn, { document_id, score }: { document_id: number; score: number }) =>
  ctx.tx(async (ctx) => {
    const content = await lockReadable(ctx, { type: ContentKind.document, document_id })
    const user_id = ctx.user!.id
    if (content.user_id === user_id) throw forbidden("不能给自己的文档评分")
    const [row] = await ctx.db.insert(t).values({ document_id, user_id, score, created_at: ctx.now() }).onConflictDoNothing().returning()
    if (!row) throw conflict("您已经评分过了")
    const [all] = await ctx.db
      .select({ count: sql<number>`count(*)::int`, sum: sql<number>`coalesce(sum(${t.score}), 0)::int` })
      .from(t)
      .where(eq(t.document_id, document_id))
    const { count, sum } = all!
    await setDocumentCounts(ctx, [document_id], {
      score: Math.round((prior.score * prior.weight + sum) / (prior.weight + count)),
      score_count: count,
    })
    await ctx.changed("document", content.key)
    return row
  })

/** The person's own vote, or zeros. */
export const readScore = async (ctx: LoggedIn, { document_id }: { document_id: number }) =>
  (
    await ctx.db
      .select()
      .from(t)
      .where(and(eq(t.document_id, document_id), eq(t.user_id, ctx.user.id)))
  )[0] ?? {}

export const keepPosition = async (ctx: LoggedIn, { uuid, page }: { uuid: string; page: number }) => {
  const { row } = await requireReadable(ctx, { uuid })
  if (row.pages > 0 && page > row.pages) throw invalid("页码不正确", "page")
  const values = { user_id: ctx.user.id, document_id: row.id, page, updated_at: ctx.now() }
  await ctx.db
    .insert(p)
    .values(values)
    .onConflictDoUpdate({ target: [p.user_id, p.document_id], set: { page, updated_at: values.updated_at } })
  return {}
}

/** Page 0 where the person has not read yet. */
export const readPosition = async (ctx: LoggedIn, { uuid }: { uuid: string }) => {
  const { row } = await requireReadable(ctx, { uuid })
  const [found] = await ctx.db
    .select({ page: p.page, updated_at: p.updated_at })
    .from(p)
    .where(and(eq(p.user_id, ctx.user.id), eq(p.document_id, row.id)))
  return found ?? { page: 0, updated_at: null }
}
