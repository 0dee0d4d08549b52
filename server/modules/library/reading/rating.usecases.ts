import { ContentKind } from "@/lib/contract/library/content.enums"
import type { LoggedIn } from "@/server/context"
import { conflict, forbidden, invalid } from "@/server/errors"
import { lockReadable } from "../content/content.usecases"
import { requireReadable } from "../document/access.policy"
import { setDocumentCounts } from "../document/counts.usecases"
import { findPosition, findRating, insertRating, listUnfinished, sumRatings, upsertPosition } from "./rating.repository"

/** Virtual ratings of three stars, so that the first real rating does not decide alone. */
const prior = { score: 300, weight: 5 }

/** Rates a document, once per user and never the user's own document. The document stores the Bayesian mean × 100. */
export const addRating = (ctx: LoggedIn, { document_id, score }: { document_id: number; score: number }) =>
  ctx.tx(async (ctx) => {
    const content = await lockReadable(ctx, { type: ContentKind.document, document_id })
    const user_id = ctx.user!.id
    if (content.user_id === user_id) throw forbidden("不能给自己的文档评分")
    const row = await insertRating(ctx.db, { document_id, user_id, score, created_at: ctx.now() })
    if (!row) throw conflict("你已经评分过了")
    const { count, sum } = await sumRatings(ctx.db, document_id)
    await setDocumentCounts(ctx, [document_id], {
      score: Math.round((prior.score * prior.weight + sum) / (prior.weight + count)),
      score_count: count,
    })
    await ctx.changed("document", content.key, content.user_id)
    return row
  })

/** Returns the user's vote, or zeros. */
export const readRating = async (ctx: LoggedIn, { document_id }: { document_id: number }) =>
  (await findRating(ctx.db, { document_id, user_id: ctx.user.id })) ?? {}

export const keepPosition = async (ctx: LoggedIn, { uuid, page }: { uuid: string; page: number }) => {
  const { row } = await requireReadable(ctx, { uuid })
  if (row.pages > 0 && page > row.pages) throw invalid("页码不正确", "page")
  await upsertPosition(ctx.db, { user_id: ctx.user.id, document_id: row.id, page, updated_at: ctx.now() })
  return {}
}

/** Returns the user's reading position; page 0 if the user has not read the document yet. */
export const readPosition = async (ctx: LoggedIn, { uuid }: { uuid: string }) => {
  const { row } = await requireReadable(ctx, { uuid })
  return (await findPosition(ctx.db, { user_id: ctx.user.id, document_id: row.id })) ?? { page: 0, updated_at: null }
}

const maxPositions = 60

/** Returns the documents that the user has begun and not finished, the last read first; at most `size`, by default twelve. */
export const listPositions = async (ctx: LoggedIn, { size = 12 }: { size?: number }) => ({
  position: await listUnfinished(ctx.db, ctx.user, Math.min(maxPositions, Math.max(1, size))),
})
