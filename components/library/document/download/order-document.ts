import type { Feedback } from "@/components/providers/feedback-types"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"

/** paid: can be downloaded now · pending: this order must be paid first · nothing: the purchase was refused */
export type Purchase = { kind: "paid" } | { kind: "pending"; order: Order } | { kind: "nothing" }

/** Orders a document. This module is loaded with the first purchase. */
export const orderDocument = async (id: number, feedback: Feedback): Promise<Purchase> => {
  const order = await api("POST /order", { order_type: OrderType.document, product_id: id })
  if (!order.ok) {
    feedback.error(refusalText(order, "订单创建失败"))
    return { kind: "nothing" }
  }
  if (order.data.status === OrderStatus.pending) return { kind: "pending", order: order.data }
  return { kind: order.data.status === OrderStatus.paid ? "paid" : "nothing" }
}
