import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import { DecisionKind, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import { paths } from "@/lib/rules/path"
import type { Ctx, LoggedIn } from "@/server/context"
import { addDynamic } from "../../people/activity/activity.usecases"
import { recordDecisions } from "../../people/decision/decision.usecases"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import { changeArticles, lockArticles, type ArticleRow } from "./article.repository"

const { approved, pending, rejected } = ReviewStatus

type Verdict = { article_id: number[]; status: number; reject_reason?: string; rejeact_reason?: string; isFinal?: boolean }

/**
 * Reviews articles (docs/reference/api.md 2.6): 1 approves, 2 rejects with a reason, 0 returns to review. Articles already in that state
 * stay unchanged, except for a rejection reason. The owners of the others are notified. `isFinal`: no appeal is possible, since there is
 * another way to object.
 */
export const checkArticles = (ctx: LoggedIn, { article_id, status, reject_reason, rejeact_reason, isFinal }: Verdict) =>
  ctx.tx(async (ctx) => {
    for (const row of await lockArticles(ctx.db, article_id)) await judge(ctx, row, status, reject_reason || rejeact_reason, isFinal)
    return {}
  })

/** Applies a review result to a locked article. A job that sends it to review says why; staff need not. */
export const judge = async (ctx: Ctx, row: ArticleRow, status: number, reason = "", isFinal = false): Promise<void> => {
  const reject_reason = status === rejected ? reason : ""
  if (row.status === status && row.reject_reason === reject_reason) return
  await changeArticles(ctx.db, [row.id], { status, reject_reason, updated_at: ctx.now() })
  const told = reject_reason || (status === pending && !ctx.user ? reason : "")
  await addDynamic(ctx, {
    user_id: row.user_id,
    type: DynamicType.article,
    message: messageOf(status, told).slice(0, 255),
    title: row.title,
    href: `/article/${row.identifier}`,
  })
  const { id: object_id, user_id } = row
  // another reason for the same rejection is no new decision
  const isNew = !isFinal && status === rejected && row.status !== rejected
  const decision = { kind: DecisionKind.article, object_id, user_id, verdict: DecisionVerdict.rejected, reason: reject_reason }
  const [decision_id] = await recordDecisions(ctx, isNew ? [decision] : [])
  await ctx.notify([
    {
      kind: "article_review",
      user_id: row.user_id,
      by: ctx.user?.id ?? 0,
      subject: { type: ContentKind.article, document_id: row.id },
      data: {
        verdict: status === approved ? "approved" : status === rejected ? "rejected" : "review",
        ...(told && { reason: told }),
        ...(decision_id && { decision_id }),
      },
    },
  ])
  await ctx.changed("article", row.identifier)
  if (status === approved && row.status !== approved) await tellWebhooks(ctx, "article.published", [aboutArticle(row)])
}

/** Returns the data about an article that other programs receive (docs/decisions/154). */
export const aboutArticle = ({ id, identifier, user_id }: Pick<ArticleRow, "id" | "identifier" | "user_id">) => ({
  id,
  identifier,
  user_id,
  path: paths.article(identifier),
})

const messageOf = (status: number, reason: string): string => {
  if (status === approved) return "文章《{title}》通过了审核"
  if (status === rejected) return `文章《{title}》没有通过审核${reason ? `，原因：${reason}` : ""}`
  return `文章《{title}》要重新审核${reason ? `，原因：${reason}` : ""}`
}
