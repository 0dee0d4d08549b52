"use client"

import { useCallback, useState } from "react"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import type { Named } from "@/components/admin/crud/field"
import type { PanelProps } from "@/components/admin/crud/options"
import { useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import type { Input, Output } from "@/lib/contract/types"
import { price, yuan } from "@/lib/rules/format"
import { fen } from "@/lib/rules/money/money"

type Sums = Output<"GET /order/refund/buyers">

const remark: Named = {
  name: "remark",
  label: "备注",
  kind: "textarea",
  max: 255,
  required: "请输入退款原因",
  placeholder: "例如：原文件丢失，找不回来了",
}

/** The amount to refund, as text. */
const sumsText = ({ buyers, orders, fen: money, amount, unpaid }: Sums, creditName: string): string => {
  if (!orders) return unpaid ? `没有要退的款：${unpaid} 次购买没有花钱，或者用的是下载码。` : "没有人买过这份文档，不用退款。"
  const parts = [...(amount > 0 ? [price(amount, creditName)] : []), ...(money > 0 ? [`${yuan(fen(money))} 元`] : [])]
  const rest = unpaid ? `另有 ${unpaid} 次购买没有花钱，或者用的是下载码，不用退。` : ""
  return `${buyers} 位购买者、${orders} 个订单，一共退还 ${parts.join("和")}。${rest}`
}

/** 退还购买者: refunds all buyers of a document whose file is missing. The sums are shown first and must be confirmed. */
export const RefundBuyersPanel = ({ rows: [row], crud, onClose }: PanelProps<"/document">) => {
  const document = row!
  const creditName = useSettings().system.credit_name
  const [sums, setSums] = useState<Sums | null>(null)
  const read = useCallback(async (id: number) => {
    const reply = await api("GET /order/refund/buyers", { document_id: id })
    if (!reply.ok) return reply
    setSums(reply.data)
    return { ...reply, data: { id, remark: "" } }
  }, [])
  const nothing = sums?.orders === 0
  const refund = async (input: Input<"POST /order/refund/buyers">) => {
    const reply = await api("POST /order/refund/buyers", input)
    if (reply.ok) crud.reload()
    if (reply.ok && reply.data.failed === 0) return reply
    // the sums have changed, or some orders are left
    await read(document.id)
    if (!reply.ok) return reply
    const { refunded, failed } = reply.data
    return { ok: false as const, status: 409, message: `退了 ${refunded} 个订单，还有 ${failed} 个没有退成，可以再试一次。` }
  }
  return (
    <FormDrawer
      open
      title="退还购买者"
      fields={nothing ? [] : [remark]}
      row={document}
      read={read}
      ok={nothing ? "知道了" : "确认退款"}
      danger={!nothing}
      done="退款已经受理"
      onSave={({ remark }) => {
        const { fen: money = 0, amount = 0 } = sums ?? {}
        return refund({ document_id: document.id, fen: money, amount, remark: String(remark ?? "") })
      }}
      onClose={onClose}
    >
      <p className="muted">
        《{document.title}》的原文件缺失。{sums ? sumsText(sums, creditName) : ""}
      </p>
    </FormDrawer>
  )
}
