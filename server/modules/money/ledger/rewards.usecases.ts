import { DynamicType } from "@/lib/contract/people/activity.enums"
import { minus, noCredits } from "@/lib/rules/money/money"
import type { Ctx } from "@/server/context"
import { dayStart } from "@/lib/rules/day"
import { addDynamic } from "../../people/activity/activity.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { countEventsOf } from "./ledger.repository"
import { award, post, sidesOf, takeBack } from "./ledger.usecases"

/* Rewards and charges except for signing in (docs/reference/api.md 6.1). Call them inside the transaction of the event. */

type Document = { id: number; uuid: string; title: string }
const hrefOf = ({ uuid }: Document) => `/document/${uuid}`
const brought = (credit: number, name: string) => (credit > 0 ? `，获得 ${credit} ${name}` : "")

/** Rewards a registration, once per user. Without a reward, no activity is recorded. */
export const rewardRegistration = async (ctx: Ctx, user_id: number): Promise<void> => {
  const { register, credit_name } = await settingsOf(ctx.app, "score")
  const credit = await award(ctx, { user_id, kind: "register", key: `register:${user_id}`, amount: register, remark: "注册奖励" })
  if (credit > 0)
    await addDynamic(ctx, { user_id, type: DynamicType.register, message: `注册成为新用户${brought(credit, credit_name)}`, credit })
}

/** Records uploads that need a review as activities. They are rewarded when they are published. */
export const recordUploads = async (ctx: Ctx, user_id: number, documents: Document[]): Promise<void> => {
  for (const document of documents)
    await addDynamic(ctx, {
      user_id,
      type: DynamicType.upload,
      message: "上传了文档《{title}》",
      title: document.title,
      href: hrefOf(document),
    })
}

/** The credits that a user received, and the phrase that names the reward (empty if nothing). */
type Reward = { credit: number; phrase: string }

/** Rewards a published document, up to the day's limit in the settings (0 = none). Returns the credits and the phrase that names them. */
export const rewardPublication = async (ctx: Ctx, user_id: number, document: Pick<Document, "id" | "title">): Promise<Reward> => {
  const { upload_document, upload_document_limit, credit_name } = await settingsOf(ctx.app, "score")
  const credit = await award(ctx, {
    user_id,
    kind: "upload",
    key: `upload:${document.id}`,
    amount: upload_document,
    remark: `上传文档《${document.title}》`,
    daily: upload_document_limit,
  })
  return { credit, phrase: brought(credit, credit_name) }
}

/** Rewards the first uploads of a day that are public at once. Every document is recorded as an activity. */
export const rewardUploads = async (ctx: Ctx, user_id: number, documents: Document[]): Promise<void> => {
  let left = true
  for (const document of documents) {
    const reward: Reward = left ? await rewardPublication(ctx, user_id, document) : { credit: 0, phrase: "" }
    left = reward.credit > 0
    await addDynamic(ctx, {
      user_id,
      type: DynamicType.upload,
      message: `上传了文档《{title}》${reward.phrase}`,
      title: document.title,
      href: hrefOf(document),
      credit: reward.credit,
    })
  }
}

/** Returns the reward for the user's next upload today. */
export const nextUploadReward = async (ctx: Ctx, userId: number): Promise<number> => {
  const { upload_document, upload_document_limit } = await settingsOf(ctx.app, "score")
  if (upload_document <= 0 || upload_document_limit === 0) return 0
  return (await countEventsOf(ctx.db, userId, "upload", dayStart(ctx.now()))) < upload_document_limit ? upload_document : 0
}

/** Identifies one deletion of a document by its time: the document may be restored and deleted again. */
const deletionKey = (id: number, at: Date) => `delete:${id}:${at.getTime()}`

/**
 * Returns what deleting this many documents costs an owner with `balance`. The setting's sign is ignored, and the cost never exceeds the
 * balance.
 */
export const deletionCost = async (ctx: Ctx, documents: number, balance: number): Promise<number> =>
  Math.min(documents * Math.abs((await settingsOf(ctx.app, "score")).delete_document), balance)

