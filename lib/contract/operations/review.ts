import { z } from "zod"
import { area, perMinute } from "../area"
import { PublicUser } from "../people/user"
import { bool, decimal, filterList, html, id, int, many, nothing, num, oneOf, paging, flag, str, text, time } from "../schema"
import { batchKinds, maxBatch, ReviewKind } from "./review.enums"

/** The reviewer who has claimed an item, and the end of the claim. */
export const ReviewClaim = z.object({ user_id: num, username: str, until: time })

/** Something that waits for a verdict. `is_hidden`: reports have hidden it; `report_count`: of a report, how many are open. */
export const ReviewItem = z.object({
  kind: num,
  id: num,
  title: str,
  user: PublicUser.nullable().default(null),
  waiting_since: time,
  due_at: time,
  report_count: num,
  is_hidden: flag,
  claim: ReviewClaim.nullable().default(null),
})

export const ReviewHit = z.object({ word: str, category: num, action: num, field: str, page: num, excerpt: str })

/** What a content-safety service said; `kind` is a `HitKind`, `level` a `SafetyLevel`, `place` says where the problem is. */
export const ReviewSafety = z.object({
  kind: num,
  provider: str,
  level: num,
  checked_at: time,
  findings: many(z.object({ place: str, page: num, category: num, label: str, score: num, words: many(str) })),
})

/** A verdict in the list of all; `title` and `href` of what was checked, "" if the caller may not see it. `error`: why it was not checked. */
export const SafetyCheck = ReviewSafety.extend({ id: num, object_id: num, title: str, href: str, error: str })

/** A document with nearly the same text; `likeness` 0 to 1, `is_banned`: its content is banned. */
export const NearDocument = z.object({
  id: num,
  uuid: str,
  title: str,
  username: str,
  status: num,
  pages: num,
  likeness: decimal,
  is_banned: flag,
})

/** The author's published works, and the verdicts of staff on them. `infringements`: takedowns in effect after copyright complaints. */
export const AuthorRecord = z.object({ documents: num, rejected: num, punishments: num, infringements: num, registered_at: time })

/**
 * An item with the data that a reviewer needs. `pages`: how many page images `uuid` has; `content` is plain text; `text`: the text of a
 * document's first pages; `description`: of a profile, the signature that is public now.
 */
export const ReviewDetail = ReviewItem.extend({
  href: str,
  uuid: str,
  pages: num,
  description: str,
  content: str,
  article: html("article"),
  text: many(z.object({ page: num, text: str })),
  hits: many(ReviewHit),
  safety: many(ReviewSafety),
  duplicates: many(NearDocument),
  /** of a refund */
  order_no: str,
  record: AuthorRecord.nullable().default(null),
})

/** `median_seconds`: the median waiting time of the decided items. */
const figures = { decided: num, approved: num, median_seconds: num }
export const ReviewerFigures = z.object({ user_id: num, username: str, ...figures })

const kind = oneOf(ReviewKind, "请选择审核对象")
const item = z.object({ kind, id })
const permission = "ReviewAPI/ListReview"
const batchItem = z.object({
  kind: oneOf({ options: ReviewKind.options.filter(({ value }) => batchKinds.includes(value)) }, "举报、投诉、申诉和退款要逐条审核"),
  id,
})
/** An item that was not decided, and why. */
export const FailedVerdict = z.object({ kind: num, id: num, message: str })

/** Kinds that the caller may not list or decide elsewhere are absent here, or refused. */
export const review = area({
  "GET /review/list": {
    title: "查看审核台",
    access: "permission",
    permission,
    /** ordered by `due_at` */
    input: z.object({ ...paging, kind: filterList(int) }),
    output: z.object({ total: num, review: many(ReviewItem), kinds: many(z.object({ kind: num, total: num })) }),
  },
  "GET /review": { title: "查看待审内容", access: "permission", permission, input: item, output: ReviewDetail },
  "GET /safetycheck/list": {
    title: "查看内容安全结果",
    access: "permission",
    permission: "ReviewAPI/ListSafetyCheck",
    /** newest first */
    input: z.object({ ...paging, kind: filterList(int), level: filterList(int), provider: filterList(z.string().max(16)) }),
    output: z.object({ total: num, safety_check: many(SafetyCheck) }),
  },
  "GET /review/figures": {
    title: "查看审核统计",
    access: "permission",
    permission,
    input: z.object({ days: int.refine((value) => value >= 1 && value <= 365, { error: "天数应为 1 到 365" }).optional() }),
    output: z.object({ ...figures, reviewer: many(ReviewerFigures) }),
  },
  "PUT /review/claim": {
    title: "领取审核",
    access: "permission",
    permission: "ReviewAPI/DecideReview",
    conflicts: true,
    input: item,
    output: ReviewClaim,
  },
  "DELETE /review/claim": {
    title: "放回审核",
    access: "permission",
    permission: "ReviewAPI/DecideReview",
    input: item,
    output: nothing,
  },
  "POST /review/verdict": {
    title: "审核",
    access: "permission",
    permission: "ReviewAPI/DecideReview",
    conflicts: true,
    /**
     * `reason` is for the author of rejected content; it answers the reporters, or both sides of a complaint. For a report or a complaint,
     * `approve` keeps the content public. `approve` requests a failed refund again, which needs a recent confirmation.
     */
    input: item.extend({ approve: bool, reason: text(255, "原因").optional() }),
    output: nothing,
  },
  "POST /review/verdict/batch": {
    title: "批量审核",
    access: "permission",
    permission: "ReviewAPI/DecideReview",
    /** each item is decided in a transaction of its own, by the rules of `POST /review/verdict` */
    transaction: false,
    limit: perMinute(60, "person"),
    input: z.object({
      item: z
        .array(batchItem, { error: "请选择要审核的内容" })
        .min(1, { error: "请选择要审核的内容" })
        .max(maxBatch, { error: `一次最多审核 ${maxBatch} 项` }),
      approve: bool,
      reason: text(255, "原因").optional(),
    }),
    output: z.object({ decided: num, failed: many(FailedVerdict) }),
  },
})
