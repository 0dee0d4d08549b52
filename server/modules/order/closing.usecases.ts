import type { Ctx } from "../../context"
import type { GatewayName } from "../../ports/payment/payment.port"
import { gatewayTypes } from "../payment/gateway.usecases"
import { closeOverdue, listOverdueOf } from "./order.repository"
import { askGateways, closeAtGateways } from "./receipt.usecases"

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

/** Closes what was not paid in time, in small transactions, after the gateways were asked. */
export const closeOverdueOrders = async (ctx: Ctx, stopped: () => boolean): Promise<void> => {
  await askOverdue(ctx, stopped)
  while (!stopped() && (await closeOverdue(ctx.db, ctx.now(), batch)) === batch);
}
