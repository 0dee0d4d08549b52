"use client"

import type { PanelProps } from "@/components/admin/crud/options"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import type { Named } from "@/components/admin/crud/field"
import { api } from "@/lib/api/client"
import { PaymentType } from "@/lib/contract/money/order.enums"
import { yuan } from "@/lib/rules/format"
import { fen } from "@/lib/rules/money/money"

/** Payment methods that staff may record for payments outside the site (docs/decisions/064). */
const offline = PaymentType.options.filter(
  ({ value }) => value === PaymentType.bank || value === PaymentType.cash || value === PaymentType.other,
)
const fields: Named[] = [
  { name: "payment_type", label: "付款方式", kind: "enum", options: offline, required: "请选择付款方式", initial: PaymentType.bank },
  { name: "remark", label: "备注", kind: "textarea", max: 255, required: "请输入备注", placeholder: "例如：某银行转账，凭证号" },
]

/** 登记付款: the order is delivered as if its owner had paid on the site. */
export const MarkPaidPanel = ({ rows: [order], crud, onClose }: PanelProps<"/order">) => (
  <FormDrawer
    open
    title="登记付款"
    fields={fields}
    row={null}
    ok="确认已收款"
    done="付款已经登记，商品已经交付"
    onSave={async ({ payment_type, remark }) => {
      const { order_no } = order!
      const reply = await api("PUT /order/paid", { order_no, payment_type: Number(payment_type), remark: String(remark) })
      if (reply.ok) crud.reload()
      return reply
    }}
    onClose={onClose}
  >
    <p className="muted">
      {order!.username} 的订单 {order!.order_no}：{order!.product_name}，{yuan(fen(order!.fen))} 元。登记后不能撤销。
    </p>
  </FormDrawer>
)
