"use client"

import { useFeedback } from "@/components/providers/feedback"

/** Copies the order number, which users quote to the site's staff. */
export const CopyOrderNo = ({ orderNo }: { orderNo: string }) => {
  const feedback = useFeedback()
  const copy = () =>
    navigator.clipboard.writeText(orderNo).then(
      () => feedback.success("复制成功"),
      () => feedback.error("没能复制，请选中订单号后复制"),
    )
  return (
    <button type="button" className="bt sm text no-print" title="复制订单号" onClick={() => void copy()}>
      复制
    </button>
  )
}
