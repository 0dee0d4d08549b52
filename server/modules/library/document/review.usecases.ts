import type { NotificationData } from "@/lib/contract/community/notification.kinds"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import { DecisionKind, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import { afterVerdict, isHidden, isInReview, type ReviewVerdict } from "@/lib/rules/library/document-status"
import { isForEverybody } from "@/lib/rules/library/document-visibility"
import type { Ctx, LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { recordDecisions } from "../../people/decision/decision.usecases"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { rewardPublication } from "../../money/ledger/rewards.usecases"
import { addDynamic } from "../../people/activity/activity.usecases"
import { findConversion } from "../files/drawing.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import { aboutDocument, announce } from "./announcement.usecases"
import { enqueueConversion } from "./conversion.jobs"
import { changeDocument, lockDocuments, type DocumentRow } from "./document.repository"

const { pending, converted, disabled, reviewing, rejected } = DocumentStatus

/**
 * Reviews documents (docs/reference/api.md 2.5, 6.3): 0 or 2 approves documents in review, rejected or disabled; 7 rejects those in review;
 * 4 disables; 6 returns to review.
 * Documents in another state stay unchanged; the owners of the others are notified. `isFinal`: no appeal is possible, since there is another
 * way to object.
 */
export const checkDocuments = async (
  ctx: LoggedIn,
  { id, status, reason = "", isFinal = false }: { id: number[]; status: number; reason?: string; isFinal?: boolean },
) => {
  // Loads settings into memory before the transaction; inside it, loading would wait for a second connection.
  await settingsOf(ctx.app, "score")
  return ctx.tx(async (ctx) => {
    const verdict = verdictOf(status)
    const rows = await lockDocuments(ctx.db, id)
    // An approval may reward the owners. All are locked in one order.
    if (verdict === "approve")
      await lockPeople(
        ctx,
        rows.filter((row) => row.in_first_review).map((row) => row.user_id),
      )
    for (const row of rows) await judge(ctx, row, verdict, reason, isFinal)
    return {}
  })
}

/** Applies a review result to a locked document; returns false if it does not apply. */
export const judge = async (ctx: Ctx, row: DocumentRow, verdict: ReviewVerdict, reason = "", isFinal = false): Promise<boolean> => {
  const complete = (verdict === "approve" || verdict === "review") && (await isComplete(ctx, row))
  const next = afterVerdict(row.status, verdict, complete)
  if (next === null) return false
  const rejectReason = verdict === "approve" || verdict === "review" ? "" : reason
  const draw_in_review = isInReview(next) && !complete
  await decide(ctx, row, { status: next, draw_in_review, message: messageOf(row, verdict, reason), reject_reason: rejectReason })
  const decided = !isFinal && (verdict === "reject" || verdict === "disable") ? await recordDecision(ctx, row, verdict, reason) : {}
  await ctx.notify([
    {
      kind: "document_review",
      user_id: row.user_id,
      by: ctx.user?.id ?? 0,
      subject: { type: ContentKind.document, document_id: row.id },
      data: { verdict: toldVerdict(row, verdict), ...(reason && { reason }), ...decided },
    },
  ])
  return true
}

/** Records a decision that its owner may appeal against; the result belongs to their notification. */
const recordDecision = async (ctx: Ctx, { id, user_id }: DocumentRow, verdict: "reject" | "disable", reason: string) => {
  const told = verdict === "disable" ? DecisionVerdict.disabled : DecisionVerdict.rejected
  const [decision_id] = await recordDecisions(ctx, [{ kind: DecisionKind.document, object_id: id, user_id, verdict: told, reason }])
  return { decision_id }
}

/**
 * Rejects a locked document that has just been converted, before any other user has seen it. Its owner gets the reason, and may edit or
 * replace it.
 */
export const refuseDocument = async (ctx: Ctx, row: DocumentRow, reason: string): Promise<void> => {
  if (isHidden(row.status) && !isInReview(row.status)) return
  await decide(ctx, row, { status: rejected, draw_in_review: false, message: messageOf(row, "reject", reason), reject_reason: reason })
  const subject = { type: ContentKind.document, document_id: row.id }
  const decided = await recordDecision(ctx, row, "reject", reason)
  const data = { verdict: "rejected" as const, reason, ...decided }
  await ctx.notify([{ kind: "document_review", user_id: row.user_id, by: 0, subject, data }])
}

/** Converts a requested status to a review result. @throws 400 for a status that no review sets */
export const verdictOf = (status: number): ReviewVerdict => {
  if (status === rejected) return "reject"
  if (status === disabled) return "disable"
  if (status === reviewing) return "review"
  if (status !== pending && status !== converted) throw invalid("请选择审核结果", "status")
  return "approve"
}

const toldVerdict = (row: DocumentRow, verdict: ReviewVerdict): NotificationData["verdict"] => {
  if (verdict === "approve") return row.status === disabled ? "restored" : "approved"
  return verdict === "reject" ? "rejected" : verdict === "disable" ? "disabled" : "review"
}

/** Builds the message for the owner. */
const messageOf = (row: DocumentRow, verdict: ReviewVerdict, reason: string): string => {
  const because = reason ? `，原因：${reason}` : ""
  if (verdict === "reject") return `文档《{title}》没有通过审核${because}`
  if (verdict === "disable") return `文档《{title}》已被禁用${because}`
  if (verdict === "review") return `文档《{title}》要重新审核${because}`
  return row.status === disabled ? "文档《{title}》已恢复展示" : "文档《{title}》通过了审核"
}

/** Checks whether all pages of the document are converted. */
export const isComplete = async (ctx: Ctx, row: DocumentRow): Promise<boolean> =>
  row.pages > 0 && (await findConversion(ctx, row.sha256, row.version))?.drawn === row.converted_pages

const again = { convert_reason: "", convert_error: "", convert_deaths: 0, convert_place: null, lease_until: null }

type Decision = { status: number; draw_in_review: boolean; message: string; reject_reason: string }

const decide = async (ctx: Ctx, row: DocumentRow, { status, draw_in_review, message, reject_reason }: Decision) => {
  const isPublished = row.in_first_review && !isHidden(status) && isForEverybody(row)
  const fresh = { status, draw_in_review, reject_reason, in_first_review: row.in_first_review && !isPublished, ...again }
  const { credit, phrase } = isPublished ? await rewardPublication(ctx, row.user_id, row) : { credit: 0, phrase: "" }
  await changeDocument(ctx.db, row.id, fresh)
  if (status === pending || draw_in_review) await enqueueConversion(ctx, row)
  await addDynamic(ctx, {
    user_id: row.user_id,
    type: DynamicType.upload,
    message: `${message}${phrase}`.slice(0, 255),
    title: row.title,
    href: `/document/${row.uuid}`,
    credit,
  })
  await announce(ctx, { ...row, ...fresh })
  const about = [aboutDocument({ ...row, status })]
  if (status === converted) await tellWebhooks(ctx, "document.published", about)
  if (status === rejected) await tellWebhooks(ctx, "document.rejected", about)
}
