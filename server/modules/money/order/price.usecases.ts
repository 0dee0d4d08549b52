import { VipType } from "@/lib/contract/money/membership.enums"
import { OrderType } from "@/lib/contract/money/order.enums"
import { isHidden } from "@/lib/rules/library/document-status"
import { credits, chargeOf, discounted, minus, noFen, type Credits, type Fen } from "@/lib/rules/money/money"
import { readTiers, salePrice } from "@/lib/rules/money/recharge"
import { bestDiscount, planCredits, planOf, type Benefits } from "@/lib/rules/money/membership-plan"
import type { Ctx, LoggedIn } from "@/server/context"
import { invalid, notFound } from "@/server/errors"
import { requireReadable, type DocumentRow } from "../../library/document/access.policy"
import { owns } from "../../library/document/document.policy"
import { requireFile } from "../../library/document/stored-file.policy"
import { hasBought } from "../../library/entitlement/entitlement.usecases"
import { requireUnpunished } from "../../people/punishment/punishment.policy"
import { savedSettings, settingsOf } from "../../site/settings/settings.usecases"
import { listValidCards } from "./vip.repository"

/* The goods of the site and their current prices. */

/** A site that sells no credits returns no tiers. The unit defaults to 积分 here if it has no name (docs/reference/specification.md 3). */
export const readRechargeSettings = async ({ app }: Ctx) => {
  const [{ enable_recharge, recharge_discount, credit_exchange, credit_name }, saved] = await Promise.all([
    settingsOf(app, "score"),
    savedSettings(app),
  ])
  return {
    enable: enable_recharge,
    recharge_discount: enable_recharge ? recharge_discount : "",
    credit_name: saved["score.credit_name"] ? credit_name : "积分",
    credit_exchange,
  }
}

/** Returns the membership plans, including those not on sale: their price is 0. */
export const readVipSettings = ({ app }: Ctx) => settingsOf(app, "vip")

/** The subject of an order and its price; `owned`: no payment is needed, the user may already have it. */
export type Offer = {
  order_type: number
  product_id: number
  product_uuid: string
  product_name: string
  quantity: number
  price: Credits
  amount: Credits
  coupon_amount: Credits
  fen: Fen
  benefits: Benefits | null
  owned: boolean
}
type OfferRequest = { order_type: number; product_id?: number; quantity?: number }

/** Returns a public document, if the user may download. @throws 403, 404 */
export const requirePublic = async (ctx: LoggedIn, id: number): Promise<DocumentRow> => {
  await requireUnpunished(ctx, ctx.user.id, "download")
  const { row } = await requireReadable(ctx, { id }, { shared: false })
  if (isHidden(row.status) && !owns(ctx, row)) throw notFound("文档不存在")
  return row
}

/** Returns a public document that has its file, if the user may download. Asks the storage: not for transactions. @throws 403, 404 */
export const requireForSale = async (ctx: LoggedIn, id: number): Promise<DocumentRow> => {
  const row = await requirePublic(ctx, id)
  await requireFile(ctx, row)
  return row
}

/**
 * Builds the offer of a document. It is free for its owner, if it costs nothing, and while a purchase is valid (docs/reference/api.md 6.8).
 * Cards discount documents that are not for members.
 */
const documentOffer = async (ctx: LoggedIn, row: DocumentRow): Promise<Offer> => {
  const { id } = row
  const isOwn = owns(ctx, row)
  const [{ credit_exchange }, { enable }, bought] = await Promise.all([
    settingsOf(ctx.app, "score"),
    settingsOf(ctx.app, "vip"),
    hasBought(ctx.app, ctx.db, ctx.user.id, id, ctx.now()),
  ])
  const discount = bestDiscount(enable && !row.is_vip ? await listValidCards(ctx.db, ctx.user.id, ctx.now()) : [])
  const owned = isOwn || bought || row.price <= 0
  const price = credits(row.price)
  const amount = owned ? credits(0) : discounted(price, discount)
  return {
    order_type: OrderType.document,
    product_id: id,
    product_uuid: row.uuid,
    product_name: row.title,
    quantity: 1,
    price,
    amount,
    coupon_amount: minus(price, amount),
    fen: owned ? noFen : chargeOf(amount, credit_exchange),
    benefits: null,
    owned,
  }
}

const vipOffer = async (ctx: LoggedIn, type: number): Promise<Offer> => {
  const [settings, { credit_exchange }] = await Promise.all([settingsOf(ctx.app, "vip"), settingsOf(ctx.app, "score")])
  if (!settings.enable) throw invalid("网站没有开通 VIP")
  const plan = planOf(settings, type)
  if (!plan) throw invalid("没有这种 VIP，或者暂不出售", "product_id")
  const { discount, download, times } = plan
  return {
    order_type: OrderType.vip,
    product_id: type,
    product_uuid: "",
    product_name: VipType.labelOf(type),
    quantity: 1,
    ...planCredits(plan, credit_exchange),
    fen: plan.fen,
    benefits: { discount, download, times },
    owned: false,
  }
}

const rechargeOffer = async (ctx: LoggedIn, quantity: number): Promise<Offer> => {
  const { enable_recharge, recharge_discount, credit_exchange, credit_name } = await settingsOf(ctx.app, "score")
  if (!enable_recharge) throw invalid("网站没有开通充值")
  const price = salePrice(readTiers(recharge_discount), credit_exchange, quantity)
  if (!price) throw invalid("充值的数量太少了", "quantity")
  const { amount, coupon_amount, fen } = price
  return {
    order_type: OrderType.recharge,
    product_id: 0,
    product_uuid: "",
    product_name: `充值 ${quantity} ${credit_name}`,
    quantity,
    price: credits(1),
    amount,
    coupon_amount,
    fen,
    benefits: null,
    owned: false,
  }
}

/**
 * Returns the offer that an order accepts. A transaction passes `requirePublic`, and has the file checked before it begins. @throws 400 for
 * what is not sold, 403 if the user may not download, 404 for a document that is not visible
 */
export const offerOf = async (
  ctx: LoggedIn,
  { order_type, product_id, quantity }: OfferRequest,
  requireDocument = requireForSale,
): Promise<Offer> => {
  if (order_type === OrderType.document) return documentOffer(ctx, await requireDocument(ctx, product_id ?? 0))
  if (order_type === OrderType.vip) return vipOffer(ctx, product_id ?? -1)
  return rechargeOffer(ctx, quantity ?? 0)
}
