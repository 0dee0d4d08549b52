"use client"

import { useRouter } from "next/navigation"
import { useCall } from "@/components/ui/form/use-call"
import { CloseOrder } from "@/components/money/order/close-order"
import { useFeedback } from "@/components/providers/feedback"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { OrderStatus } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"

/** The actions on the user's own order: view, pay or close it, and remove a closed one from the list. */
export const OrderActs = ({ order }: { order: Order }) => {
  const { order_no, status } = order
  return (
    <span className="order-acts">
      <Link className={status === OrderStatus.pending ? "bt sm p" : "bt sm"} href={paths.order(order_no)}>
        {status === OrderStatus.pending ? "支付" : "查看"}
      </Link>
      {status === OrderStatus.pending && <CloseOrder orderNo={order_no} />}
      {status === OrderStatus.paid && (
        <Link className="bt sm" href={paths.receipt(order_no)}>
          收据
        </Link>
      )}
      {status === OrderStatus.closed && <RemoveOrder orderNo={order_no} />}
    </span>
  )
}

const RemoveOrder = ({ orderNo }: { orderNo: string }) => {
  const router = useRouter()
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const remove = async () => {
    const agreed = await feedback.confirm({ title: "删除订单", content: "删除后不能恢复。", okText: "删除", danger: true })
    if (!agreed) return
    await call(() => api("DELETE /order", { order_no: orderNo }), { done: "订单删除成功", fallback: "删除订单失败" })
    router.refresh()
  }
  return (
    <button type="button" className="bt sm danger" disabled={busy} onClick={() => void remove()}>
      删除
    </button>
  )
}
