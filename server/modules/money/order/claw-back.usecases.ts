import { OrderType } from "@/lib/contract/money/order.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import { credits, formatYuan, minus, noCredits, plus, type Credits } from "@/lib/rules/money/money"
import { dueBack, mostOfRecharge, paidAndRefunded, takenNow, type RefundAmount } from "@/lib/rules/money/refund"
import type { Ctx } from "@/server/context"
import { invalid } from "@/server/errors"
import { addDynamic } from "../../people/activity/activity.usecases"
import { lockBalance, post, release, sidesOf, type LedgerSide, type SiteAccount } from "../ledger/ledger.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import type { OrderRow } from "./order.repository"
import { sumTaken } from "./refund.repository"
import { lockCardOf, moveEnd } from "./vip.repository"

/* Effects of a refund that are taken back: credits of a recharge, income of an author, time and downloads of a card (docs/decisions/074). */

export type ClawBackAmounts = { taken: Credits; income: Credits; withdrawn_ms: number; withdrawn_downloads: number }

/**
 * Returns the user who received the income of a sale according to the ledger, since the document may have a new owner by now. Null if there
 * was no income.
 */
export const authorPaid = async (ctx: Ctx, { order_no, user_id, income }: OrderRow): Promise<number | null> =>
  income > 0 ? ((await sidesOf(ctx, `order:${order_no}`)).find((side) => side.user_id !== user_id)?.user_id ?? null) : null

/** Returns the credits to take back from a recharge. If the balance does not cover them, the refund is rejected. @throws 400 */
const takeRecharged = async (ctx: Ctx, before: OrderRow, order: OrderRow, taken: number): Promise<Credits> => {
  const balance = await lockBalance(ctx, order.user_id)
  const due = credits(takenNow(dueBack(order.quantity, paidAndRefunded(order)), taken, order.quantity))
  if (due <= balance) return due
  const { credit_name } = await settingsOf(ctx.app, "score")
  const most = mostOfRecharge(before, taken + balance)
  const rest = most > 0 ? `最多可以退 ${formatYuan(most)} 元` : "不能退款"
  throw invalid(`退这么多要收回 ${due} ${credit_name}，对方只剩 ${balance} ${credit_name}，${rest}`, "fen")
}

/** Shortens the card by the refunded share, limited to the time that it has left, and removes unused downloads. */
const withdrawCard = async (ctx: Ctx, order: OrderRow, before: { withdrawn_ms: number; withdrawn_downloads: number }) => {
  const card = await lockCardOf(ctx.db, order.user_id, order.order_no)
  if (!card) return { withdrawn_ms: 0, withdrawn_downloads: 0 }
  const [joined, ends] = [card.joined_at.getTime(), card.expired_at.getTime()]
  const share = paidAndRefunded(order)
  const withdrawn_ms = takenNow(
    dueBack(ends - joined + before.withdrawn_ms, share),
    before.withdrawn_ms,
    ends - Math.max(joined, ctx.now().getTime()),
  )
  const withdrawn_downloads = takenNow(
    dueBack(card.download + before.withdrawn_downloads, share),
    before.withdrawn_downloads,
    card.download - card.download_used,
  )
  await moveEnd(ctx.db, card, -withdrawn_ms, -withdrawn_downloads)
  return { withdrawn_ms, withdrawn_downloads }
}

/** Adds activities for the buyer and the author. The buyer is notified of every refund, even one that moves no credits. */
const addLines = async (
  ctx: Ctx,
  { user_id: buyer, order_type, product_name, product_uuid }: OrderRow,
  sides: LedgerSide[],
  words: string,
) => {
  const { credit_name } = await settingsOf(ctx.app, "score")
  const href = order_type === OrderType.document ? `/document/${product_uuid}` : ""
  const silent = sides.some(({ user_id }) => user_id === buyer) ? [] : [{ user_id: buyer, amount: noCredits }]
  for (const { user_id, amount } of [...silent, ...sides]) {
    const moved = amount === 0 ? "" : `，${amount > 0 ? "退回" : "扣回"} ${Math.abs(amount)} ${credit_name}`
    const message = `${words}：{title}${moved}`
    await addDynamic(ctx, { user_id, type: DynamicType.credit, message, title: product_name, href, credit: amount })
  }
}

