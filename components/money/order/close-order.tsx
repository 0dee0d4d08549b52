"use client"

import { useRouter } from "next/navigation"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { api } from "@/lib/api/client"

/** 关闭订单, after confirmation. If the order has been paid, the page displays that. */
export const CloseOrder = ({ orderNo, className = "bt sm" }: { orderNo: string; className?: string }) => {
  const router = useRouter()
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const close = async () => {
    if (!(await feedback.confirm({ title: "关闭订单", content: "关闭后不能再支付，需要时可以重新下单。", okText: "关闭订单" }))) return
    await call(() => api("PUT /order/close", { order_no: orderNo }), { done: "订单关闭成功", fallback: "关闭订单失败" })
    router.refresh()
  }
  return (
    <button type="button" className={className} disabled={busy} onClick={() => void close()}>
      关闭订单
    </button>
  )
}
