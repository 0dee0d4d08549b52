"use client"

import { useState } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { PaymentType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import { takesMoney } from "@/lib/rules/money/paid-in-money"
import { orderPrice, type CreditUnit } from "@/lib/view/money/order-text"
import type { PayMethod } from "@/lib/view/money/pay-methods"
import { CodeField, noCode } from "../download-code/code-field"
import { PayCode } from "./pay-code"
import { useOrderWatch } from "./use-order-watch"
import { usePay } from "./use-pay"

type Props = {
  order: Order
  methods: PayMethod[]
  unit: CreditUnit
  /** HTML from the settings: the text about download codes */
  codeTip?: string
  /** app ID of the official account that identifies the payer inside WeChat; "" if there is none */
  accountAppid?: string
}

/** The payment of a pending order: the site's payment methods, the price and the button. */
export const PayBox = ({ order, methods, unit, codeTip = "", accountAppid = "" }: Props) => {
  const [type, setType] = useState(methods[0]?.type ?? 0)
  const [downcode, setDowncode] = useState("")
  const [wrong, setWrong] = useState("")
  const { busy, pay, code, forgetCode } = usePay(order, accountAppid, setType)
  useOrderWatch(order.order_no, code)
  const chosen = methods.find((method) => method.type === type)
  if (!chosen)
    return (
      <div className="alert warn">
        <MoreIcon name="alert" />
        <span>网站现在没有可用的支付方式。转账等线下付款请联系管理员，到账后由管理员登记。</span>
      </div>
    )
  const byCode = chosen.type === PaymentType.code
  return (
    <form
      className="pay"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (byCode && !downcode.trim()) setWrong(noCode)
        else void pay(chosen.type, downcode.trim())
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
      {byCode && !chosen.refusal && (
        <CodeField
          tip={codeTip}
          value={downcode}
          wrong={wrong}
          onChange={(value) => {
            setDowncode(value)
            setWrong("")
          }}
        />
      )}
      <p className="pay-sum">
        应付 <b className="num">{byCode ? "1 个下载码" : orderPrice(order, unit, takesMoney(chosen.type))}</b>
      </p>
      {code && <PayCode text={code} orderNo={order.order_no} />}
      <button type="submit" className={`bt lg${code ? "" : " p"}${busy ? " busy" : ""}`} disabled={chosen.refusal !== ""} aria-busy={busy}>
        {busy && <span className="spin" />}
        {code ? "换一个二维码" : "支付订单"}
      </button>
    </form>
  )
}
