import { SecurityEventType } from "../../../lib/contract/security-event"
import { afterReceipt, isPaid, type OrderEffect } from "../../../lib/domain/order-status"
import { afterAttempt } from "../../../lib/domain/payment-attempt"
import type { Ctx } from "../../context"
import { notFound } from "../../errors"
import { GatewayError, type GatewayName, type Notice, type NoticeAnswer, type Receipt } from "../../ports/payment/payment.port"
import { gatewayNameOf, gatewayOf, paymentTypeOf } from "../payment/gateway.usecases"
import { noteRefusal } from "../security-event/security-event.usecases"
import { changeAttempt, closeAttempt, findAttempt, listAttempts, lockAttempt } from "./attempt.repository"
import { findOrder, findOrderById, type OrderRow } from "./order.repository"
import { settleOrder } from "./payment.usecases"
import { returnSurplusJob } from "./surplus.jobs"

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

/** Writes down what the money did to its attempt; money that is too much is sent back, once. Its order is locked by the caller. */
const noteMoney = async (ctx: Ctx, id: number, payment: { payment_type: number; payment_no: string }, effect: OrderEffect) => {
  const attempt = await lockAttempt(ctx.db, id)
  if (effect !== "deliver" && attempt.payment_no === payment.payment_no) return "nothing" as const
  const state = effect === "nothing" ? null : afterAttempt(attempt.state, effect === "deliver" ? "pay" : "exceed")
  if (state) await changeAttempt(ctx.db, id, { ...payment, state }, ctx.now())
  if (state === "surplus") await ctx.enqueue(returnSurplusJob, { attempt_id: id }, { key: `attempt-${id}` })
  return effect
}

type Taken = { effect: OrderEffect; order_no: string }

/** Pays the order of the attempt that the receipt is for, once; says what followed. @throws UnfitReceipt */
const takeReceipt = async (ctx: Ctx, name: GatewayName, receipt: Receipt): Promise<Taken> => {
  if (receipt.state !== "paid") return { effect: "nothing", order_no: "" }
  const attempt = await findAttempt(ctx.db, receipt.order_no)
  const found = requireFit(attempt && (await findOrderById(ctx.db, attempt.order_id)), receipt)
  const payment = { payment_type: paymentTypeOf(name), payment_no: receipt.payment_no }
  return ctx.tx(async (ctx) => {
    let effect: OrderEffect = "nothing"
    await settleOrder(ctx, found, payment, (order) => {
      effect = afterReceipt(order, payment.payment_no).effect
      return effect === "deliver"
    })
    return { effect: await noteMoney(ctx, attempt!.id, payment, effect), order_no: found.order_no }
  })
}

/** Staff hear of it: not every gateway gives back what it took. */
const noteSurplus = (ctx: Ctx, name: GatewayName, order_no: string): Promise<void> =>
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
    const { effect, order_no } = await takeReceipt(ctx, name, receipt)
    if (effect === "surplus") await noteSurplus(ctx, name, order_no)
    return gateway.taken
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof UnfitReceipt)) throw error
    const refused = { type: SecurityEventType.paymentNoticeRefused, user_id: 0, detail: `${name}：${error.message}` }
    await noteRefusal(ctx, refused, { seldom: true })
    return gateway.refused
  }
}

/** How many attempts are asked about while somebody waits. */
const recent = 5

/**
 * Asks whether the order was paid meanwhile, and pays it then: the last attempts that may be paid, or with `all` each of them, since not every gateway closes
 * one when it is told to. `silent` gathers gateways that do not answer and are not asked again.
 */
export const askGateways = async (
  ctx: Ctx,
  order: OrderRow,
  { silent = new Set<GatewayName>(), all = false }: { silent?: Set<GatewayName>; all?: boolean } = {},
): Promise<boolean> => {
  for (const { trade_no, payment_type } of await listAttempts(
    ctx.db,
    order.id,
    all ? ["begun", "closed"] : ["begun"],
    all ? 100 : recent,
  )) {
    const name = gatewayNameOf(payment_type)
    const gateway = name && !silent.has(name) ? await gatewayOf(ctx.app, name) : null
    if (!name || !gateway) continue
    try {
      const receipt = await gateway.query(trade_no)
      // an answer about another payment than the one that was asked for says nothing
      if (!receipt || receipt.order_no !== trade_no) continue
      const { effect, order_no } = await takeReceipt(ctx, name, receipt)
      if (effect === "surplus") await noteSurplus(ctx, name, order_no)
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

/**
 * Nothing is to be paid any more for what was begun; says whether a gateway refused, as one does that was paid. One that does not hear of it pays the order
 * all the same.
 */
export const closeAtGateways = async (ctx: Ctx, order: OrderRow, silent = new Set<GatewayName>()): Promise<{ refused: boolean }> => {
  let refused = false
  for (const { id, trade_no, payment_type } of await listAttempts(ctx.db, order.id, ["begun"])) {
    const name = gatewayNameOf(payment_type)
    const gateway = name && !silent.has(name) ? await gatewayOf(ctx.app, name) : null
    if (!name || !gateway) continue
    try {
      await gateway.close(trade_no)
      await closeAttempt(ctx.db, id, ctx.now())
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (error.fault === "unavailable") silent.add(name)
      else refused = true
      ctx.app.log.warn({ gateway: name, order: order.order_no, detail: `${error.fault} ${error.detail}` }, "支付平台没有关闭订单")
    }
  }
  return { refused }
}
