import { useEffect, useEffectEvent } from "react"
import { api } from "@/lib/api/client"
import { OrderStatus } from "@/lib/contract/money/order.enums"

const firstMs = 3_000
const maxMs = 60_000

/**
 * Polls whether a pending order was paid elsewhere (at a gateway, on another device, by staff): first after 3 s, then less and less often,
 * and only in a visible tab. A new payment (`begun`, its code) restarts the polling. Without an order (`orderNo` "") it does nothing.
 */
export const useOrderWatch = (orderNo: string, begun: string, onChanged: () => void): void => {
  const changed = useEffectEvent(onChanged)
  useEffect(() => {
    if (!orderNo) return
    let timer = 0
    let wait = firstMs
    let alive = true
    const look = async () => {
      if (document.visibilityState === "visible") {
        const reply = await api("GET /order/status", { order_no: orderNo })
        if (!alive) return
        if (reply.ok && reply.data.status !== OrderStatus.pending) return changed()
      }
      wait = Math.min(maxMs, wait * 1.5)
      timer = window.setTimeout(() => void look(), wait)
    }
    const soon = () => {
      if (document.visibilityState !== "visible") return
      window.clearTimeout(timer)
      wait = firstMs
      timer = window.setTimeout(() => void look(), wait)
    }
    soon()
    document.addEventListener("visibilitychange", soon)
    return () => {
      alive = false
      window.clearTimeout(timer)
      document.removeEventListener("visibilitychange", soon)
    }
  }, [orderNo, begun])
}
