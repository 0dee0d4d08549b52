import { OrderType, PaymentType } from "@/lib/contract/money/order.enums"
import type { Order, Settings } from "@/lib/contract/types"
import { count, yuan } from "@/lib/rules/format"
import { fen } from "@/lib/rules/money/money"
import { paymentName } from "./order-text"

/** A payment method: `note` is displayed beside its name, `refusal` is why it cannot be selected now. */
export type PayMethod = { type: number; label: string; note: string; refusal: string }

type Site = {
  creditName: string
  vipByCredits: boolean
  /** the gateways that are available now (`GET /settings`) */
  gateways: Pick<Settings["payment"], "enable_wechatpay" | "enable_alipay" | "enable_xunhupay" | "xunhupay_name">
  codes: Pick<Settings["download"], "enable_code_download" | "max_price">
}

/** Credits can pay for documents, and for memberships if the site allows it, but never for credits (docs/reference/api.md 6.8). */
const creditPay = ({ order_type, amount }: Order, balance: number, { creditName, vipByCredits }: Site): PayMethod[] =>
  order_type === OrderType.document || (order_type === OrderType.vip && vipByCredits)
    ? [
        {
          type: PaymentType.credit,
          label: paymentName(PaymentType.credit, creditName),
          note: `剩余 ${count(balance)} ${creditName}`,
          refusal: balance < amount ? `还差 ${count(amount - balance)} ${creditName}` : "",
        },
      ]
    : []

/** Money can pay for everything that has a price in money. */
const gatewayPay = (order: Order, { gateways }: Site): PayMethod[] => {
  const ways: [enabled: boolean, type: number, name: string][] = [
    [gateways.enable_wechatpay, PaymentType.wechat, ""],
    [gateways.enable_alipay, PaymentType.alipay, ""],
    [gateways.enable_xunhupay, PaymentType.third, gateways.xunhupay_name],
  ]
  return ways
    .filter(([enabled]) => enabled && order.fen > 0)
    .map(([, type, name]) => ({ type, label: name || PaymentType.labelOf(type), note: `${yuan(fen(order.fen))} 元`, refusal: "" }))
}

/** Returns why a download code cannot pay this many credits; "" if it can. `maxPrice` 0: no limit. */
export const codeRefusal = (amount: number, maxPrice: number, creditName: string): string =>
  maxPrice > 0 && amount > maxPrice ? `只能用于 ${count(maxPrice)} ${creditName}以内的文档` : ""

/** A download code can pay for a document that is not free (docs/decisions/077). */
const codePay = ({ order_type, amount }: Order, { codes, creditName }: Site): PayMethod[] =>
  codes.enable_code_download && order_type === OrderType.document && amount > 0
    ? [
        {
          type: PaymentType.code,
          label: PaymentType.labelOf(PaymentType.code),
          note: "一个码下载一份文档",
          refusal: codeRefusal(amount, codes.max_price, creditName),
        },
      ]
    : []

/**
 * Returns the payment methods of an order on this site, with the preselected one first: credits if the balance suffices, otherwise the
 * first gateway, or the one of an earlier attempt.
 */
export const payMethods = (order: Order, balance: number, site: Site): PayMethod[] => {
  const methods = [...creditPay(order, balance, site), ...gatewayPay(order, site), ...codePay(order, site)]
  const first = methods.find(({ type }) => type === order.payment_type) ?? methods.find(({ refusal }) => refusal === "")
  return first ? [first, ...methods.filter((method) => method !== first)] : methods
}
