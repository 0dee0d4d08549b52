"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useCall } from "@/components/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import { OrderStatus, OrderType } from "@/lib/contract/enums"
import type { Order } from "@/lib/contract/types"
import { orderPrice } from "@/lib/view/order/order-text"
import type { PayMethod } from "@/lib/view/order/pay-methods"
import { PayCode } from "./pay-code"
import { useOrderWatch } from "./use-order-watch"

type Props = { order: Order; methods: PayMethod[]; creditName: string }

/** How a pending order is paid: the ways that the site has, the price, and the button. */
export const PayBox = ({ order, methods, creditName }: Props) => {
  const [type, setType] = useState(methods[0]?.type ?? 0)
  const { busy, pay, code, forgetCode } = usePay(order)
  useOrderWatch(order.order_no, code)
  const chosen = methods.find((method) => method.type === type)
  if (!chosen)
    return (
      <div className="alert warn">
        <Icon name="alert" />
        <span>网站现在没有可用的支付方式。转账等线下付款请联系管理员，到账后由管理员登记。</span>
      </div>
    )
  return (
    <form
      className="pay"
      onSubmit={(event) => {
        event.preventDefault()
        void pay(chosen.type)
      }}
    >
      <fieldset>
        <legend className="sr">支付方式</legend>
        {methods.map((method) => (
          <label key={method.type} className="pay-way">
            <input
              type="radio"
              name="payment_type"
              value={method.type}
              checked={method.type === type}
              onChange={() => {
                setType(method.type)
                forgetCode()
              }}
            />
            <b>{method.label}</b>
            <span className="muted num">{method.note}</span>
            {method.refusal && <span className="pay-short num">{method.refusal}</span>}
          </label>
        ))}
      </fieldset>
      <p className="pay-sum">
        应付 <b className="num">{orderPrice(order, creditName)}</b>
      </p>
      {code && <PayCode text={code} orderNo={order.order_no} />}
      <button type="submit" className={`bt lg${code ? "" : " p"}${busy ? " busy" : ""}`} disabled={chosen.refusal !== ""} aria-busy={busy}>
        {busy && <span className="spin" />}
        {code ? "换一个二维码" : "支付订单"}
      </button>
    </form>
  )
}

/**
 * Pays, says so, and gives what was bought: the file of a document, else the page as it is now. A gateway's page is opened; what only its app can
 * open is `code`, to be shown for a phone's camera.
 */
const usePay = (order: Order) => {
  const router = useRouter()
  const feedback = useFeedback()
  const reload = useSession((state) => state.reload)
  const { busy, call } = useCall()
  const [code, setCode] = useState("")
  const pay = async (payment_type: number) => {
    const is_wap = window.matchMedia("(max-width: 767px)").matches
    const reply = await call(() => api("POST /order/pay", { order_no: order.order_no, payment_type, is_wap }), {
      // it may be closed or paid elsewhere
      onRefused: () => router.refresh(),
    })
    if (!reply) return
    if (reply.order_status !== OrderStatus.paid) {
      // a gateway's own page leads back here
      if (/^https?:/.test(reply.payment_url)) location.assign(reply.payment_url)
      else setCode(reply.payment_url)
      return
    }
    feedback.success("恭喜您，支付成功")
    void reload()
    router.refresh()
    if (order.order_type !== OrderType.document) return
    const file = await api("GET /document/download", { id: order.product_id })
    if (file.ok) location.assign(file.data.url)
    else feedback.error(file.message || "下载失败")
  }
  return { busy, pay, code, forgetCode: () => setCode("") }
}
