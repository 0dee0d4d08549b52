import { OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { isClosed, isOverdue, isPaid } from "@/lib/rules/money/order-status"
import type { LoggedIn } from "@/server/context"
import { conflict, invalid, notFound } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findOrder, type OrderRow } from "./order.repository"

/** Returns the user's order. Another user's order is a 404, as if it did not exist. */
export const requireOwnOrder = async (ctx: LoggedIn, orderNo: string): Promise<OrderRow> => {
  const row = await findOrder(ctx.db, orderNo)
  if (!row || row.user_id !== ctx.user.id || row.deleted_at) throw notFound("订单不存在")
  return row
}

/** Returns the user's order, or any order for staff who may close orders. */
export const requireClosable = async (ctx: LoggedIn, orderNo: string): Promise<OrderRow> => {
  const row = ctx.may("PUT /order/close") ? await findOrder(ctx.db, orderNo) : null
  return row ?? requireOwnOrder(ctx, orderNo)
}

/** @throws 409 if the order is paid, closed or expired */
export const requirePayable = (row: OrderRow, now: Date): void => {
  if (isPaid(row.status)) throw conflict("订单已经支付过了")
  if (isClosed(row.status) || isOverdue(row, now)) throw conflict("订单已关闭，请重新下单")
}

/** Download codes pay only for documents, if the site allows it and up to its maximum price (docs/reference/api.md 6.8); 0 = any. */
export const requireCodeMethod = async (ctx: LoggedIn, { order_type, amount }: OrderRow): Promise<void> => {
  const [{ enable_code_download, max_price }, { credit_name }] = await Promise.all([
    settingsOf(ctx.app, "download"),
    settingsOf(ctx.app, "score"),
  ])
  if (!enable_code_download) throw invalid("网站没有开通这种支付方式", "payment_type")
  if (order_type !== OrderType.document) throw invalid("下载码只能用于文档", "payment_type")
  if (max_price > 0 && amount > max_price) throw invalid(`下载码只能用于 ${max_price} ${credit_name}以内的文档`, "payment_type")
}

/**
 * An order that costs nothing is paid with any method. Credits cannot buy credits, and buy memberships only if the site allows it
 * (docs/reference/api.md 6.8).
 */
export const requireMethod = async (ctx: LoggedIn, { order_type, amount }: OrderRow, payment_type: number): Promise<void> => {
  if (amount === 0) return
  if (payment_type !== PaymentType.credit) throw invalid("网站没有开通这种支付方式", "payment_type")
  const { credit_name } = await settingsOf(ctx.app, "score")
  if (order_type === OrderType.recharge) throw invalid(`充值不能用${credit_name}支付`, "payment_type")
  if (order_type !== OrderType.vip) return
  const { enable, enable_credit_pay } = await settingsOf(ctx.app, "vip")
  if (!enable) throw invalid("网站没有开通 VIP")
  if (!enable_credit_pay) throw invalid(`网站不支持用${credit_name}购买 VIP`, "payment_type")
}
