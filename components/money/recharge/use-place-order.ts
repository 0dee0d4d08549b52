"use client"

import { usePathname, useRouter } from "next/navigation"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { OrderStatus } from "@/lib/contract/money/order.enums"
import type { Input, Order } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"

/**
 * Places an order and opens its page; visitors are sent to the login and back. Resolves to the order if it must still be paid, otherwise to
 * null.
 */
export const usePlaceOrder = () => {
  const router = useRouter()
  const here = usePathname()
  const { busy, call } = useCall()
  const placeOrder = async (input: Input<"POST /order">): Promise<Order | null> => {
    const order = await call(() => api("POST /order", input), {
      fallback: "订单创建失败",
      onRefused: ({ status }) => {
        if (status === 401) router.push(paths.login(here))
        return status === 401
      },
    })
    if (order?.status !== OrderStatus.pending) return null
    router.push(paths.order(order.order_no))
    return order
  }
  return { busy, place: placeOrder }
}
