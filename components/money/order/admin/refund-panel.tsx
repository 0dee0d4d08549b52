"use client"

import { useCallback, useState } from "react"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import type { Named } from "@/components/admin/crud/field"
import type { PanelProps } from "@/components/admin/crud/options"
import { useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { OrderType } from "@/lib/contract/money/order.enums"
import type { OrderRefund } from "@/lib/contract/types"
import { refundNumber } from "@/lib/rules/money/refund"
import { refundHint, refundLeftOf } from "@/lib/view/money/refund-text"
import { RefundList } from "./refund-list"

/** The goods that a refund withdraws, by order type. */
const consequences: Record<number, string> = {
  [OrderType.document]: "全部退款后，对方不能再下载这份文档；作者的收入按比例收回，作者已经花掉的由网站承担。",
  [OrderType.vip]: "会员的时间和下载次数按比例收回；全部退款后会员立即停止。",
  [OrderType.recharge]: "充值所得按比例收回；对方已经花掉的不能退。",
}

const remark: Named = {
  name: "remark",
  label: "备注",
  kind: "textarea",
  max: 255,
  required: "请输入退款原因",
  placeholder: "例如：重复购买",
}

/** 退款: refunds part or all of the payment, and lists earlier refunds of the order. */
export const RefundPanel = ({ rows: [row], crud, onClose }: PanelProps<"/order">) => {
  const order = row!
  const creditName = useSettings().system.credit_name
  const [refunds, setRefunds] = useState<OrderRefund[]>([])
  // stays the same while the panel is open, so that a retried request is the same refund
  const [refund_no] = useState(() => refundNumber(new Date()))
  const left = refundLeftOf(order)
  const sum: Named =
    left.amount > 0
      ? { name: "amount", label: `退还${creditName}`, kind: "number", min: 1, max: left.amount, required: true, always: true }
      : { name: "fen", label: "退款金额（元）", kind: "money", min: 1, max: left.fen, required: true, always: true }
  const { order_no } = order
  const read = useCallback(
    async (id: number) => {
      const reply = await api("GET /order/refund", { order_no })
      if (!reply.ok) return reply
      setRefunds(reply.data.refund)
      return { ...reply, data: { id, fen: reply.data.most_fen, amount: reply.data.most_amount, remark: "" } }
    },
    [order_no],
  )
  return (
    <FormDrawer
      open
      title="退款"
      fields={[{ ...sum, hint: refundHint(order.payment_type) }, remark]}
      row={order}
      read={read}
      ok="确认退款"
      danger
      done="退款已经受理"
      onSave={async (values) => {
        const refundInput = { fen: Number(values.fen ?? 0), amount: Number(values.amount ?? 0), remark: String(values.remark ?? "") }
        const reply = await api("POST /order/refund", { order_no, refund_no, ...refundInput })
        if (reply.ok) crud.reload()
        return reply
      }}
      onClose={onClose}
    >
      <p className="muted">
        {order.username} 的订单 {order_no}：{order.product_name}。{consequences[order.order_type]}
      </p>
      {refunds.length > 0 && <RefundList refunds={refunds} creditName={creditName} />}
    </FormDrawer>
  )
}
