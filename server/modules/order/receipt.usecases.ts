import { SecurityEventType } from "../../../lib/contract/security-event"
import { afterReceipt, isPaid, type OrderEffect } from "../../../lib/domain/order-status"
import type { Ctx } from "../../context"
import { notFound } from "../../errors"
import {
  GatewayError,
  gatewayNames,
  type GatewayName,
  type Notice,
  type NoticeAnswer,
  type Receipt,
} from "../../ports/payment/payment.port"
import { gatewayNameOf, gatewayOf, paymentTypeOf } from "../payment/gateway.usecases"
import { noteRefusal } from "../security-event/security-event.usecases"
import { findOrder, type OrderRow } from "./order.repository"
import { settleOrder } from "./payment.usecases"

/* Money has come, say gateways: by a notice, or when they are asked (docs/decisions/066). */

/** What is wrong with a receipt that is proven otherwise. */
class UnfitReceipt extends Error {}

const requireFit = (order: OrderRow | null, { fen, currency, payment_no }: Receipt): OrderRow => {
  if (!order) throw new UnfitReceipt("没有这个订单")
  if (currency !== "CNY") throw new UnfitReceipt("币种不对")
  if (fen !== order.fen || order.fen === 0) throw new UnfitReceipt("金额不对")
  if (!payment_no) throw new UnfitReceipt("没有支付平台的单号")
  return order
}

/** Pays the order that the receipt is for, once; says what followed. @throws UnfitReceipt */
const takeReceipt = async (ctx: Ctx, name: GatewayName, receipt: Receipt): Promise<OrderEffect> => {
  if (receipt.state !== "paid") return "nothing"
  const found = requireFit(await findOrder(ctx.db, receipt.order_no), receipt)
  const { payment_no } = receipt
  let effect: OrderEffect = "nothing"
  await settleOrder(ctx, found, { payment_type: paymentTypeOf(name), payment_no }, (order) => {
    effect = afterReceipt(order, payment_no).effect
    return effect === "deliver"
  })
  return effect
}

const noteSurplus = (ctx: Ctx, name: GatewayName, { order_no }: Receipt): Promise<void> =>
  noteRefusal(ctx, { type: SecurityEventType.paymentSurplus, user_id: 0, detail: `${name}：订单 ${order_no}` }, { seldom: true })

/**
 * A gateway calls. What is not proven, or does not fit an order, has no effect and is written down; the answer is the gateway's own format and goes out
 * after the payment is committed.
 */
export const receiveNotice = async (ctx: Ctx, name: GatewayName, notice: Notice): Promise<NoticeAnswer> => {
  const gateway = await gatewayOf(ctx.app, name)
  if (!gateway) throw notFound("没有这个地址")
  try {
    const receipt = gateway.verify(notice)
    if ((await takeReceipt(ctx, name, receipt)) === "surplus") await noteSurplus(ctx, name, receipt)
    return gateway.taken
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof UnfitReceipt)) throw error
    const refused = { type: SecurityEventType.paymentNoticeRefused, user_id: 0, detail: `${name}：${error.message}` }
    await noteRefusal(ctx, refused, { seldom: true })
    return gateway.refused
  }
}

/** The gateways that may have been paid for this order: the chosen one first. None where none was chosen. */
const askedFor = ({ payment_type }: OrderRow): GatewayName[] => {
  const chosen = gatewayNameOf(payment_type)
  return chosen ? [chosen, ...gatewayNames.filter((name) => name !== chosen)] : []
}

/** Asks whether the order was paid meanwhile, and pays it then. `silent` gathers gateways that do not answer and are not asked again. */
export const askGateways = async (ctx: Ctx, order: OrderRow, silent = new Set<GatewayName>()): Promise<boolean> => {
  for (const name of askedFor(order).filter((one) => !silent.has(one))) {
    const gateway = await gatewayOf(ctx.app, name)
    try {
      const receipt = gateway && (await gateway.query(order.order_no))
      // an answer about another order than the one that was asked for says nothing
      if (!receipt || receipt.order_no !== order.order_no) continue
      await takeReceipt(ctx, name, receipt)
      const now = await findOrder(ctx.db, order.order_no)
      if (now && isPaid(now.status)) return true
    } catch (error) {
      if (!(error instanceof GatewayError || error instanceof UnfitReceipt)) throw error
      if (error instanceof GatewayError) silent.add(name)
      const detail = error instanceof GatewayError ? `${error.fault} ${error.detail}` : error.message
      ctx.app.log.warn({ gateway: name, order: order.order_no, detail }, "支付平台没有说订单付了没有")
    }
  }
  return false
}

/** Nothing is to be paid there any more. One that does not hear of it pays a closed order, which is delivered all the same. */
export const closeAtGateways = async (ctx: Ctx, order: OrderRow): Promise<void> => {
  const name = gatewayNameOf(order.payment_type)
  const gateway = name && (await gatewayOf(ctx.app, name))
  await gateway?.close(order.order_no).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    ctx.app.log.warn({ gateway: name, order: order.order_no, detail: `${error.fault} ${error.detail}` }, "支付平台没有关闭订单")
  })
}
