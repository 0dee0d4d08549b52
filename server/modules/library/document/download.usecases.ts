import { randomUUID } from "node:crypto"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import { ErrorCode } from "@/lib/contract/error-code"
import { isHidden } from "@/lib/rules/library/document-status"
import type { Ctx, LoggedIn } from "@/server/context"
import { dayStart } from "@/lib/rules/day"
import { isOpen } from "@/lib/rules/library/document-visibility"
import { AppError, forbidden, notFound, unauthenticated } from "@/server/errors"
import { networkOf } from "@/server/security/network"
import { signToken, verifyToken } from "@/server/security/token"
import { writeAudit } from "../../operations/audit/audit.usecases"
import { addDynamic } from "../../people/activity/activity.usecases"
import { hasBought } from "../entitlement/entitlement.usecases"
import { isVip } from "../entitlement/vip.policy"
import { isQuarantined } from "../files/virus-scan.usecases"
import { fileKey } from "../files/storage-keys.rules"
import { requireUnpunished } from "../../people/punishment/punishment.policy"
import { listGroups } from "../../people/user/membership.usecases"
import { isSessionOpen } from "../../people/session/session.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { isInsider, owns } from "./document.policy"
import { findDocument, type DocumentRow, type GuardedRow } from "./document.repository"
import { requireFile } from "./stored-file.policy"
import { addDownload, isResumable, listCardDownloads, noteLinkUse, type DownloadPayment } from "./download.repository"
import { requireDownloadsLeft } from "./download-allowance.policy"
import { findVersion, type VersionRow } from "./version.repository"
import { grantOf } from "./access.policy"
import { findShareGrant, visitorOf } from "./share-grant.policy"
import { isForMembers, isVisible, type ShareGrant } from "./visibility.policy"
import { offersVip } from "./vip.usecases"

/** The audience of a link: owner and staff, members of the document's groups, reviewers, visitors of a share link, or "" for all users. */
type Holder = "" | "insider" | "member" | "reviewer" | "shared"
/**
 * The data of a link in addition to its document: the content, the user and the session that requested it ("" = anonymous), until when (ms) a
 * download may begin, the id of the version if it is not the current file, and the visitor of a share link.
 */
type Link = { sha256: string; holder: Holder; user?: number; session: string; until: number; version?: number; visitor?: string }

/** How long after its first use a link can resume an interrupted download. */
const resumableMs = 24 * 3_600_000

const linkTo = async (ctx: Ctx, row: DocumentRow, holder: Holder, version?: VersionRow): Promise<string> => {
  const { url_duration } = await settingsOf(ctx.app, "download")
  const until = ctx.now().getTime() + Math.max(10, url_duration) * 1000
  const { sha256 } = version ?? row
  const link: Link = {
    sha256,
    holder,
    user: ctx.user?.id ?? 0,
    session: ctx.user?.jti ?? "",
    until,
    ...(version && { version: version.id }),
    ...(holder === "shared" && { visitor: visitorOf(ctx.request.visitor) }),
  }
  const claims = { sub: String(row.id), jti: randomUUID(), data: JSON.stringify(link) }
  return `/download/${await signToken(ctx.app.secret, "download", claims, new Date(until + resumableMs), ctx.now())}`
}

/** Signs the URL of an earlier file of the document, for its owner and staff. */
export const linkToVersion = (ctx: LoggedIn, row: DocumentRow, version: VersionRow): Promise<string> => linkTo(ctx, row, "insider", version)

export type { DownloadPayment as Payment }

/** Lists the user's downloads of today that a membership card paid for. */
export const readCardDownloads = (ctx: Ctx, userId: number) => listCardDownloads(ctx.db, userId, dayStart(ctx.now()))

/**
 * Returns how the download of a document is paid for, or rejects it. Runs in the transaction that records the download; the user's other
 * downloads wait.
 */
type Settle = (ctx: Ctx, row: DocumentRow) => Promise<DownloadPayment>
/** Buys the document if the user does not own it yet, in the transaction of the download. */
export type Buy = (ctx: LoggedIn, row: DocumentRow) => Promise<unknown>

