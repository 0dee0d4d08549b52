import "@/app/styles/money/order-checkout.css"
import { useState, type ReactNode } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { MoreIcon } from "@/components/ui/more-icon"
import { OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import type { Order } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { fullPrice, orderName } from "@/lib/view/money/order-text"
import type { PayMethod } from "@/lib/view/money/pay-methods"
import { CodeField, noCode } from "../download-code/code-field"
import { PayCode } from "./pay-code"

/** The object of the sheet: an order, or an offer before its order exists. */
export type CheckoutItem = Pick<Order, "order_type" | "product_uuid" | "product_name" | "quantity" | "amount" | "coupon_amount">

type Props = {
  item: CheckoutItem
  creditName: string
  /** the preselected one first */
  methods: PayMethod[]
  /** the selected method */
  type: number
  onType: (type: number) => void
  busy: boolean
  onPay: (type: number, downcode: string) => void
  /** HTML from the settings: the text about download codes */
  codeTip?: string
  /** the server's message about the download code, "" for none */
  wrongCode?: string
  /** the server's message about the payment, "" for none */
  refusal?: string
  /** the QR code to scan, "" for none; `onAskPaid` checks whether it was paid */
  code?: string
  onAskPaid?: () => Promise<void>
  /** content below the methods, e.g. 充值 */
  below?: ReactNode
  /** content below the button */
  note?: ReactNode
}

/** One sheet for every product: its description, the methods, and one button with the amount in the unit of the chosen method. */
export const CheckoutSheet = (props: Props) => {
  const { item, creditName, methods, type, onType, busy, onPay, codeTip = "", refusal = "", code = "", below, note } = props
  const [downcode, setDowncode] = useState("")
  const [missing, setMissing] = useState(false)
  const chosen = methods.find((method) => method.type === type) ?? methods[0]
  const byCode = chosen?.type === PaymentType.code
  return (
    <form
      className="checkout"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!chosen) return
        const isMissing = byCode && !downcode.trim()
        setMissing(isMissing)
        if (!isMissing) onPay(chosen.type, byCode ? downcode.trim() : "")
      }}
    >
      <Item item={item} creditName={creditName} chosen={chosen} />
      {chosen ? (
        <>
          <Ways methods={methods} type={chosen.type} onType={onType} />
          {byCode && !chosen.refusal && (
            <CodeField
              tip={codeTip}
              value={downcode}
              wrong={missing && !downcode.trim() ? noCode : (props.wrongCode ?? "")}
              onChange={setDowncode}
            />
          )}
          {below}
          {code && props.onAskPaid && <PayCode text={code} onAsk={props.onAskPaid} />}
          {refusal && (
            <p className="msg" role="alert">
              <MoreIcon name="fail" small />
              {refusal}
            </p>
          )}
          <div className="ck-go">
            <BusyButton type="submit" className={`lg block${code ? "" : " p"}`} busy={busy} disabled={chosen.refusal !== ""}>
              {code ? "换一个二维码" : chosen.action}
            </BusyButton>
          </div>
        </>
      ) : (
        <div className="alert warn">
          <MoreIcon name="alert" />
          <span>网站现在没有可用的支付方式。转账等线下付款请联系管理员，到账后由管理员登记。</span>
        </div>
      )}
      {note}
    </form>
  )
}

const Item = ({ item, creditName, chosen }: { item: CheckoutItem; creditName: string; chosen: PayMethod | undefined }) => {
  // in credits, so it is only beside a price in credits
  const before = chosen?.type === PaymentType.credit ? fullPrice(item, creditName) : ""
  return (
    <div className="ck-what">
      <Picture item={item} />
      <div>
        <b>{orderName(item, creditName)}</b>
        <span>{OrderType.labelOf(item.order_type)}</span>
      </div>
      <p className="pay-sum num" aria-live="polite">
        {before && (
          <s>
            <span className="sr">原价</span>
            {before}
          </s>
        )}
        <b>{chosen?.price}</b>
      </p>
    </div>
  )
}

/** The cover of a document, otherwise an icon of the product. */
const Picture = ({ item }: { item: CheckoutItem }) => {
  const [isLost, setLost] = useState(false)
  const isDocument = item.order_type === OrderType.document
  if (isDocument && item.product_uuid && !isLost)
    return <img className="ck-pic" src={paths.cover(item.product_uuid, 0)} alt="" width={56} height={79} onError={() => setLost(true)} />
  return (
    <span className="ck-pic" aria-hidden="true">
      {item.order_type === OrderType.vip ? "VIP" : <MoreIcon name={isDocument ? "file" : "coin"} />}
    </span>
  )
}

const Ways = ({ methods, type, onType }: { methods: PayMethod[]; type: number; onType: (type: number) => void }) => (
  <fieldset>
    <legend className="sr">支付方式</legend>
    {methods.map((method) => (
      <label key={method.type} className="pay-way">
        <input type="radio" name="payment_type" value={method.type} checked={method.type === type} onChange={() => onType(method.type)} />
        <span>
          {method.label}
          {method.note && <small className="num">{method.note}</small>}
          {method.refusal && <small className="pay-short num">{method.refusal}</small>}
        </span>
        <b className="num">{method.price}</b>
      </label>
    ))}
  </fieldset>
)
