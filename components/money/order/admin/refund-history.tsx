"use client"

import { Drawer } from "antd"
import { useCallback } from "react"
import { DrawerWait } from "@/components/admin/crud/drawer-wait"
import type { PanelProps } from "@/components/admin/crud/options"
import { useEdited } from "@/components/admin/crud/use-edited"
import { useSideDrawer } from "@/components/ui/use-media"
import { useSettings } from "@/components/providers/settings"
import { Empty } from "@/components/ui/empty"
import { api } from "@/lib/api/client"
import type { OrderRefund } from "@/lib/contract/types"
import { RefundList } from "./refund-list"

/** 退款记录 of an order. */
export const RefundHistory = ({ rows: [order], onClose }: PanelProps<"/order">) => {
  const side = useSideDrawer()
  const creditName = useSettings().system.credit_name
  const { order_no } = order!
  const read = useCallback(
    async (id: number) => {
      const reply = await api("GET /order/refund", { order_no })
      return reply.ok ? { ...reply, data: { id, refund: reply.data.refund } } : reply
    },
    [order_no],
  )
  const { edited, failure, load } = useEdited(true, order!, read)
  const refunds = edited?.refund as OrderRefund[] | undefined
  return (
    <Drawer open onClose={onClose} title="退款记录" {...side}>
      <p className="muted">
        {order!.username} 的订单 {order_no}：{order!.product_name}。
      </p>
      {!refunds && <DrawerWait failure={failure} onRetry={load} />}
      {refunds?.length === 0 && <Empty title="没有退款">这个订单没有退过款。</Empty>}
      {refunds && refunds.length > 0 && <RefundList refunds={refunds} creditName={creditName} />}
    </Drawer>
  )
}
