import { OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import type { Order, Settings } from "@/lib/contract/types"
import { count, yuan } from "@/lib/rules/format"
import { fen } from "@/lib/rules/money/money"
import { paymentName } from "./order-text"

/**
 * A payment method: `price` is the amount in its own unit; `note` is displayed below its name; `refusal` is why it cannot be selected now;
 * `action` is the text of the button that pays with it.
 */
export type PayMethod = { type: number; label: string; price: string; note: string; refusal: string; action: string }

/** The object of a payment: an order, or an offer before its order exists. */
export type Payable = Pick<Order, "order_type" | "amount" | "fen"> & Partial<Pick<Order, "payment_type">>

export type PaySite = {
  creditName: string
  vipByCredits: boolean
  /** the gateways that are available now (`GET /settings`) */
  gateways: Pick<Settings["payment"], "enable_wechatpay" | "enable_alipay" | "enable_xunhupay" | "xunhupay_name">
  codes: Pick<Settings["download"], "enable_code_download" | "max_price">
}

/** Returns the site's payment methods, from its settings. */
export const paySiteOf = ({ system, vip, payment, download }: Settings): PaySite => ({
  creditName: system.credit_name || "魔豆",
  vipByCredits: vip.enable_credit_pay,
  gateways: payment,
  codes: download,
})

const actionOf = (label: string, price: string): string => `用${label.replace(/支付$/, "")}支付 ${price}`

/** Credits can pay for documents, and for memberships if the site allows it, but never for credits (docs/reference/api.md 6.8). */
const creditPay = ({ order_type, amount }: Payable, balance: number, { creditName, vipByCredits }: PaySite): PayMethod[] => {
  if (order_type !== OrderType.document && !(order_type === OrderType.vip && vipByCredits)) return []
  const label = paymentName(PaymentType.credit, creditName)
  const price = `${count(amount)} ${creditName}`
  const rest = balance - amount
  return [
    {
      type: PaymentType.credit,
      label,
      price,
      note: rest < 0 ? "" : `余额 ${count(balance)}，付后还有 ${count(rest)}`,
      refusal: rest < 0 ? `余额 ${count(balance)}，还差 ${count(-rest)} ${creditName}` : "",
      action: actionOf(label, price),
    },
  ]
}

/** Money can pay for everything that has a price in money. */
const gatewayPay = (order: Payable, { gateways }: PaySite): PayMethod[] => {
  const ways: [enabled: boolean, type: number, name: string][] = [
    [gateways.enable_wechatpay, PaymentType.wechat, ""],
    [gateways.enable_alipay, PaymentType.alipay, ""],
    [gateways.enable_xunhupay, PaymentType.third, gateways.xunhupay_name],
  ]
  const price = `¥${yuan(fen(order.fen))}`
  return ways
    .filter(([enabled]) => enabled && order.fen > 0)
    .map(([, type, name]) => {
      const label = name || PaymentType.labelOf(type)
      return { type, label, price, note: "", refusal: "", action: actionOf(label, price) }
    })
}

/** Returns why a download code cannot pay this many credits; "" if it can. `maxPrice` 0: no limit. */
const codeRefusal = (amount: number, maxPrice: number, creditName: string): string =>
  maxPrice > 0 && amount > maxPrice ? `只能用于 ${count(maxPrice)} ${creditName}以内的文档` : ""

/** A download code can pay for a document that is not free (docs/decisions/077). */
const codePay = ({ order_type, amount }: Payable, { codes, creditName }: PaySite): PayMethod[] =>
  codes.enable_code_download && order_type === OrderType.document && amount > 0
    ? [
        {
          type: PaymentType.code,
          label: PaymentType.labelOf(PaymentType.code),
          price: "1 个下载码",
          note: "一个码下载一份文档",
          refusal: codeRefusal(amount, codes.max_price, creditName),
          action: "用下载码下载",
        },
      ]
    : []

/**
 * Returns the payment methods of an order on this site, with the preselected one first: credits if the balance suffices, otherwise the
 * first gateway, or the one of an earlier attempt.
 */
export const payMethods = (order: Payable, balance: number, site: PaySite): PayMethod[] => {
  const methods = [...creditPay(order, balance, site), ...gatewayPay(order, site), ...codePay(order, site)]
  const first = methods.find(({ type }) => type === order.payment_type) ?? methods.find(({ refusal }) => refusal === "")
  return first ? [first, ...methods.filter((method) => method !== first)] : methods
}
