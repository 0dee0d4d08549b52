import { ContentKind } from "@/lib/contract/library/content.enums"
import type { DbCtx, LoggedIn } from "@/server/context"
import { conflict, forbidden } from "@/server/errors"
import { lockReadable } from "../content/content.usecases"
import { setDocumentCounts } from "../document/counts.usecases"
import { countOfRatings, findRating, insertRating, meanOfRatings, sumRatings } from "./rating.repository"

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

/** Computes the mean and the number of ratings of these documents again from the rows. */
export const recountRatings = (ctx: DbCtx, ids: number[]) =>
  setDocumentCounts(ctx, ids, { score: meanOfRatings(prior), score_count: countOfRatings })

/** Returns the user's vote, or zeros. */
export const readRating = async (ctx: LoggedIn, { document_id }: { document_id: number }) =>
  (await findRating(ctx.db, { document_id, user_id: ctx.user.id })) ?? {}
