import { afterAttempt } from "@/lib/rules/money/payment-attempt"
import type { Ctx } from "@/server/context"
import { GatewayError } from "@/server/ports/payment/payment.port"
import { gatewayNameOf, gatewayOf } from "../payment/gateway.usecases"
import { changeAttempt, findAttemptById } from "./attempt.repository"
import { findOrderById } from "./order.repository"

/**
 * Refunds in full the money for an order that was paid another way (docs/decisions/084). The attempt's number is the refund's number, so
 * the gateway refunds once however often it is asked. If a gateway does not refund, staff handle it; they have been notified. @throws
 * GatewayError if it does not answer
 */
export const returnSurplus = async (ctx: Ctx, { attempt_id }: { attempt_id: number }): Promise<void> => {
  const attempt = await findAttemptById(ctx.db, attempt_id)
  const state = attempt && afterAttempt(attempt.state, "return")
  const order = attempt && (await findOrderById(ctx.db, attempt.order_id))
  if (!attempt || !state || !order) return
  const name = gatewayNameOf(attempt.payment_type)
  const gateway = name && (await gatewayOf(ctx.app, name))
  const { trade_no, payment_no } = attempt
  try {
    if (!gateway) throw new GatewayError("config", "gateway")
    await gateway.refund({ payment_no, refund_no: `S${trade_no}`, fen: order.fen, paid: order.fen, reason: "订单重复付款" })
    await changeAttempt(ctx.db, attempt.id, { state }, ctx.now())
  } catch (error) {
    if (!(error instanceof GatewayError) || error.fault === "unavailable") throw error
    ctx.app.log.warn({ gateway: name, order: order.order_no, detail: `${error.fault} ${error.detail}` }, "多付的款没有退回，需要人工处理")
  }
}
