import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import { credits, noCredits, noFen } from "@/lib/rules/money/money"
import { afterReceipt } from "@/lib/rules/money/order-status"
import type { LoggedIn } from "@/server/context"
import { conflict, notFound } from "@/server/errors"
import { requireFileOf } from "../../library/document/stored-file.policy"
import { lockPeople } from "../ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findUser } from "../../people/user/people.usecases"
import { addOrder, findOrder } from "./order.repository"
import { deliver, settleOrder } from "./payment.usecases"

/** Grants credits to a user on behalf of staff: a separate order without payment, with the reason. */
export const rechargeBySystem = (ctx: LoggedIn, { user_id, credit, remark }: { user_id: number; credit: number; remark: string }) =>
  ctx.tx(async (ctx) => {
    const user = await findUser(ctx, user_id)
    if (!user || user.closed_at) throw notFound("用户不存在", "user_id")
    await lockPeople(ctx, [user_id])
    const { credit_name } = await settingsOf(ctx.app, "score")
    const values = {
      user_id,
      order_type: OrderType.recharge,
      product_name: `系统充值 ${credit} ${credit_name}`,
      quantity: credit,
      price: credits(1),
      amount: noCredits,
      coupon_amount: credits(credit),
      fen: noFen,
    }
    const order = await addOrder(ctx.db, { ...values, status: OrderStatus.pending }, ctx.now())
    await deliver(ctx, order, { payment_type: PaymentType.system, remark }, null)
    return {}
  })

/**
 * Records that the money for an order has arrived by bank transfer, in cash or otherwise. A closed order is paid as well: a transfer takes
 * longer than the half hour of an order. @throws 404 for a document without a file, 409 for a paid order
 */
export const markPaid = async (
  ctx: LoggedIn,
  { order_no, payment_type, remark }: { order_no: string; payment_type: number; remark: string },
) => {
  const orderRow = await findOrder(ctx.db, order_no)
  if (!orderRow) throw notFound("订单不存在", "order_no")
  if (orderRow.order_type === OrderType.document) await requireFileOf(ctx, orderRow.product_id)
  return settleOrder(ctx, orderRow, { payment_type, remark }, (order) => {
    if (afterReceipt(order, "").effect !== "deliver") throw conflict("订单已经支付过了")
  })
}
