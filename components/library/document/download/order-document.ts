import type { Feedback } from "@/components/providers/feedback-types"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"

/** The price of a purchase: an order, or an offer, whose `order_no` is "" until the user confirms it. */
export type Purchasable = Pick<
  Order,
  "order_no" | "order_type" | "product_id" | "product_uuid" | "product_name" | "quantity" | "amount" | "coupon_amount" | "fen"
>
/** paid: can be downloaded now · priced: this must be paid first · nothing: the purchase was refused */
export type Purchase = { kind: "paid" } | { kind: "priced"; purchasable: Purchasable } | { kind: "nothing" }

/** The input of the calls about a document's purchase. */
export const documentProduct = (id: number) => ({ order_type: OrderType.document, product_id: id })

/** Orders a document. This module is loaded with the first purchase. */
export const orderDocument = async (id: number, feedback: Feedback): Promise<Purchase> => {
  const order = await api("POST /order", documentProduct(id))
  if (!order.ok) {
    feedback.error(refusalText(order, "订单创建失败"))
    return { kind: "nothing" }
  }
  if (order.data.status === OrderStatus.pending) return { kind: "priced", purchasable: order.data }
  return { kind: order.data.status === OrderStatus.paid ? "paid" : "nothing" }
}

/** Reads the price of a document, without an order: looking at the price is not buying. */
export const priceDocument = async (id: number, feedback: Feedback): Promise<Purchase> => {
  const offer = await api("GET /order/offer", documentProduct(id))
  if (!offer.ok) {
    feedback.error(refusalText(offer, "下载失败"))
    return { kind: "nothing" }
  }
  return offer.data.owned ? { kind: "paid" } : { kind: "priced", purchasable: { ...offer.data, order_no: "" } }
}
