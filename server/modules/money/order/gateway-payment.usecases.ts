import { OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { isPending } from "@/lib/rules/money/order-status"
import type { LoggedIn } from "@/server/context"
import { AppError, invalid, unavailable } from "@/server/errors"
import { GatewayError, type GatewayName } from "@/server/ports/payment/payment.port"
import { gatewayNameOf, paymentTypeOf, usableGateway } from "../payment/gateway.usecases"
import { sceneOf } from "../payment/wechat-payer.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { addAttempt, type AttemptRow } from "./attempt.repository"
import { requireForSale } from "./price.usecases"
import { requireClosable, requireMethod, requireOwnOrder, requirePayable } from "./order.policy"
import { changeOrder, findOrder, lockOrder, type OrderRow } from "./order.repository"
import { payWithCode } from "./code-payment.usecases"
import { closeOrder } from "./order.usecases"
import { settleOrder } from "./payment.usecases"
import { askGateways, closeAtGateways } from "./receipt.usecases"

/* Payments through a gateway: no transaction is open while the gateway is called (docs/decisions/066). */

/** Stores the chosen gateway and the number of the new attempt, which is used for later queries. */
const choose = (ctx: LoggedIn, { id }: OrderRow, payment_type: number): Promise<AttemptRow> =>
  ctx.tx(async (ctx) => {
    const order = await lockOrder(ctx.db, id)
    requirePayable(order, ctx.now())
    await changeOrder(ctx.db, id, { payment_type }, ctx.now())
    return addAttempt(ctx.db, order, payment_type, ctx.now())
  })

/** Ends earlier attempts, so that the user cannot pay twice. An attempt that was paid pays the order; the others are closed. */
const endBefore = async (ctx: LoggedIn, order: OrderRow): Promise<void> => {
  const silent = new Set<GatewayName>()
  if (await askGateways(ctx, order, { silent })) return
  if ((await closeAtGateways(ctx, order, silent)).refused) await askGateways(ctx, order, { silent })
}

/** The user's choice. `is_wap`: in a mobile browser; `code`: from WeChat's silent authorisation. */
type Choice = { order_no: string; payment_type: number; is_wap?: boolean; downcode?: string; code?: string }

/**
 * Starts a payment: returns a URL to open or to show as a QR code. @throws 400 if the site does not offer this gateway, 503 if it does not
 * answer
 */
const beginAtGateway = async (ctx: LoggedIn, order: OrderRow, name: GatewayName, choice: Choice) => {
  requirePayable(order, ctx.now())
  if (order.order_type === OrderType.vip && !(await settingsOf(ctx.app, "vip")).enable) throw invalid("网站没有开通 VIP")
  const usable = await usableGateway(ctx.app, name)
  if (!usable) throw invalid("网站没有开通这种支付方式", "payment_type")
  if (order.fen === 0) throw invalid("金额太小，不能用这种方式支付", "payment_type")
  const scene = await sceneOf(ctx, name, choice)
  await endBefore(ctx, order)
  const { trade_no } = await choose(ctx, order, paymentTypeOf(name))
  const { gateway, origin } = usable
  try {
    const started = await gateway.begin({
      order_no: trade_no,
      fen: order.fen,
      title: order.product_name,
      notify_url: `${origin}/callback/${name}`,
      return_url: `${origin}/order?order_no=${order.order_no}`,
      expires_at: order.closed_at ?? ctx.now(),
      ip: ctx.request.ip,
      ...scene,
    })
    return { order_status: order.status, ...started }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    ctx.app.log.warn({ gateway: name, order: order.order_no, detail: `${error.fault} ${error.detail}` }, "没有开始支付")
    throw unavailable(error.message)
  }
}

/**
 * Pays the user's pending order with credits or a download code, or starts a payment at a gateway. An order that costs nothing is paid with
 * any method (docs/reference/api.md 6.8).
 */
export const payOrder = async (ctx: LoggedIn, choice: Choice) => {
  const orderRow = await requireOwnOrder(ctx, choice.order_no)
  if (orderRow.order_type === OrderType.document) await requireForSale(ctx, orderRow.product_id)
  const name = gatewayNameOf(choice.payment_type)
  if (name && orderRow.amount > 0) return beginAtGateway(ctx, orderRow, name, choice)
  if (choice.payment_type === PaymentType.code && orderRow.amount > 0) return payWithCode(ctx, orderRow, choice.downcode ?? "")
  const paid = await settleOrder(ctx, orderRow, { payment_type: PaymentType.credit }, async (order) => {
    requirePayable(order, ctx.now())
    await requireMethod(ctx, order, choice.payment_type)
  })
  return { order_status: paid.status }
}

/** How often a user's status requests are forwarded to a gateway. */
const asking = { points: 30, seconds: 60, by: "person" } as const

const mayAsk = (ctx: LoggedIn): Promise<boolean> =>
  ctx.app.admit("ask-gateway", asking, ctx).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 429) return false
      throw error
    },
  )

/** Returns the order after asking the gateway about a pending one; with `all`, about every attempt. */
const asNow = async (ctx: LoggedIn, order: OrderRow, all = false): Promise<OrderRow> => {
  const open = isPending(order.status) && gatewayNameOf(order.payment_type) !== null
  if (!open || !(await mayAsk(ctx)) || !(await askGateways(ctx, order, { all }))) return order
  return (await findOrder(ctx.db, order.order_no)) ?? order
}

/** Returns the current state of the user's order; asks the gateway if it is pending. */
export const readOrderStatus = async (ctx: LoggedIn, { order_no }: { order_no: string }): Promise<OrderRow> =>
  asNow(ctx, await requireOwnOrder(ctx, order_no))

/**
 * Closes a pending order, here and at its gateways. Users close their own orders, staff any order. @throws 409 for a paid one, even if only
 * the gateway knew of the payment
 */
export const closePendingOrder = async (ctx: LoggedIn, { order_no }: { order_no: string }): Promise<OrderRow> => {
  const order = await asNow(ctx, await requireClosable(ctx, order_no), true)
  if (isPending(order.status)) await closeAtGateways(ctx, order)
  return closeOrder(ctx, order)
}
