"use client"

import { useRouter } from "next/navigation"
import { OrderType } from "@/lib/contract/money/order.enums"
import { paths } from "@/lib/rules/path"
import { hrefOf } from "@/lib/view/library/list/query"
import { Pick } from "@/components/ui/my-list/pick"

export const OrderTypePick = ({ status, type }: { status: string; type: string }) => {
  const router = useRouter()
  return (
    <Pick
      label="订单类型"
      value={type}
      onChange={(value) => router.push(hrefOf(paths.myOrders, { status, order_type: value }), { scroll: false })}
    >
      <option value="">全部类型</option>
      {OrderType.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Pick>
  )
}
