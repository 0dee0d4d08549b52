import { randomUUID } from "node:crypto"
import { DocumentStatus, DynamicType } from "../../../lib/contract/enums"
import { ErrorCode } from "../../../lib/contract/error-code"
import { isHidden } from "../../../lib/domain/document-status"
import type { Ctx, LoggedIn } from "../../context"
import { dayStart } from "../../day"
import { AppError, forbidden, notFound, unauthenticated } from "../../errors"
import { signToken, verifyToken } from "../../security/token"
import { writeAudit } from "../audit/audit.usecases"
import { addDynamic } from "../dynamic/dynamic.usecases"
import { hasBought } from "../entitlement/entitlement.usecases"
import { fileKey } from "../files/storage-keys.rules"
import { requireUnpunished } from "../punishment/punishment.policy"
import { settingsOf } from "../settings/settings.usecases"
import { maySee, owns } from "./document.policy"
import { findDocument, type DocumentRow } from "./document.repository"
import { addDownload, countDownloads, listCardDownloads, lockDownloads, type Payment } from "./download.repository"
import { offersVip } from "./vip.usecases"

/** The audience of a link, beside the file's hash: owner and staff, reviewers, or "" for everybody. */
type Holder = "" | "insider" | "reviewer"

const linkTo = async (ctx: Ctx, row: DocumentRow, holder: Holder): Promise<string> => {
  const { url_duration } = await settingsOf(ctx.app, "download")
  const expires = new Date(ctx.now().getTime() + Math.max(10, url_duration) * 1000)
  const token = await signToken(
    ctx.app.secret,
    "download",
    { sub: String(row.id), jti: randomUUID(), data: `${row.sha256} ${holder}`.trim() },
    expires,
    ctx.now(),
  )
  return `/download/${token}`
}

export type { Payment }

/** The person's downloads of today that a membership card paid for. */
export const readCardDownloads = (ctx: Ctx, userId: number) => listCardDownloads(ctx.db, userId, dayStart(ctx.now()))

/** Says how the download of a document is paid for, or refuses it. It runs in the transaction that notes the download; the person's other downloads wait. */
type Settle = (ctx: Ctx, row: DocumentRow) => Promise<Payment>

/**
 * Checks the rules of docs/reference/api.md 6.4 in their order, notes the download and signs the address of the file. A person's (for guests: an
 * address's) downloads happen one after another, so that parallel ones exceed no limit.
 */
export const grantDownload = async (ctx: Ctx, id: number, settle: Settle) => {
  const settings = await settingsOf(ctx.app, "download")
  if (!ctx.user && !settings.enable_guest_download) throw unauthenticated()
  if (ctx.user) await requireUnpunished(ctx, ctx.user.id, "download")
  return ctx.tx(async (ctx) => {
    const who = { user_id: ctx.user?.id ?? 0, ip: ctx.request.ip }
    await lockDownloads(ctx.db, who)
    const { fromHere, byPerson } = await countDownloads(ctx.db, who, dayStart(ctx.now()))
    if (fromHere >= settings.times_every_ip) throw forbidden(`您所在IP今日下载次数已达上限(${settings.times_every_ip})`)
    if (byPerson >= settings.times_every_day) throw forbidden(`您的账户今日下载次数已达上限(${settings.times_every_day})`)
    const row = await findDocument(ctx.db, { id })
    if (!row || row.status === DocumentStatus.disabled || !maySee(ctx, row)) throw notFound("文档不存在")
    const payment = await settle(ctx, row)
    await addDownload(ctx.db, { ...who, ...payment, document_id: id }, ctx.now())
    if (ctx.user)
      await addDynamic(ctx, {
        user_id: ctx.user.id,
        type: DynamicType.download,
        message: "下载了文档《{title}》",
        title: row.title,
        href: `/document/${row.uuid}`,
      })
    return { url: await linkTo(ctx, row, isHidden(row.status) ? "insider" : "") }
  })
}

/** Prices are paid through orders; this call never debits. */
export const requestDownload = (ctx: Ctx, { id }: { id: number }) => grantDownload(ctx, id, requirePurchase)

/** The address of the file of a document that a catalogue names, as `requestDownload` gives it; "" for who may not have it. */
export const findDownloadUrl = async (ctx: Ctx, uuid: string): Promise<string> => {
  const row = await findDocument(ctx.db, { uuid })
  if (!row) return ""
  return requestDownload(ctx, { id: row.id }).then(
    ({ url }) => url,
    (error: unknown) => {
      if (error instanceof AppError) return ""
      throw error
    },
  )
}

const requirePurchase: Settle = async (ctx, row) => {
  if (!ctx.user && row.is_vip && (await offersVip(ctx))) throw unauthenticated("VIP 文档，请先登录再下载")
  const paid = row.price > 0 && !owns(ctx, row)
  if (paid && !ctx.user) throw forbidden("付费文档，请先登录再下载")
  if (paid && !(await hasBought(ctx.app, ctx.db, ctx.user!.id, row.id, ctx.now())))
    throw new AppError(ErrorCode.purchaseRequired, "这份文档需要先购买才能下载")
  return { is_pay: paid, card_id: 0 }
}

/** Downloads a hidden document for review: free, uncounted, audited (docs/reference/api.md 2.5). */
export const requestReviewDownload = async (ctx: LoggedIn, { id }: { id: number }) => {
  const row = await findDocument(ctx.db, { id })
  if (!row || !isHidden(row.status)) throw notFound("文档不存在，或不需要审核")
  await writeAudit(ctx, "GET /document/download/bereviewed", { id })
  return { url: await linkTo(ctx, row, "reviewer") }
}

export type DownloadFile = { key: string; name: string; size: number }

/** The file of a signed address; null when it is expired or invalid. */
export const findDownload = async (ctx: Ctx, token: string): Promise<DownloadFile | null> => {
  const claims = await verifyToken(ctx.app.secret, "download", token, ctx.now())
  const row = claims && (await findDocument(ctx.db, { id: Number(claims.sub) }))
  const [sha256, holder] = claims?.data?.split(" ") ?? []
  if (!row || sha256 !== row.sha256) return null
  // a link that somebody was given ends when the document is taken from the public
  if (holder !== "reviewer" && (row.status === DocumentStatus.disabled || (isHidden(row.status) && holder !== "insider"))) return null
  const title = row.title.replace(/[\u0000-\u001f\u007f/\\]/g, " ").trim() || "文档"
  const name = title.toLowerCase().endsWith(row.ext) ? title : `${title}${row.ext}`
  return { key: fileKey(row.sha256, row.ext), name, size: row.size }
}
