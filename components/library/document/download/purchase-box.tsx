"use client"

import dynamic from "next/dynamic"
import { useRouter } from "next/navigation"
import { useEffect, useState, type FormEvent } from "react"
import "@/app/styles/money/purchase.css"
import { SubmitButton } from "@/components/ui/form/submit-button"
import { useCall } from "@/components/ui/form/use-call"
import { CodeField, noCode } from "@/components/money/download-code/code-field"
import { useRechargeOffer } from "@/components/money/recharge/use-recharge-offer"
import { useOffers, useSettings } from "@/components/providers/settings"
import { Box } from "@/components/ui/box"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { paths } from "@/lib/rules/path"
import { orderPrice } from "@/lib/view/money/order-text"
import { codeRefusal } from "@/lib/view/money/pay-methods"
import { CreditTerms } from "./credit-terms"
import { documentProduct, type Purchasable } from "./order-document"

const RechargeDialog = dynamic(() => import("@/components/money/recharge/recharge-dialog").then((module) => module.RechargeDialog), {
  ssr: false,
})

type Props = { purchasable: Purchasable; onPaid: () => void; onClose: () => void }
type Facts = { balance: number; tip: string }

/** Returns the current balance and, if download codes are accepted, the site's text about them; null until loaded. */
const useFacts = (byCode: boolean, refuse: (message: string) => void): Facts | null => {
  const [facts, setFacts] = useState<Facts | null>(null)
  useEffect(() => {
    let alive = true
    void Promise.all([api("GET /user"), byCode ? api("GET /settings") : null]).then(([user, settings]) => {
      if (!alive) return
      if (user.ok) setFacts({ balance: user.data.credit_count, tip: settings?.ok ? settings.data.download.code_tip : "" })
      else refuse(refusalText(user, "操作失败"))
    })
    return () => {
      alive = false
    }
  }, [byCode, refuse])
  return facts
}

/**
 * 文档下载: displays a document's price and asks for confirmation before payment with credits or a download code (docs/decisions/067, 077).
 * The document is ordered when the user confirms.
 */
export const PurchaseBox = ({ purchasable, onPaid, onClose }: Props) => {
  const router = useRouter()
  const { system, download } = useSettings()
  const [order, setOrder] = useState(purchasable)
  const takesCodes = useOffers()("POST /order/pay downcode") && download.enable_code_download
  const [type, setType] = useState<number>(PaymentType.credit)
  const [downcode, setDowncode] = useState("")
  const [wrong, setWrong] = useState("")
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const facts = useFacts(takesCodes, refuse)
  const offer = useRechargeOffer()
  const [recharging, setRecharging] = useState(false)
  const byCode = type === PaymentType.code
  const tooDear = codeRefusal(order.amount, download.max_price, system.credit_name)
  const payable = facts !== null && (byCode ? tooDear === "" : facts.balance >= order.amount)

  /** Orders the document unless that is done; null if it was refused or needs no payment any more. */
  const placeOrder = async (): Promise<Purchasable | null> => {
    if (order.order_no) return order
    const placed = await call(() => api("POST /order", documentProduct(order.product_id)), { fallback: "订单创建失败" })
    if (!placed) return null
    if (placed.status === OrderStatus.paid) {
      onPaid()
      return null
    }
    setOrder(placed)
    return placed
  }
  const payElsewhere = async () => {
    const placed = await placeOrder()
    if (placed) router.push(paths.order(placed.order_no))
  }
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (byCode && !downcode.trim()) return setWrong(noCode)
    const placed = await placeOrder()
    if (!placed) return
    // nobody pays a price that they have not seen
    if (placed.amount !== order.amount) return refuse(`价格刚刚变成了 ${orderPrice(placed, system)}，请确认后再下载`)
    const code = byCode ? { downcode: downcode.trim() } : {}
    const paid = await call(() => api("POST /order/pay", { order_no: placed.order_no, payment_type: type, ...code }), {
      fallback: "下载失败",
      onRefused: ({ status, field, message }) => {
        // an order that was closed meanwhile is placed again
        if (status === 409) setOrder({ ...placed, order_no: "" })
        if (field === "downcode") setWrong(message)
        return field === "downcode"
      },
    })
    if (paid?.order_status === OrderStatus.paid) onPaid()
    else if (paid) refuse("还没有支付成功，请到订单页查看")
  }

  return (
    <>
      <Box open title="文档下载" onClose={onClose} className="purchase">
        <form className="fm" noValidate onSubmit={(event) => void pay(event)}>
          <p className="purchase-what">
            《{order.product_name}》<b className="num">{orderPrice(order, system)}</b>
          </p>
          {takesCodes && (
            <fieldset className="purchase-ways">
              <legend className="sr">下载方式</legend>
              {[PaymentType.credit, PaymentType.code].map((value) => (
                <label key={value}>
                  <input type="radio" name="payment_type" checked={type === value} onChange={() => setType(value)} />
                  {value === PaymentType.code ? "下载码下载" : `${system.credit_name}下载`}
                </label>
              ))}
            </fieldset>
          )}
          {!byCode && (
            <CreditTerms
              amount={order.amount}
              balance={facts?.balance ?? null}
              action={
                offer && (
                  <button type="button" className="lk" aria-haspopup="dialog" onClick={() => setRecharging(true)}>
                    充值
                  </button>
                )
              }
            />
          )}
          {byCode && tooDear && <p className="purchase-terms">下载码{tooDear}</p>}
          {byCode && !tooDear && (
            <CodeField
              tip={facts?.tip ?? ""}
              value={downcode}
              wrong={wrong}
              onChange={(value) => {
                setDowncode(value)
                setWrong("")
              }}
            />
          )}
          {refusal && (
            <p className="msg" role="alert">
              <MoreIcon name="fail" small />
              {refusal}
            </p>
          )}
          <div className="purchase-acts">
            <button type="button" className="bt" disabled={busy} onClick={() => void payElsewhere()}>
              其他支付方式
            </button>
            <SubmitButton busy={busy} working="正在支付" disabled={!payable} className="">
              马上下载
            </SubmitButton>
          </div>
        </form>
      </Box>
      {recharging && offer && <RechargeDialog offer={offer} onClose={() => setRecharging(false)} />}
    </>
  )
}