const refundKey = (refund_no: string) => `refund:${refund_no}`
const siteOf = ({ order_type }: OrderRow): SiteAccount => (order_type === OrderType.recharge ? "recharge" : "sales")

type Claim = { before: OrderRow; order: OrderRow; part: RefundAmount; refund_no: string; author: number | null; held: boolean }
/**
 * Takes back what is due when the order's sums change from `before` to `order`, and moves the credits, including those that the buyer gets
 * back. `held`: they stay in escrow until a gateway reports the result. What the author has already spent is the site's loss. Users and
 * order must be locked. @throws 400 if a recharge has been spent
 */
export const clawBack = async (ctx: Ctx, { before, order, part, refund_no, author, held }: Claim): Promise<ClawBackAmounts> => {
  const sums = await sumTaken(ctx.db, order.id)
  const isCard = order.order_type === OrderType.vip
  const card = isCard ? await withdrawCard(ctx, order, sums) : { withdrawn_ms: 0, withdrawn_downloads: 0 }
  const taken = order.order_type === OrderType.recharge ? await takeRecharged(ctx, before, order, sums.taken) : noCredits
  const income = author
    ? credits(takenNow(dueBack(order.income, paidAndRefunded(order)), sums.income, await lockBalance(ctx, author)))
    : noCredits
  const sides: LedgerSide[] = [
    { user_id: order.user_id, amount: minus(part.amount, taken) },
    ...(author ? [{ user_id: author, amount: minus(noCredits, income) }] : []),
  ].filter(({ amount }) => amount !== 0)
  const remark = `退款：${order.product_name}`
  const site = held ? "escrow" : siteOf(order)
  if (sides.length > 0 && !(await post(ctx, { key: refundKey(refund_no), kind: "refund", remark, sides, site })))
    throw new Error(`refund ${refund_no} was posted before it was written down`)
  await addLines(ctx, order, sides, "订单退款")
  return { taken, income, ...card }
}

/** Moves the credits that a refund holds to the site, since its money has been paid out. Users and order must be locked. */
export const keepTaken = async (
  ctx: Ctx,
  order: OrderRow,
  { refund_no, taken, income }: ClawBackAmounts & { refund_no: string },
): Promise<void> => {
  const event = { key: `refund-settled:${refund_no}`, kind: "refund", remark: `退款：${order.product_name}` }
  const amount = plus(taken, income)
  if (amount > 0 && !(await release(ctx, { ...event, amount, to: siteOf(order) })))
    throw new Error(`refund ${refund_no} was settled before it was done`)
}

/** Gives back everything that a failed refund had taken. Users and order must be locked. */
export const giveBack = async (
  ctx: Ctx,
  order: OrderRow,
  refund: { refund_no: string; withdrawn_ms: number; withdrawn_downloads: number },
): Promise<void> => {
  const sides = (await sidesOf(ctx, refundKey(refund.refund_no))).map(({ user_id, amount }) => ({
    user_id,
    amount: minus(noCredits, amount),
  }))
  const key = `refund-undone:${refund.refund_no}`
  if (sides.length > 0 && !(await post(ctx, { key, kind: "refund", remark: `退款没有成功：${order.product_name}`, sides, site: "escrow" })))
    throw new Error(`refund ${refund.refund_no} was undone before it failed`)
  const card = await lockCardOf(ctx.db, order.user_id, order.order_no)
  if (card) await moveEnd(ctx.db, card, refund.withdrawn_ms, refund.withdrawn_downloads)
  await addLines(ctx, order, sides, "退款没有成功")
}
