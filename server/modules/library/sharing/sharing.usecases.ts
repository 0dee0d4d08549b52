import { randomBytes } from "node:crypto"
import { ShareState, type ShareStateName } from "@/lib/contract/library/sharing.enums"
import { isHidden } from "@/lib/rules/library/document-status"
import type { Ctx, LoggedIn } from "@/server/context"
import { pageOf } from "@/server/db/listing"
import { conflict, forbidden, invalid, notFound } from "@/server/errors"
import { owns } from "../document/document.policy"
import { requireReadable } from "../document/access.policy"
import { visitorOf } from "../document/share-grant.policy"
import { settingsOf } from "../../site/settings/settings.usecases"
import { isForPayment, lockPayer, payForReader, unpaid, type ReaderPayment } from "./reader-payment.usecases"
import {
  addLink,
  countUsableLinks,
  countVisit,
  findLink,
  hasVisited,
  isPaidVisit,
  listLinks,
  revokeLink,
  type SharedRow,
} from "./sharing.repository"

/**
 * Returns the link's state for a new visitor. If the document is deleted, or its creator may no longer share it, the link counts as
 * revoked.
 */
const stateOf = (row: SharedRow, now: Date): ShareStateName => {
  if (row.revoked_at || !row.lasting) return ShareState.revoked
  if (row.expires_at && row.expires_at <= now) return ShareState.expired
  if (row.max_visits > 0 && row.visits >= row.max_visits) return ShareState.usedUp
  return row.password_hash ? ShareState.password : ShareState.ready
}

const answerOf = (row: SharedRow, now: Date) => ({
  ...row,
  document_uuid: row.uuid,
  document_title: row.title,
  has_password: row.password_hash !== "",
  state: stateOf(row, now),
})

export const readShareLinks = async (ctx: LoggedIn, input: { page?: number; size?: number; document_id?: number }) => {
  const filter = { user_id: ctx.user.id, document_id: input.document_id }
  const { rows, total } = await listLinks(ctx.db, filter, ctx.now(), pageOf(input, 100))
  return { total, share: rows.map((row) => answerOf(row, ctx.now())) }
}

type NewLink = { document_id: number; password?: string; expires_at?: Date | null; max_visits?: number; download?: boolean; pays?: boolean }

/** An owner who pays for readers says for how many, so that one link cannot spend all of the credits unnoticed. */
const maxPaidVisits = 1_000

/** Creates a link to a document of the caller, or as staff to any that they see. @throws 403, 404, 409 beyond the limit */
export const createShareLink = async (ctx: LoggedIn, input: NewLink) => {
  const { document_id, password = "", expires_at = null, max_visits = 0, download = false, pays = false } = input
  const { row } = await requireReadable(ctx, { id: document_id }, { shared: false })
  if (!owns(ctx, row) && !ctx.may("POST /document/share")) throw forbidden("只能分享自己的文档")
  if (isHidden(row.status)) throw conflict("文档还没有公开，或已被禁用，不能分享")
  if (expires_at && expires_at <= ctx.now()) throw invalid("到期时间应晚于现在", "expires_at")
  if (pays) {
    if (!owns(ctx, row)) throw forbidden("只有文档的主人能替读者付费")
    if (row.price <= 0) throw invalid("免费的文档不用替读者付费", "pays")
    if (max_visits < 1 || max_visits > maxPaidVisits) throw invalid(`替读者付费时，访问次数应为 1 到 ${maxPaidVisits}`, "max_visits")
  }
  const [{ share_links_per_document: most }, password_hash] = await Promise.all([
    settingsOf(ctx.app, "security"),
    password ? ctx.app.passwords.hash(password) : "",
  ])
  if (most === 0) throw forbidden("这个网站不能新建分享链接")
  return ctx.tx(async (ctx) => {
    const now = ctx.now()
    if ((await countUsableLinks(ctx.db, { user_id: ctx.user.id, document_id: row.id }, now)) >= most)
      throw conflict(`一份文档最多有 ${most} 个有效的分享链接，请先撤销不用的`)
    const link = await addLink(ctx.db, {
      key: randomBytes(16).toString("base64url"),
      document_id: row.id,
      user_id: ctx.user.id,
      password_hash,
      download,
      max_visits,
      pays,
      expires_at,
      created_at: now,
      updated_at: now,
    })
    const { uuid, title, price, is_vip, user_id: owner_id } = row
    return answerOf({ ...link, uuid, title, price, is_vip, owner_id, lasting: true }, now)
  })
}

