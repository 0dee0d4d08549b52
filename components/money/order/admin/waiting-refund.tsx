"use client"

import { useCallback } from "react"
import { useSettings } from "@/components/providers/settings"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { RefundList } from "./refund-list"

/** A failed refund in the review queue: all refunds of its order, newest first. */
export const WaitingRefund = ({ orderNo }: { orderNo: string }) => {
  const creditName = useSettings().system.credit_name
  const { data, failure } = useAnswer(
    useCallback(() => api("GET /order/refund", { order_no: orderNo }), [orderNo]),
    "退款记录没有读到",
  )
  if (!data && !failure) return <Skeleton height={160} />
  return (
    <div className="adm-case">
      <p className="muted">
        订单 <span className="num">{orderNo}</span> 的退款被支付平台拒绝，钱还没有退，收回的积分和会员已经还给对方。
      </p>
      <RefusalNote text={failure} />
      {data && <RefundList refunds={data.refund} creditName={creditName} />}
    </div>
  )
}
