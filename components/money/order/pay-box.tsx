"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { OrderType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import type { PayMethod } from "@/lib/view/money/pay-methods"
import { CheckoutSheet } from "./checkout-sheet"
import { useOrderWatch } from "./use-order-watch"
import { usePay } from "./use-pay"

type Props = {
  order: Order
  methods: PayMethod[]
  creditName: string
  /** HTML from the settings: the text about download codes */
  codeTip?: string
  /** app ID of the official account that identifies the payer inside WeChat; "" if there is none */
  accountAppid?: string
}

/** Reports the payment and delivers the product: downloads the document's file, or refreshes the page. */
const useGoods = ({ order_type, product_id }: Order) => {
  const router = useRouter()
  const feedback = useFeedback()
  const reload = useSession((state) => state.reload)
  return async () => {
    feedback.success("恭喜你，支付成功")
    void reload()
    router.refresh()
    if (order_type !== OrderType.document) return
    const file = await api("GET /document/download", { id: product_id, ask: true })
    if (file.ok) location.assign(file.data.url)
    else feedback.error(refusalText(file, "下载失败"))
  }
}

/** The payment of a pending order on its own page. */
export const PayBox = ({ order, methods, creditName, codeTip, accountAppid = "" }: Props) => {
  const router = useRouter()
  const [type, setType] = useState(methods[0]?.type ?? 0)
  const onPaid = useGoods(order)
  const { busy, pay, code, askPaid, forgetCode } = usePay(
    {
      placeOrder: () => Promise.resolve(order.order_no),
      onPaid,
      // it may have been closed or paid elsewhere
      onRefused: () => router.refresh(),
      accountAppid,
      isOrderPage: true,
    },
    setType,
  )
  useOrderWatch(order.order_no, code, () => router.refresh())
  return (
    <CheckoutSheet
      item={order}
      creditName={creditName}
      methods={methods}
      type={type}
      onType={(next) => {
        setType(next)
        forgetCode()
      }}
      busy={busy}
      onPay={(method, downcode) => void pay(method, downcode)}
      codeTip={codeTip}
      code={code}
      onAskPaid={askPaid}
    />
  )
}
