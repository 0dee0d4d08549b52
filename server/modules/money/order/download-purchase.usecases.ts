import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import type { Ctx } from "@/server/context"
import { forbidden } from "@/server/errors"
import { requestFile, type Buy } from "../../library/document/download.usecases"
import { lockPeople } from "../ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findUser } from "../../people/user/people.usecases"
import { payOrder } from "./gateway-payment.usecases"
import { placeOrder } from "./create.usecases"

/**
 * Returns the file of a document. Paid documents are bought through orders. If `download.enable_direct_purchase` is on, a request without
 * `ask` buys it here with the user's credits, as clients without orders expect (docs/reference/api.md 6.4).
 */
export const requestDownload = async (ctx: Ctx, { id, ask }: { id: number; ask?: boolean }) => {
  const { enable_direct_purchase } = await settingsOf(ctx.app, "download")
  // an access token never spends credits (docs/decisions/151)
  const buys = enable_direct_purchase && !ask && !ctx.user?.scopes
  return requestFile(ctx, id, buys ? buyNow : undefined)
}

/** Places an order and pays it at once. Buyer and author are locked together, in the usual order. @throws 403 for insufficient credits */
const buyNow: Buy = async (ctx, row) => {
  await lockPeople(ctx, [ctx.user.id, row.user_id])
  const { status, order_no, amount } = await placeOrder(ctx, { order_type: OrderType.document, product_id: row.id })
  if (status === OrderStatus.paid) return
  const buyer = await findUser(ctx, ctx.user.id)
  if (!buyer || buyer.credit_count < amount) throw forbidden(`${(await settingsOf(ctx.app, "score")).credit_name}不足，无法下载`)
  await payOrder(ctx, { order_no, payment_type: PaymentType.credit })
}
