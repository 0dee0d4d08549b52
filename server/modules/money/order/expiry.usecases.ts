import type { Ctx } from "@/server/context"
import type { GatewayName } from "@/server/ports/payment/payment.port"
import { gatewayTypes } from "../payment/gateway.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { endAttempt, listOpenAttempts } from "./attempt.repository"
import { closeOverdue, listOverdueOf } from "./order.repository"
import { askAttempt, askGateways, closeAtGateway, closeAtGateways } from "./receipt.usecases"

/* Orders whose payment time has expired (docs/reference/api.md 6.8). */

const batch = 500

/** Asks the gateways whether overdue orders that were begun there have been paid. Closes the unpaid ones at the gateway. */
const askOverdue = async (ctx: Ctx, stopped: () => boolean): Promise<void> => {
  const silent = new Set<GatewayName>()
  for (let last = 0; !stopped();) {
    const orders = await listOverdueOf(ctx.db, gatewayTypes, ctx.now(), last)
    for (const order of orders) {
      if (stopped()) return
      if (!(await askGateways(ctx, order, { silent, all: true })) && !silent.size) await closeAtGateways(ctx, order)
      last = order.id
    }
    if (!orders.length) return
  }
}

const minute = 60_000
/** Gateways accept no payment after an order expires, but their clocks may differ from ours. */
const graceMs = 5 * minute
/** A gateway that has not answered for this long is no longer asked. */
const patienceMs = 3 * 24 * 60 * minute

/**
 * Asks again about attempts of orders that are no longer pending: a notice was lost, the order was closed while its gateway did not answer,
 * or it was paid another way. Such money pays the order or is refunded (docs/decisions/084).
 */
const endAttempts = async (ctx: Ctx, stopped: () => boolean): Promise<void> => {
  const { order_timeout } = await settingsOf(ctx.app, "security")
  const now = ctx.now().getTime()
  const [after, until] = [new Date(now - patienceMs), new Date(now - order_timeout * minute - graceMs)]
  const silent = new Set<GatewayName>()
  for (let last = 0; !stopped();) {
    const attempts = await listOpenAttempts(ctx.db, { after, until, last })
    for (const attempt of attempts) {
      if (stopped()) return
      last = attempt.id
      if (!(await askAttempt(ctx, attempt, silent))) continue
      // a payment that arrives at this moment is picked up in the next run
      if (attempt.state === "begun" && (await closeAtGateway(ctx, attempt, silent)) !== "closed") continue
      await endAttempt(ctx.db, attempt.id, ctx.now())
    }
    if (!attempts.length) return
  }
}

/** Closes orders that were not paid in time, in small transactions, after asking the gateways. */
export const closeOverdueOrders = async (ctx: Ctx, stopped: () => boolean): Promise<void> => {
  await askOverdue(ctx, stopped)
  while (!stopped() && (await closeOverdue(ctx.db, ctx.now(), batch)) === batch);
  await endAttempts(ctx, stopped)
}