/** Charges the owner for a deletion at `ctx.now()`, which becomes the document's `deleted_at`. The balance never falls below zero. */
export const chargeDeletion = async (ctx: Ctx, owner: number, document: Document, at: Date): Promise<void> => {
  const { delete_document, credit_name } = await settingsOf(ctx.app, "score")
  const taken = await takeBack(ctx, {
    user_id: owner,
    kind: "delete",
    key: deletionKey(document.id, at),
    amount: delete_document,
    remark: `删除文档《${document.title}》`,
  })
  const message = `${ctx.user?.id === owner ? "删除了文档《{title}》" : "文档《{title}》被删除"}${taken > 0 ? `，扣除 ${taken} ${credit_name}` : ""}`
  await addDynamic(ctx, { user_id: owner, type: DynamicType.delete, message, title: document.title, credit: taken > 0 ? -taken : 0 })
}

/** Refunds, once, what the deletion at `at` charged. The key of older deletions has the document's id but no time. */
export const returnDeletion = async (ctx: Ctx, owner: number, document: Document, at: Date): Promise<void> => {
  const { credit_name } = await settingsOf(ctx.app, "score")
  let returned = 0
  for (const key of [deletionKey(document.id, at), `delete:${document.id}`]) {
    const sides = (await sidesOf(ctx, key)).map(({ user_id, amount }) => ({ user_id, amount: minus(noCredits, amount) }))
    const event = { key: `restore:${key}`, kind: "restore", remark: `恢复文档《${document.title}》`, site: "penalties" as const }
    if (sides.length && (await post(ctx, { ...event, sides }))) returned += sides.reduce((sum, { amount }) => sum + amount, 0)
  }
  const message = `${ctx.user?.id === owner ? "恢复了文档《{title}》" : "文档《{title}》已恢复"}${returned > 0 ? `，退回 ${returned} ${credit_name}` : ""}`
  await addDynamic(ctx, {
    user_id: owner,
    type: DynamicType.delete,
    message,
    title: document.title,
    href: hrefOf(document),
    credit: returned,
  })
}

/**
 * Rewards the owner when others add the document to their favorites, once per document and collector, up to the daily limit. The collector
 * always gets an activity.
 */
export const rewardCollected = async (
  ctx: Ctx,
  { owner, collector, document }: { owner: number; collector: number; document: Document },
): Promise<void> => {
  const { document_collected, document_collected_limit, credit_name } = await settingsOf(ctx.app, "score")
  const line = { type: DynamicType.favorite, title: document.title, href: hrefOf(document) }
  await addDynamic(ctx, { ...line, user_id: collector, message: "收藏了文档《{title}》" })
  if (owner === collector) return
  const key = `favorite:${document.id}:${collector}`
  const credit = await award(ctx, {
    user_id: owner,
    kind: "favorite",
    key,
    amount: document_collected,
    remark: `文档《${document.title}》被收藏`,
    daily: document_collected_limit,
  })
  if (credit > 0)
    await addDynamic(ctx, { ...line, user_id: owner, message: `文档《{title}》被收藏${brought(credit, credit_name)}`, credit })
}

/** Notifies the owner of others' comments and rewards them up to the daily limit. Call it when a comment becomes readable. */
export const rewardCommented = async (
  ctx: Ctx,
  { owner, commenter, comment, document }: { owner: number; commenter: number; comment: number; document: Document },
): Promise<void> => {
  if (owner === commenter) return
  const { document_commented, document_commented_limit, credit_name } = await settingsOf(ctx.app, "score")
  const remark = `文档《${document.title}》被评论`
  const credit = await award(ctx, {
    user_id: owner,
    kind: "comment",
    key: `comment:${comment}`,
    amount: document_commented,
    remark,
    daily: document_commented_limit,
  })
  await addDynamic(ctx, {
    user_id: owner,
    type: DynamicType.comment,
    message: `文档《{title}》收到一条评论${brought(credit, credit_name)}`,
    title: document.title,
    href: hrefOf(document),
    credit,
  })
}
