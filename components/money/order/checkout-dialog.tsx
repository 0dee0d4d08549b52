"use client"

import dynamic from "next/dynamic"
import { useEffect, useState, type ReactNode } from "react"
import { useRechargeOffer } from "@/components/money/recharge/use-recharge-offer"
import { Box } from "@/components/ui/box"
import { useCall } from "@/components/ui/form/use-call"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import type { Input, Settings } from "@/lib/contract/types"
import { orderPrice } from "@/lib/view/money/order-text"
import { payMethods, paySiteOf } from "@/lib/view/money/pay-methods"
import { CheckoutSheet, type CheckoutItem } from "./checkout-sheet"
import { useOrderWatch } from "./use-order-watch"
import { usePay } from "./use-pay"

const RechargeDialog = dynamic(() => import("@/components/money/recharge/recharge-dialog").then((module) => module.RechargeDialog), {
  ssr: false,
})

/** The object of the sale, at the price that the user sees. `order_no` is "" until the user confirms. */
export type Sale = CheckoutItem & { order_no: string; fen: number }
type Facts = { balance: number; settings: Settings }

/** Reads the balance and the site's payment methods; null until loaded. */
const useFacts = (refuse: (message: string) => void): Facts | null => {
  const [facts, setFacts] = useState<Facts | null>(null)
  useEffect(() => {
    let alive = true
    void Promise.all([api("GET /user"), api("GET /settings")]).then(([user, settings]) => {
      if (!alive) return
      if (!user.ok) refuse(refusalText(user, "操作失败"))
      else if (!settings.ok) refuse(refusalText(settings, "操作失败"))
      else setFacts({ balance: user.data.credit_count, settings: settings.data })
    })
    return () => {
      alive = false
    }
  }, [refuse])
  return facts
}

type Props = {
  title: string
  sale: Sale
  product: Input<"POST /order">
  /** content below the button */
  note?: ReactNode
  onPaid: (orderNo: string) => void
  onClose: () => void
}

/**
 * Sells a document or a membership in a dialog. The order is placed when the user presses the button that pays, so that looking at a price
 * leaves nothing behind (docs/decisions/210).
 */
export const CheckoutDialog = ({ title, sale, product, note, onPaid, onClose }: Props) => {
  const [item, setItem] = useState(sale)
  const [type, setType] = useState(0)
  const [wrongCode, setWrongCode] = useState("")
  const [recharging, setRecharging] = useState(false)
  const [orderNo, setOrderNo] = useState(sale.order_no)
  const { busy: placing, refusal, refuse, call } = useCall({ inline: true })
  const facts = useFacts(refuse)
  const offer = useRechargeOffer()

  const placeOrder = async (): Promise<string | null> => {
    if (orderNo) return orderNo
    const placed = await call(() => api("POST /order", product), { fallback: "订单创建失败" })
    if (!placed) return null
    if (placed.status === OrderStatus.paid) {
      onPaid(placed.order_no)
      return null
    }
    setOrderNo(placed.order_no)
    if (placed.amount === item.amount && placed.fen === item.fen) return placed.order_no
    // a user must not pay a price that they have not seen
    setItem({ ...item, ...placed })
    if (facts) refuse(`价格刚刚变成了 ${orderPrice(placed, facts.settings.system)}，请确认后再支付`)
    return null
  }
  const payment = usePay(
    {
      placeOrder,
      onPaid,
      onRefused: ({ status, field, message }) => {
        // an order that has been closed since is placed again
        if (status === 409) setOrderNo("")
        if (field === "downcode") setWrongCode(message)
        else refuse(message)
        return true
      },
      accountAppid: facts?.settings.payment.official_account_appid ?? "",
      isOrderPage: false,
    },
    setType,
  )
  useOrderWatch(payment.code && orderNo, payment.code, () => onPaid(orderNo))

  const site = facts && paySiteOf(facts.settings)
  const methods = facts && site ? payMethods(item, facts.balance, site) : []
  const isShort = methods.some((method) => method.type === PaymentType.credit && method.refusal !== "")
  return (
    <>
      <Box open title={title} onClose={onClose} className="purchase">
        {facts && site ? (
          <CheckoutSheet
            item={item}
            creditName={site.creditName}
            methods={methods}
            type={type}
            onType={(next) => {
              setType(next)
              payment.forgetCode()
              refuse("")
            }}
            busy={placing || payment.busy}
            onPay={(method, downcode) => {
              setWrongCode("")
              refuse("")
              void payment.pay(method, downcode)
            }}
            codeTip={facts.settings.download.code_tip}
            wrongCode={wrongCode}
            refusal={refusal}
            code={payment.code}
            onAskPaid={payment.askPaid}
            below={
              offer &&
              isShort && (
                <button type="button" className="lk" aria-haspopup="dialog" onClick={() => setRecharging(true)}>
                  充值
                </button>
              )
            }
            note={note}
          />
        ) : refusal ? (
          <p className="msg" role="alert">
            {refusal}
          </p>
        ) : (
          <Skeleton height={240} />
        )}
      </Box>
      {recharging && offer && <RechargeDialog offer={offer} onClose={() => setRecharging(false)} />}
    </>
  )
}
