import type { Feedback } from "@/components/providers/feedback-types"
import { api } from "@/lib/api/client"
import { OrderStatus, OrderType, PaymentType } from "@/lib/contract/enums"
import type { Order } from "@/lib/contract/types"
import { count } from "@/lib/domain/format"
import { orderPrice } from "@/lib/view/order/order-text"

/** paid: it may be downloaded now · order: the person wants to see its page, to pay otherwise · nothing: they left it, or were refused */
export type Purchase = { kind: "paid" } | { kind: "order"; orderNo: string } | { kind: "nothing" }

const nothing: Purchase = { kind: "nothing" }

/**
 * Orders a document, and asks once before credits are paid for it: the price, the balance, and what remains. Loaded with the first document that
 * costs something.
 */
export const buyDocument = async (id: number, feedback: Feedback, creditName: string): Promise<Purchase> => {
  const order = await api("POST /order", { order_type: OrderType.document, product_id: id })
  if (!order.ok) {
    feedback.error(order.message || "订单创建失败")
    return nothing
  }
  if (order.data.status !== OrderStatus.pending) return { kind: order.data.status === OrderStatus.paid ? "paid" : "nothing" }
  const user = await api("GET /user")
  if (!user.ok) {
    feedback.error(user.message || "操作失败")
    return nothing
  }
  return user.data.credit_count < order.data.amount
    ? offerOrder(order.data, user.data.credit_count, feedback, creditName)
    : payNow(order.data, user.data.credit_count, feedback, creditName)
}

const offerOrder = async (order: Order, balance: number, feedback: Feedback, creditName: string): Promise<Purchase> => {
  const agreed = await feedback.confirm({
    title: `${creditName}不够`,
    content: `《${order.product_name}》的价格是 ${orderPrice(order, creditName)}，余额 ${count(balance)} ${creditName}，还差 ${count(order.amount - balance)} ${creditName}。`,
    okText: "查看订单",
  })
  return agreed ? { kind: "order", orderNo: order.order_no } : nothing
}

const payNow = async (order: Order, balance: number, feedback: Feedback, creditName: string): Promise<Purchase> => {
  const agreed = await feedback.confirm({
    title: `购买《${order.product_name}》`,
    content: `价格 ${orderPrice(order, creditName)}，余额 ${count(balance)} ${creditName}，支付后还剩 ${count(balance - order.amount)} ${creditName}。`,
    okText: "支付并下载",
  })
  if (!agreed) return nothing
  const reply = await api("POST /order/pay", { order_no: order.order_no, payment_type: PaymentType.credit })
  if (reply.ok && reply.data.order_status === OrderStatus.paid) return { kind: "paid" }
  feedback.error(reply.ok ? "操作失败" : reply.message || "操作失败")
  return nothing
}
