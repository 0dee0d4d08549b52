import type { Ctx } from "@/server/context"
import type { GatewayName } from "@/server/ports/payment/payment.port"
import { gatewayTypes } from "../payment/gateway.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { endAttempt, listOpenAttempts } from "./attempt.repository"
import { closeOverdue, listOverdueOf } from "./order.repository"
import { askAttempt, askGateways, closeAtGateway, closeAtGateways } from "./receipt.usecases"

/* Orders whose time is over (docs/reference/api.md 6.8). */

const batch = 500

/** Asks about each that was begun at a gateway whether it was paid; the gateway is told that the others will not be. */
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
/** Gateways take no more money after an order's time; their clocks are not ours. */
const graceMs = 5 * minute
/** A gateway that has not answered for so long is not asked any more. */
const patienceMs = 3 * 24 * 60 * minute

/**
 * Asks once more about what was begun for orders that nobody waits for: a notice was lost, and the order closed while its gateway was silent, or was paid otherwise.
 * Such money pays the order or goes back (docs/decisions/084).
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
      // what was paid in this moment is seen the next time
      if (attempt.state === "begun" && (await closeAtGateway(ctx, attempt, silent)) !== "closed") continue
      await endAttempt(ctx.db, attempt.id, ctx.now())
    }
    if (!attempts.length) return
  }
}

/** Closes what was not paid in time, in small transactions, after the gateways were asked. */
export const closeOverdueOrders = async (ctx: Ctx, stopped: () => boolean): Promise<void> => {
  await askOverdue(ctx, stopped)
  while (!stopped() && (await closeOverdue(ctx.db, ctx.now(), batch)) === batch);
  await endAttempts(ctx, stopped)
}