/** A file in quarantine cannot be downloaded, not even by reviewers. @throws 403 */
const requireNoVirus = async (ctx: Ctx, { sha256 }: Pick<DocumentRow, "sha256">): Promise<void> => {
  if (await isQuarantined(ctx, sha256)) throw forbidden("这份文档的文件里查出了病毒，不能下载")
}

const holderOf = (ctx: Ctx, row: GuardedRow, grant: ShareGrant): Holder => {
  if (isOpen(row)) return ""
  if (grant) return "shared"
  return isInsider(ctx, row) ? "insider" : "member"
}

const isDownloadable = (ctx: Ctx, row: GuardedRow, grant: ShareGrant): boolean =>
  row.status !== DocumentStatus.disabled && isVisible(ctx.user, row, grant)

/**
 * A share link downloads only if its creator allows it, and never a paid document: a user must not buy a document that they can no longer
 * see once the link ends. @throws 403
 */
const requireDownloadGrant = async (ctx: Ctx, row: DocumentRow, grant: ShareGrant): Promise<void> => {
  if (!grant) return
  if (!grant.download) throw forbidden("这个分享链接只能阅读，不能下载")
  const bought = row.price > 0 && ctx.user !== null && (await hasBought(ctx.app, ctx.db, ctx.user.id, row.id, ctx.now()))
  if (row.price > 0 && !bought) throw forbidden("分享的付费文档只能预览，不能下载")
}

/**
 * Checks that there is a file, then the rules of docs/reference/api.md 6.4 in order, records the download and signs the file's URL.
 * Downloads of one user (or one network for anonymous users) are serialized, so that parallel ones cannot exceed a limit.
 */
export const grantDownload = async (ctx: Ctx, id: number, settle: Settle) => {
  const settings = await settingsOf(ctx.app, "download")
  if (!ctx.user && !settings.enable_guest_download) throw unauthenticated()
  if (ctx.user) await requireUnpunished(ctx, ctx.user.id, "download")
  const document = await findDocument(ctx.db, { id })
  if (document && isDownloadable(ctx, document, await grantOf(ctx, document))) {
    await requireFile(ctx, document)
    await requireNoVirus(ctx, document)
  }
  return ctx.tx(async (ctx) => {
    const { ip } = ctx.request
    const who = { user_id: ctx.user?.id ?? 0, ip: ip.slice(0, 64), network: networkOf(ip) }
    await requireDownloadsLeft(ctx, who)
    const row = await findDocument(ctx.db, { id })
    const grant = row && (await grantOf(ctx, row))
    if (!row || !isDownloadable(ctx, row, grant)) throw notFound("文档不存在")
    await requireDownloadGrant(ctx, row, grant)
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
    return { url: await linkTo(ctx, row, holderOf(ctx, row, grant)) }
  })
}

/** Grants the download of a free, own or purchased document; `buy` purchases others. @throws 403 `purchaseRequired` without `buy` */
export const requestFile = (ctx: Ctx, id: number, buy?: Buy) => grantDownload(ctx, id, (inside, row) => requirePurchase(inside, row, buy))

/** Returns the download URL of a document in a catalogue, like `requestFile`; "" if the user may not have it. */
export const findDownloadUrl = async (ctx: Ctx, uuid: string): Promise<string> => {
  const row = await findDocument(ctx.db, { uuid })
  if (!row) return ""
  return requestFile(ctx, row.id).then(
    ({ url }) => url,
    (error: unknown) => {
      if (error instanceof AppError) return ""
      throw error
    },
  )
}

/** A members' document without a price cannot be bought: only members and its owner can download it. */
const isForMembersOnly = async (ctx: Ctx, row: DocumentRow): Promise<boolean> =>
  row.is_vip && row.price <= 0 && !owns(ctx, row) && (await offersVip(ctx))