export const revokeShareLink = async (ctx: LoggedIn, { id }: { id: number }) => {
  if (!(await revokeLink(ctx.db, ctx.user.id, id, ctx.now()))) throw notFound("没有这个分享链接")
  return {}
}

/** Finds a link and its state for this browser. The document's data is not read before the link is open. */
const requireLink = async (ctx: Ctx, key: string): Promise<{ row: SharedRow; state: ShareStateName; visitor: string }> => {
  const row = await findLink(ctx.db, key, ctx.now())
  if (!row) throw notFound("没有这个分享链接")
  const state = stateOf(row, ctx.now())
  const visitor = visitorOf(ctx.request.visitor)
  const ended = state === ShareState.revoked || state === ShareState.expired
  return { row, visitor, state: !ended && (await hasVisited(ctx.db, row.id, visitor)) ? ShareState.open : state }
}

/** Checks whether a visit that was not paid can be paid now: for a logged-in user, whom the bound for anonymous visitors does not concern. */
const isPayable = async (ctx: Ctx, row: SharedRow, visitor: string): Promise<boolean> =>
  ctx.user !== null && row.pays && !(await isPaidVisit(ctx.db, row.id, visitor)) && isForPayment(ctx, row)

export const readShareState = async (ctx: Ctx, { key }: { key: string }) => {
  const { row, state, visitor } = await requireLink(ctx, key)
  if (state !== ShareState.open) return { state, uuid: "" }
  return (await isPayable(ctx, row, visitor)) ? { state: ShareState.ready, uuid: "" } : { state, uuid: row.uuid }
}

const refusals: Partial<Record<ShareStateName, string>> = {
  [ShareState.revoked]: "这个分享链接已失效",
  [ShareState.expired]: "这个分享链接已过期",
  [ShareState.usedUp]: "这个分享链接的访问次数已用完",
}

/** Counts five wrong passwords per link and network in fifteen minutes, before they are compared. @throws 400, 429 */
const requirePassword = async (ctx: Ctx, { key, password_hash }: SharedRow, password: string): Promise<void> => {
  if (!password_hash) return
  if (!password) throw invalid("请输入访问密码", "password")
  const refusal = "密码输错的次数太多，请 15 分钟后再试"
  const guess = await ctx.app.guesses({ name: `share ${key}`, ip: ctx.request.ip, knownClient: null, link: true, refusal })
  const right = await ctx.app.passwords.verify(password_hash, password).catch(async (error: unknown) => {
    await guess.undo()
    throw error
  })
  if (!right) throw invalid("访问密码不正确", "password")
  await guess.right()
}

/** Returns what a visit of this browser may read; pays for it now if a login has made that possible. */
const openAgain = async (ctx: Ctx, row: SharedRow, visitor: string): Promise<ReaderPayment> => {
  if (!(await isPayable(ctx, row, visitor))) return { ...unpaid, whole: await isPaidVisit(ctx.db, row.id, visitor) }
  return ctx.tx(async (ctx) => {
    await lockPayer(ctx, row)
    return payForReader(ctx, row, visitor)
  })
}

/** Opens a link for the caller's browser, and counts and pays that as a visit once. @throws 400, 404, 409, 429 */
export const openShareLink = async (ctx: Ctx, { key, password = "" }: { key: string; password?: string }) => {
  const { row, state, visitor } = await requireLink(ctx, key)
  if (state === ShareState.open) return { uuid: row.uuid, ...(await openAgain(ctx, row, visitor)) }
  const refusal = refusals[state]
  if (refusal) throw conflict(refusal)
  await requirePassword(ctx, row, password)
  const cookie = visitor ? ctx.request.visitor! : randomBytes(32).toString("base64url")
  const isPaying = await isForPayment(ctx, row)
  const payment = await ctx.tx(async (ctx) => {
    if (isPaying) await lockPayer(ctx, row)
    if (await countVisit(ctx.db, row.id, visitorOf(cookie), ctx.now())) return isPaying ? payForReader(ctx, row, visitorOf(cookie)) : unpaid
    const now = await findLink(ctx.db, key, ctx.now())
    throw conflict((now && refusals[stateOf(now, ctx.now())]) ?? "这个分享链接已失效")
  })
  ctx.setVisitor(cookie)
  return { uuid: row.uuid, ...payment }
}
