import { PaymentType } from "@/lib/contract/money/order.enums"
import type { LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { redeemCode } from "../download-code/download-code.usecases"
import { requireCodeMethod, requirePayable } from "./order.policy"
import type { OrderRow } from "./order.repository"
import { settleOrder } from "./payment.usecases"

/** Limits on code attempts, right or wrong: per user, and per network, which a whole class may share. */
const tries = { person: { points: 30, seconds: 3_600, by: "person" }, place: { points: 300, seconds: 3_600, by: "place" } } as const

/**
 * Pays an order with a download code, which is used up in the same transaction (docs/decisions/077). @throws 400 for a code that is not
 * valid, 409, 429
 */
export const payWithCode = async (ctx: LoggedIn, payableOrder: OrderRow, downcode: string) => {
  requirePayable(payableOrder, ctx.now())
  await requireCodeMethod(ctx, payableOrder)
  if (!downcode) throw invalid("请输入你的下载码", "downcode")
  await ctx.app.admit("downcode", tries.person, ctx)
  await ctx.app.admit("downcode-place", tries.place, ctx)
  const paid = await settleOrder(ctx, payableOrder, { payment_type: PaymentType.code }, async (order, inside) => {
    requirePayable(order, ctx.now())
    await redeemCode(inside, downcode, order)
  })
  return { order_status: paid.status }
}
