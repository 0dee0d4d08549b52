import { createHmac } from "node:crypto"
import { fen, type Fen } from "../../../lib/rules/money/money"
import type { Payments } from "./create-payments"
import { isTooOld } from "./form-notices"
import {
  GatewayError,
  gatewayNames,
  type Gateway,
  type GatewayName,
  type Notice,
  type Receipt,
  type ReceiptState,
  type Started,
} from "./payment.port"

/** A payment as the fake knows it. */
export type MemoryTrade = {
  order_no: string
  payment_no: string
  fen: Fen
  notify_url: string
  state: ReceiptState
  refunds: Map<string, number>
}
type NoticeFields = Pick<MemoryTrade, "order_no" | "payment_no" | "state"> & {
  fen: number
  currency: string
  merchant: string
  app: string
  time: Date
}
/** Fields in which a notice differs from its trade. `key` "another": signed with a foreign key. */
export type MemoryNoticeChanges = Partial<NoticeFields & { key: "another" }>

const identity = { currency: "CNY", merchant: "merchant", app: "app" } as const
const signatureOf = (fields: string, key: string) => createHmac("sha256", key).update(fields).digest("hex")

const fieldsOf = ({ body }: Notice): NoticeFields => {
  const [, fields = "", signature = ""] = /^(\{.*\})\n(\w+)$/.exec(body) ?? []
  if (!fields || signature !== signatureOf(fields, "memory")) throw new GatewayError("signature", "not signed")
  const parsed = JSON.parse(fields) as Omit<NoticeFields, "time"> & { time: string }
  return { ...parsed, time: new Date(parsed.time) }
}

/** The fake: all gateways in memory, and their side of a payment (`pay`, `notice`, …). Every configuration is accepted. */
export const memoryPayments = ({ now = () => new Date() }: { now?: () => Date } = {}) => {
  const trades = new Map(gatewayNames.map((name) => [name, new Map<string, MemoryTrade>()]))
  let failure: "silent" | "losing" | null = null
  let hasFunds = true

  const tradeOf = (name: GatewayName, order_no: string) => trades.get(name)!.get(order_no)
  const requireTrade = (name: GatewayName, order_no: string): MemoryTrade => {
    const trade = tradeOf(name, order_no)
    if (!trade) throw new Error(`${name} has no trade ${order_no}`)
    return trade
  }
  const receiptOf = ({ order_no, payment_no, fen: amount, state, refunds }: MemoryTrade): Receipt => {
    const isPaid = state === "paid"
    const isRefunded = isPaid && [...refunds.values()].reduce((sum, part) => sum + part, 0) === amount
    const paid_at = isPaid ? now() : null
    return { ...identity, order_no, payment_no: isPaid ? payment_no : "", fen: amount, state: isRefunded ? "refunded" : state, paid_at }
  }
  const answer = () => {
    if (failure === "silent") throw new GatewayError("unavailable", "network")
  }

  const gatewayOf = (name: GatewayName): Gateway => ({
    begin: async ({ order_no, fen: amount, notify_url, scene }): Promise<Started> => {
      answer()
      const existing = tradeOf(name, order_no)
      if (existing && existing.fen !== amount) throw new GatewayError("refused", "another amount")
      const trade: MemoryTrade = existing ?? {
        order_no,
        payment_no: `42${order_no}`,
        fen: amount,
        notify_url,
        state: "pending",
        refunds: new Map(),
      }
      trades.get(name)!.set(order_no, trade)
      if (scene === "wechat") return { payment_url: "", extra: { package: `prepay_id=${order_no}` } }
      return { payment_url: `https://pay.example.com/${name}/${order_no}`, extra: {} }
    },
    query: async (order_no) => {
      answer()
      const trade = tradeOf(name, order_no)
      return trade ? receiptOf(trade) : null
    },
    close: async (order_no) => {
      answer()
      const trade = tradeOf(name, order_no)
      if (trade?.state === "paid") throw new GatewayError("refused", "already paid")
      if (trade) trade.state = "closed"
    },
    refund: async ({ payment_no, refund_no, fen: amount }) => {
      answer()
      const trade = [...trades.get(name)!.values()].find((one) => one.payment_no === payment_no)
      if (!hasFunds || trade?.state !== "paid") throw new GatewayError("refused", "no funds")
      const rest = trade.fen - [...trade.refunds.values()].reduce((sum, part) => sum + part, 0)
      if (!trade.refunds.has(refund_no) && amount > rest) throw new GatewayError("refused", "more than was paid")
      trade.refunds.set(refund_no, amount)
      if (failure === "losing") throw new GatewayError("unavailable", "network")
      return { done: true }
    },
    findRefund: async ({ payment_no, refund_no }) => {
      answer()
      const trade = [...trades.get(name)!.values()].find((one) => one.payment_no === payment_no)
      return trade?.refunds.has(refund_no) ? "done" : null
    },
    verify: (notice) => {
      const { time, fen: amount, ...fields } = fieldsOf(notice)
      if (fields.merchant !== identity.merchant || fields.app !== identity.app) throw new GatewayError("merchant", "another merchant")
      if (isTooOld(time, now())) throw new GatewayError("age", "too old")
      return { ...fields, fen: fen(amount), paid_at: fields.state === "paid" ? time : null }
    },
    taken: { status: 200, type: "text/plain", body: "success" },
    refused: { status: 400, type: "text/plain", body: "fail" },
  })

  const payments: Payments = {
    trial: false,
    wechatpay: () => gatewayOf("wechatpay"),
    alipay: () => gatewayOf("alipay"),
    xunhupay: () => gatewayOf("xunhupay"),
    platformCertificate: async () => null,
  }
  return {
    ...payments,
    gatewayOf,
    trade: tradeOf,
    /** Pays the trade without sending a notice. */
    pay: (name: GatewayName, order_no: string): void => void (requireTrade(name, order_no).state = "paid"),
    /** Returns the call that the gateway would make. */
    notice: (name: GatewayName, order_no: string, { key, ...changes }: MemoryNoticeChanges = {}): Notice => {
      const { payment_no, fen: amount, state } = requireTrade(name, order_no)
      const fields = JSON.stringify({ ...identity, order_no, payment_no, fen: amount, state, time: now(), ...changes })
      return { headers: {}, body: `${fields}\n${signatureOf(fields, key ?? "memory")}` }
    },
    /** "silent": answers nothing · "losing": refunds money without an answer. */
    misbehave: (how: "silent" | "losing" | null): void => void (failure = how),
    refund: (how: "prompt" | "refused"): void => void (hasFunds = how === "prompt"),
  }
}
