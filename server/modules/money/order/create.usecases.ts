import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { isOverdue, transitions } from "@/lib/rules/money/order-status"
import type { LoggedIn } from "@/server/context"
import { lockPeople } from "../ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { offerOf, requireForSale, requirePublic, type Offer } from "./price.usecases"
import { addOrder, changeOrder, findPaid, lockPending, type OrderRow } from "./order.repository"

/** A fingerprint of what the order would cost now. A pending order is reused only if it is unchanged. */
const costs = ({
  price,
  amount,
  fen,
  benefits,
  product_name,
}: Pick<Offer, "price" | "amount" | "fen" | "benefits" | "product_name">): string =>
  JSON.stringify([price, amount, fen, benefits && [benefits.discount, benefits.download, benefits.times], product_name])

/** Returns the response if no payment is needed: the valid purchase, or an order that is not stored (docs/decisions/064). */
const paidAnswer = async (ctx: LoggedIn, { owned: _, ...offer }: Offer) => {
  const user_id = ctx.user.id
  const bought = await findPaid(ctx.db, { user_id, ...offer })
  return bought ?? { ...offer, user_id, order_no: "", status: OrderStatus.paid, payment_type: PaymentType.credit }
}

/**
 * Orders a document (1), a membership (2) or credits (3) at the current price. A pending order of the same product at the same price is
 * reused; one at another price is closed. If no payment is needed, the response is a paid order. Orders of one user are placed one at a
 * time.
 */
export const placeOrder = async (ctx: LoggedIn, input: { order_type: number; product_id?: number; quantity?: number }) => {
  if (input.order_type === OrderType.document) await requireForSale(ctx, input.product_id ?? 0)
  return ctx.tx(async (ctx) => {
    await lockPeople(ctx, [ctx.user.id])
    const fullOffer = await offerOf(ctx, input, requirePublic)
    if (fullOffer.owned) return paidAnswer(ctx, fullOffer)
    const { owned: _, ...offer } = fullOffer
    const { order_timeout } = await settingsOf(ctx.app, "security")
    const product = { ...offer, user_id: ctx.user.id }
    let again: OrderRow | undefined
    for (const row of await lockPending(ctx.db, product)) {
      if (!again && !isOverdue(row, ctx.now()) && costs(row) === costs(offer)) again = row
      else await changeOrder(ctx.db, row.id, { status: transitions[row.status]!.close.to, closed_at: ctx.now() }, ctx.now())
    }
    const closed_at = new Date(ctx.now().getTime() + order_timeout * 60_000)
    return again ?? addOrder(ctx.db, { ...product, status: OrderStatus.pending, closed_at }, ctx.now())
  })
}
