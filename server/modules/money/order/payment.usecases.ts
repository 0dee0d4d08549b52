import { eq } from "drizzle-orm"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { DynamicType } from "@/lib/contract/people/activity.enums"
import { credits, minus, noCredits, percent, shareBelow, type Credits } from "@/lib/rules/money/money"
import type { Ctx } from "@/server/context"
import { documentTable } from "../../library/document/document.table"
import { addDynamic } from "../../people/activity/activity.usecases"
import { post, type Posting } from "../ledger/ledger.usecases"
import { lockPeople } from "../ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findUser } from "../../people/user/people.usecases"
import { changeOrder, lockOrder, type OrderRow } from "./order.repository"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import { giveCard } from "./vip.usecases"

/* The only code that marks an order as paid, moves the credits and delivers the goods. */

export type OrderPayment = { payment_type: number; payment_no?: string; remark?: string }

/**
 * Returns the author who receives the revenue share; null if there is none, for example because the account is closed: the site keeps the
 * full price. A download code posts no payment to the ledger, so the author receives nothing (docs/decisions/077).
 */
const authorOf = async (
  ctx: Ctx,
  { order_type, product_id, user_id }: OrderRow,
  { payment_type }: OrderPayment,
): Promise<number | null> => {
  if (order_type !== OrderType.document || payment_type === PaymentType.code) return null
  const [row] = await ctx.db.select({ author: documentTable.user_id }).from(documentTable).where(eq(documentTable.id, product_id))
  const author = row && (await findUser(ctx, row.author))
  return author && !author.closed_at && author.id !== user_id ? author.id : null
}

/** Returns the author's share of the price, rounded down. */
const incomeOf = async (ctx: Ctx, { amount }: OrderRow, author: number | null): Promise<Credits> =>
  author ? shareBelow(amount, percent((await settingsOf(ctx.app, "score")).author_income)) : noCredits

/** Builds the ledger posting of an order: the buyer's payment in credits, the author's income, or the credits of a recharge. */
const postingOf = (order: OrderRow, { payment_type }: OrderPayment, author: number | null, income: Credits): Posting => {
  const { order_no, order_type, user_id, product_name, quantity } = order
  const spent = payment_type === PaymentType.credit ? order.amount : noCredits
  const paid = { user_id, amount: minus(noCredits, spent) }
  const key = `order:${order_no}`
  if (order_type === OrderType.recharge)
    return { key, kind: "recharge", remark: product_name, sides: [{ user_id, amount: credits(quantity) }], site: "recharge" }
  if (order_type === OrderType.vip) return { key, kind: "vip", remark: `购买${product_name}`, sides: [paid], site: "sales" }
  const sold = author ? [{ user_id: author, amount: income }] : []
  return { key, kind: "purchase", remark: `购买文档《${product_name}》`, sides: [paid, ...sold], site: "sales" }
}

/** Adds activities for the buyer and the author. */
const addLines = async (
  ctx: Ctx,
  order: OrderRow,
  { sides }: Posting,
  { payment_type }: OrderPayment,
  author: number | null,
): Promise<void> => {
  const { credit_name } = await settingsOf(ctx.app, "score")
  const isDocument = order.order_type === OrderType.document
  const about = isDocument ? { title: order.product_name, href: `/document/${order.product_uuid}` } : {}
  const bought = payment_type === PaymentType.code ? "用下载码购买了文档《{title}》" : "购买了文档《{title}》"
  const what = isDocument ? bought : order.order_type === OrderType.vip ? `购买了${order.product_name}` : "充值成功"
  for (const { user_id, amount } of sides) {
    const moved = amount === 0 ? "" : `，${amount > 0 ? "获得" : "花费"} ${Math.abs(amount)} ${credit_name}`
    const message = `${user_id === author ? "文档《{title}》被购买" : what}${moved}`
    await addDynamic(ctx, { user_id, type: DynamicType.credit, message, credit: amount, ...about })
  }
}

/** Notifies the author of a sale, and the user whose credits were bought or granted. */
const tellOfPayment = async (
  ctx: Ctx,
  { order_type, user_id, product_id, quantity }: OrderRow,
  { payment_type }: OrderPayment,
  { author, income }: { author: number | null; income: Credits },
): Promise<void> => {
  const { credit_name } = await settingsOf(ctx.app, "score")
  const subject = { type: ContentKind.document, document_id: product_id }
  const sold = { subject, data: income > 0 ? { amount: `${income} ${credit_name}` } : {} }
  if (author) await ctx.notify([{ kind: "sale", user_id: author, by: user_id, ...sold }])
  const by = payment_type === PaymentType.system ? (ctx.user?.id ?? 0) : 0
  if (order_type === OrderType.recharge) await ctx.notify([{ kind: "credit", user_id, by, data: { amount: `${quantity} ${credit_name}` } }])
}

/**
 * Marks a locked order as paid and delivers the goods. The users must be locked as well. The ledger accepts the order's number only once.
 */
export const deliver = async (ctx: Ctx, order: OrderRow, payment: OrderPayment, author: number | null): Promise<OrderRow> => {
  const income = await incomeOf(ctx, order, author)
  const posting = postingOf(order, payment, author, income)
  if (posting.sides.some(({ amount }) => amount !== 0) && !(await post(ctx, posting)))
    throw new Error(`order ${order.order_no} was posted before it was paid`)
  const { user_id, product_id: type, order_no, benefits } = order
  if (order.order_type === OrderType.vip && benefits) await giveCard(ctx, { user_id, type, benefits, order_no })
  await addLines(ctx, order, posting, payment, author)
  await tellOfPayment(ctx, order, payment, { author, income })
  const now = ctx.now()
  const values = { ...payment, status: OrderStatus.paid, income, paid_at: now, closed_at: null, deleted_at: null }
  await tellWebhooks(ctx, "order.paid", [
    {
      id: order.id,
      order_no,
      order_type: order.order_type,
      user_id,
      payment_type: payment.payment_type,
      fen: order.fen,
      amount: order.amount,
    },
  ])
  return changeOrder(ctx.db, order.id, values, now)
}

/**
 * Pays the order if `allowed` permits it. Locks the users whose credits move and then the order, in the usual order: of concurrent payments
 * one succeeds and the others see it. `allowed` runs in the transaction's context; it throws, or returns false if there is nothing to do.
 */
export const settleOrder = (
  ctx: Ctx,
  orderRow: OrderRow,
  payment: OrderPayment,
  allowed: (order: OrderRow, ctx: Ctx) => void | boolean | Promise<void>,
): Promise<OrderRow> =>
  ctx.tx(async (ctx) => {
    const author = await authorOf(ctx, orderRow, payment)
    await lockPeople(ctx, [orderRow.user_id, author ?? 0])
    const order = await lockOrder(ctx.db, orderRow.id)
    if ((await allowed(order, ctx)) === false) return order
    return deliver(ctx, order, payment, author)
  })
