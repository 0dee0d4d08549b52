"use client"

import dynamic from "next/dynamic"
import { usePathname, useRouter } from "next/navigation"
import { useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import type { Sale } from "@/components/money/order/checkout-dialog"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { OrderType } from "@/lib/contract/money/order.enums"
import { paths } from "@/lib/rules/path"

const CheckoutDialog = dynamic(() => import("@/components/money/order/checkout-dialog").then((module) => module.CheckoutDialog), {
  ssr: false,
})

/** `onJoined`: called after the payment instead of opening the page of its order. */
type Props = { type: number; name: string; best: boolean; onJoined?: () => void }

/**
 * 立即开通 for one plan: opens its price and the ways to pay, which is not an order yet. The page is the same for all users.
 */
export const BuyPlan = ({ type, name, best, onJoined }: Props) => {
  const router = useRouter()
  const here = usePathname()
  const feedback = useFeedback()
  const reload = useSession((state) => state.reload)
  const { busy, call } = useCall()
  const [sale, setSale] = useState<Sale | null>(null)
  const product = { order_type: OrderType.vip, product_id: type }

  const open = async () => {
    const offer = await call(() => api("GET /order/offer", product), {
      onRefused: ({ status }) => {
        if (status === 401) router.push(paths.login(here))
        return status === 401
      },
    })
    if (offer) setSale({ ...offer, order_no: "" })
  }
  const onPaid = (orderNo: string) => {
    feedback.success("恭喜你，支付成功")
    void reload()
    if (onJoined) onJoined()
    else router.push(paths.order(orderNo))
  }
  return (
    <>
      <BusyButton
        className={`lg block${best ? " p" : ""}`}
        busy={busy}
        aria-label={`立即开通${name}`}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        立即开通
      </BusyButton>
      {sale && <CheckoutDialog title="开通 VIP" sale={sale} product={product} onPaid={onPaid} onClose={() => setSale(null)} />}
    </>
  )
}