const requirePurchase = async (ctx: Ctx, row: DocumentRow, buy?: Buy): Promise<DownloadPayment> => {
  if (!ctx.user && row.is_vip && (await offersVip(ctx))) throw unauthenticated("VIP 文档，请先登录再下载")
  if (ctx.user && (await isForMembersOnly(ctx, row)) && !(await isVip(ctx.db, ctx.user.id, ctx.now())))
    throw forbidden("这份文档供 VIP 会员下载，开通 VIP 后就可以下载")
  const paid = row.price > 0 && !owns(ctx, row)
  if (paid && !ctx.user) throw forbidden("付费文档，请先登录再下载")
  if (paid && ctx.user && !(await hasBought(ctx.app, ctx.db, ctx.user.id, row.id, ctx.now()))) {
    if (!buy) throw new AppError(ErrorCode.purchaseRequired, "这份文档需要先购买才能下载")
    await buy(ctx as LoggedIn, row)
  }
  return { is_pay: paid, card_id: 0 }
}

/** Downloads a hidden document for review: free, uncounted, audited (docs/reference/api.md 2.5). */
export const requestReviewDownload = async (ctx: LoggedIn, { id }: { id: number }) => {
  const row = await findDocument(ctx.db, { id })
  if (!row || !isHidden(row.status)) throw notFound("文档不存在，或不需要审核")
  await requireFile(ctx, row)
  await requireNoVirus(ctx, row)
  await writeAudit(ctx, "GET /document/download/bereviewed", { id })
  return { url: await linkTo(ctx, row, "reviewer") }
}

export type DownloadFile = { key: string; name: string; size: number; sha256: string }
/** The purpose for which a request uses a link: the file, the rest of it, or its headers only. */
export type LinkUse = "begin" | "resume" | "look"

/** A download may begin until the link expires; one that began in time can be resumed for a day (docs/decisions/112). */
const mayUse = async (ctx: Ctx, id: string, { until }: Link, use: LinkUse): Promise<boolean> => {
  if (ctx.now().getTime() > until) return use === "resume" && isResumable(ctx.db, id, ctx.now())
  if (use !== "look") await noteLinkUse(ctx.db, id, new Date(ctx.now().getTime() + resumableMs))
  return true
}

/** Checks whether the document is still visible to the link's audience. Groups are read again: a member may have left. */
const isForHolder = async (ctx: Ctx, row: GuardedRow, { holder, user, visitor = "" }: Link): Promise<boolean> => {
  if (isOpen(row) || holder === "insider") return true
  if (holder === "shared") {
    const grant = await findShareGrant(ctx, visitor, row.id, ctx.now())
    return Boolean(grant?.download) && isVisible(null, row, grant)
  }
  return isForMembers(row, user ? (await listGroups(ctx, user)).map(({ id }) => id) : [])
}

/** Finds the file of a signed URL; null if the URL is expired or invalid, or the session that requested it has ended. */
export const findDownload = async (ctx: Ctx, token: string, use: LinkUse = "begin"): Promise<DownloadFile | null> => {
  const claims = await verifyToken(ctx.app.secret, "download", token, ctx.now())
  const row = claims && (await findDocument(ctx.db, { id: Number(claims.sub) }))
  const link = claims?.data?.startsWith("{") ? (JSON.parse(claims.data) as Link) : null
  const file = row && link?.version ? await findVersion(ctx.db, row.id, link.version) : row
  if (!row || !file || link?.sha256 !== file.sha256) return null
  const { holder, session } = link
  // A link becomes invalid when the document is no longer public.
  if (holder !== "reviewer" && (row.status === DocumentStatus.disabled || !(await isForHolder(ctx, row, link)))) return null
  if (session && !(await isSessionOpen(ctx, session))) return null
  if (await isQuarantined(ctx, file.sha256)) return null
  if (!(await mayUse(ctx, claims.jti, link, use))) return null
  const title = row.title.replace(/[\u0000-\u001f\u007f/\\]/g, " ").trim() || "文档"
  const { ext, sha256, size } = file
  const name = title.toLowerCase().endsWith(ext) ? title : `${title}${ext}`
  return { key: fileKey(sha256, ext), name, size, sha256 }
}
