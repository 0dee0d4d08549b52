import { ContentKind } from "@/lib/contract/library/content.enums"
import { OrderType, RefundStatus } from "@/lib/contract/money/order.enums"
import { formatYuan, minus } from "@/lib/rules/money/money"
import { refundTransitions, type RefundEvent } from "@/lib/rules/money/refund"
import type { Ctx } from "@/server/context"
import { GatewayError, type Gateway } from "@/server/ports/payment/payment.port"
import { lockPeople } from "../ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { gatewayNameOf, gatewayOf } from "../payment/gateway.usecases"
import { tellWebhooks } from "../../site/webhook/events.usecases"
import { authorPaid, giveBack, keepTaken } from "./claw-back.usecases"
import { changeOrder, lockOrder, type OrderRow } from "./order.repository"
import { changeRefund, claimRefund, listDueRefunds, lockRefund, orderOfRefund, type RefundRow } from "./refund.repository"

/* Refunds through a gateway: no transaction is open while the gateway is called (docs/decisions/074). */

type Answer = { event: RefundEvent; detail: string }

/**
 * Carries out a refund and returns its result. First asks whether the gateway knows the refund number, since an earlier response may have
 * been lost; only an unknown refund is sent. If the gateway then rejects it, it has failed; any other error leaves it open.
 */
const speakTo = async (gateway: Gateway, order: OrderRow, refund: RefundRow): Promise<Answer> => {
  const { refund_no, fen, remark } = refund
  let sent = false
  try {
    const state = await gateway.findRefund({ payment_no: order.payment_no, refund_no })
    if (state)
      return { event: state === "done" ? "confirm" : state === "failed" ? "refuse" : "wait", detail: state === "failed" ? "closed" : "" }
    sent = true
    const { done } = await gateway.refund({ payment_no: order.payment_no, refund_no, fen, paid: order.fen, reason: remark })
    return { event: done ? "confirm" : "wait", detail: "" }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const final = sent && (error.fault === "refused" || error.fault === "config")
    return { event: final ? "refuse" : "wait", detail: `${error.fault} ${error.detail}`.slice(0, 255) }
  }
}

/** Notifies the buyer and webhooks of the refund of money or credits. */
export const tellOfRefund = async (ctx: Ctx, order: OrderRow, { refund_no, fen, amount }: RefundRow): Promise<void> => {
  const { id, order_no, user_id, order_type, product_id, product_name } = order
  const { credit_name } = await settingsOf(ctx.app, "score")
  const about =
    order_type === OrderType.document
      ? { subject: { type: ContentKind.document, document_id: product_id } }
      : { data: { name: product_name } }
  const returned = { amount: fen > 0 ? `${formatYuan(fen)} 元` : `${amount} ${credit_name}` }
  await ctx.notify([{ kind: "refund", user_id, by: ctx.user?.id ?? 0, ...about, data: { ...about.data, ...returned } }])
  await tellWebhooks(ctx, "order.refunded", [{ id, order_no, user_id, refund_no, fen, amount }])
}

/** Records the result of a refund, once. A failed refund gives back what it had taken. */
const settle = (ctx: Ctx, orderRow: OrderRow, { id }: RefundRow, { event, detail }: Answer): Promise<void> =>
  ctx.tx(async (ctx) => {
    await lockPeople(ctx, [orderRow.user_id, (await authorPaid(ctx, orderRow)) ?? 0])
    const order = await lockOrder(ctx.db, orderRow.id)
    const refund = await lockRefund(ctx.db, id)
    if (!refund || refund.status !== RefundStatus.pending) return
    const [now, status] = [ctx.now(), refundTransitions[refund.status]![event]]
    const done_at = status === RefundStatus.done ? now : null
    await changeRefund(ctx.db, id, { status, detail, done_at }, now)
    if (status === RefundStatus.done) {
      await changeOrder(ctx.db, order.id, { refunded_at: now }, now)
      await tellOfRefund(ctx, order, refund)
      await keepTaken(ctx, order, refund)
    }
    if (status !== RefundStatus.failed) return
    await changeOrder(ctx.db, order.id, { refund_fen: minus(order.refund_fen, refund.fen) }, now)
    await giveBack(ctx, order, refund)
  })

const minuteMs = 60_000
/** The older a refund is, the less often the gateway is asked: first after two minutes, finally every hour. */
const nextAt = (now: Date, made: Date): Date =>
  new Date(now.getTime() + Math.min(60 * minuteMs, Math.max(2 * minuteMs, (now.getTime() - made.getTime()) / 4)))

/** Calls the gateway about one pending refund, if it is due and no other process does. */
export const carryOutRefund = async (ctx: Ctx, id: number): Promise<void> => {
  const refund = await ctx.tx(async (ctx) => {
    const row = await lockRefund(ctx.db, id)
    return row && claimRefund(ctx.db, id, ctx.now(), nextAt(ctx.now(), row.created_at))
  })
  if (!refund) return
  const order = await orderOfRefund(ctx.db, refund)
  const name = gatewayNameOf(order.payment_type)
  const gateway = name && (await gatewayOf(ctx.app, name))
  const answer = gateway ? await speakTo(gateway, order, refund) : ({ event: "wait", detail: "config not set up" } as const)
  if (answer.detail) ctx.app.log.warn({ gateway: name, refund: refund.refund_no, detail: answer.detail }, "支付平台没有退款")
  await settle(ctx, order, refund, answer)
}

/** Asks again about refunds whose result is unknown. */
export const settleRefunds = async (ctx: Ctx, stopped: () => boolean): Promise<void> => {
  for (const { id } of await listDueRefunds(ctx.db, ctx.now(), 200)) {
    if (stopped()) return
    await carryOutRefund(ctx, id)
  }
}
