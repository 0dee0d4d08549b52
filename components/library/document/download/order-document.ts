import type { Feedback } from "@/components/providers/feedback-types"
import { api } from "@/lib/api/client"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"

/** paid: it may be downloaded now · pending: this order is to be paid first · nothing: they were refused */
export type Purchase = { kind: "paid" } | { kind: "pending"; order: Order } | { kind: "nothing" }

/** Orders a document. Loaded with the first one that costs something. */
export const orderDocument = async (id: number, feedback: Feedback): Promise<Purchase> => {
  const order = await api("POST /order", { order_type: OrderType.document, product_id: id })
  if (!order.ok) {
    feedback.error(order.message || "订单创建失败")
    return { kind: "nothing" }
  }
  if (order.data.status === OrderStatus.pending) return { kind: "pending", order: order.data }
  return { kind: order.data.status === OrderStatus.paid ? "paid" : "nothing" }
}
