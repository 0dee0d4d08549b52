import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import { afterReceipt, isPaid, type OrderEffect } from "@/lib/rules/money/order-status"
import { afterAttempt } from "@/lib/rules/money/payment-attempt"
import type { Ctx } from "@/server/context"
import { notFound } from "@/server/errors"
import { GatewayError, type GatewayName, type Notice, type NoticeAnswer, type Receipt } from "@/server/ports/payment/payment.port"
import { gatewayNameOf, gatewayOf, paymentTypeOf } from "../payment/gateway.usecases"
import { noteRefusal } from "../../people/security-event/security-event.usecases"
import { changeAttempt, closeAttempt, findAttempt, listAttempts, lockAttempt, type AttemptRow } from "./attempt.repository"
import { findOrder, findOrderById, type OrderRow } from "./order.repository"
import { settleOrder } from "./payment.usecases"
import { returnSurplusJob } from "./surplus.jobs"

/* Payments reported by gateways, in a notice or in reply to a query (docs/decisions/066). */

/** An authentic receipt that does not fit its order. */
class UnfitReceipt extends Error {}

const requireFit = (order: OrderRow | null, { fen, currency, payment_no }: Receipt): OrderRow => {
  if (!order) throw new UnfitReceipt("没有这个订单")
  if (currency !== "CNY") throw new UnfitReceipt("币种不对")
  if (fen !== order.fen || order.fen === 0) throw new UnfitReceipt("金额不对")
  if (!payment_no) throw new UnfitReceipt("没有支付平台的单号")
  return order
}

/** Records the effect of a payment on its attempt. Surplus money is sent back, once. The caller has locked the order. */
const noteMoney = async (ctx: Ctx, id: number, payment: { payment_type: number; payment_no: string }, effect: OrderEffect) => {
  const attempt = await lockAttempt(ctx.db, id)
  if (effect !== "deliver" && attempt.payment_no === payment.payment_no) return "nothing" as const
  const state = effect === "nothing" ? null : afterAttempt(attempt.state, effect === "deliver" ? "pay" : "exceed")
  if (state) await changeAttempt(ctx.db, id, { ...payment, state }, ctx.now())
  if (state === "surplus") await ctx.enqueue(returnSurplusJob, { attempt_id: id }, { key: `attempt-${id}` })
  return effect
}

type Taken = { effect: OrderEffect; order_no: string }

/** Pays the order of the receipt's attempt, once, and returns the effect. @throws UnfitReceipt */
const takeReceipt = async (ctx: Ctx, name: GatewayName, receipt: Receipt): Promise<Taken> => {
  if (receipt.state !== "paid") return { effect: "nothing", order_no: "" }
  const attempt = await findAttempt(ctx.db, receipt.order_no)
  const orderRow = requireFit(attempt && (await findOrderById(ctx.db, attempt.order_id)), receipt)
  const payment = { payment_type: paymentTypeOf(name), payment_no: receipt.payment_no }
  return ctx.tx(async (ctx) => {
    let effect: OrderEffect = "nothing"
    await settleOrder(ctx, orderRow, payment, (order) => {
      effect = afterReceipt(order, payment.payment_no).effect
      return effect === "deliver"
    })
    return { effect: await noteMoney(ctx, attempt!.id, payment, effect), order_no: orderRow.order_no }
  })
}

/** Notifies staff of a surplus payment: not every gateway returns the money. */
const noteSurplus = (ctx: Ctx, name: GatewayName, order_no: string): Promise<void> =>
  noteRefusal(ctx, { type: SecurityEventType.paymentSurplus, user_id: 0, detail: `${name}：订单 ${order_no}` }, { seldom: true })

/**
 * Handles a gateway's notice. A notice that is not authentic or does not fit an order has no effect and is logged. The response has the
 * gateway's format and is sent after the payment is committed.
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

/** Returns the gateway of an attempt, if it is configured and has not failed to answer before. */
const gatewayFor = async (ctx: Ctx, { payment_type }: AttemptRow, silent: Set<GatewayName>) => {
  const name = gatewayNameOf(payment_type)
  const gateway = name && !silent.has(name) ? await gatewayOf(ctx.app, name) : null
  return name && gateway ? { name, gateway } : null
}

/** Asks about one attempt and records a payment. Returns whether the gateway answered; one that did not is added to `silent`. */
export const askAttempt = async (ctx: Ctx, attempt: AttemptRow, silent: Set<GatewayName>): Promise<boolean> => {
  const namedGateway = await gatewayFor(ctx, attempt, silent)
  if (!namedGateway) return false
  const { trade_no } = attempt
  try {
    const receipt = await namedGateway.gateway.query(trade_no)
    // ignore a reply about another payment than the requested one
    if (receipt && receipt.order_no !== trade_no) return false
    const { effect, order_no } = receipt ? await takeReceipt(ctx, namedGateway.name, receipt) : { effect: "nothing", order_no: "" }
    if (effect === "surplus") await noteSurplus(ctx, namedGateway.name, order_no)
    return true
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof UnfitReceipt)) throw error
    if (error instanceof GatewayError) silent.add(namedGateway.name)
    const detail = error instanceof GatewayError ? `${error.fault} ${error.detail}` : error.message
    ctx.app.log.warn({ gateway: namedGateway.name, trade: trade_no, detail }, "支付平台没有说订单付了没有")
    return error instanceof UnfitReceipt
  }
}

/** How many attempts are queried while a user waits. */
const recent = 5

/**
 * Asks whether the order has been paid and, if so, pays it. Queries the latest open attempts, or with `all` every attempt, since some
 * gateways do not close one on request. `silent` collects gateways that do not answer; they are not asked again.
 */
export const askGateways = async (
  ctx: Ctx,
  order: OrderRow,
  { silent = new Set<GatewayName>(), all = false }: { silent?: Set<GatewayName>; all?: boolean } = {},
): Promise<boolean> => {
  const attempts = await listAttempts(ctx.db, order.id, all ? ["begun", "closed"] : ["begun"], all ? 100 : recent)
  for (const attempt of attempts) {
    if (!(await askAttempt(ctx, attempt, silent))) continue
    const now = await findOrder(ctx.db, order.order_no)
    if (now && isPaid(now.status)) return true
  }
  return false
}

/** Closes an attempt at its gateway. If the gateway refuses because it was paid, or cannot be reached, a payment still pays the order. */
export const closeAtGateway = async (
  ctx: Ctx,
  attempt: AttemptRow,
  silent: Set<GatewayName>,
): Promise<"closed" | "refused" | "unheard"> => {
  const namedGateway = await gatewayFor(ctx, attempt, silent)
  if (!namedGateway) return "unheard"
  const { id, trade_no } = attempt
  try {
    await namedGateway.gateway.close(trade_no)
    await closeAttempt(ctx.db, id, ctx.now())
    return "closed"
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const unheard = error.fault === "unavailable"
    if (unheard) silent.add(namedGateway.name)
    ctx.app.log.warn({ gateway: namedGateway.name, trade: trade_no, detail: `${error.fault} ${error.detail}` }, "支付平台没有关闭订单")
    return unheard ? "unheard" : "refused"
  }
}

/** Closes all open attempts of an order. Returns whether a gateway refused. */
export const closeAtGateways = async (ctx: Ctx, order: OrderRow, silent = new Set<GatewayName>()): Promise<{ refused: boolean }> => {
  const answers = []
  for (const attempt of await listAttempts(ctx.db, order.id, ["begun"])) answers.push(await closeAtGateway(ctx, attempt, silent))
  return { refused: answers.includes("refused") }
}
