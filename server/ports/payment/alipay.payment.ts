import { AlipaySdk } from "alipay-sdk"
import { z } from "zod"
import { formatYuan, noFen, parseYuan, type Fen } from "../../../lib/rules/money/money"
import { formOf, isTooOld, shanghaiTime, timeInShanghai } from "./form-notices"
import { bareKey, privateKeyOf, publicKeyOf } from "./keys"
import { GatewayError, type Gateway, type Receipt, type ReceiptState } from "./payment.port"

export type AlipayConfig = { app_id: string; seller_id: string; private_key: string; alipay_public_key: string }
/** `gateway` is the full address, such as `https://openapi.alipay.com/gateway.do`. */
export type AlipayEndpoint = { gateway: string; now: () => Date; timeout?: number }

const states: Record<string, ReceiptState> = { TRADE_SUCCESS: "paid", TRADE_FINISHED: "paid", TRADE_CLOSED: "closed" }

const Traded = z.object({
  out_trade_no: z.string(),
  trade_no: z.string().default(""),
  trade_status: z.string(),
  total_amount: z.string(),
  /** Currencies of a merchant that sells in other countries. */
  trans_currency: z.string().default("CNY"),
  settle_currency: z.string().default("CNY"),
  gmt_payment: z.string().default(""),
  send_pay_date: z.string().default(""),
})
const Notified = Traded.extend({ app_id: z.string(), seller_id: z.string().default(""), notify_time: z.string() })
/** `fund_change` Y: this call itself returned the money. */
const Refunded = z.object({ fund_change: z.string().default(""), refund_status: z.string().default("") })
const Answer = z.object({ code: z.string(), sub_code: z.string().optional() })

const yuan = (text: string): Fen => {
  const amount = parseYuan(text)
  if (amount === null || amount < noFen) throw new GatewayError("form", "total_amount")
  return amount
}

const receiptOf = (traded: z.output<typeof Traded>, app: string, merchant: string): Receipt => {
  const state = states[traded.trade_status] ?? "pending"
  if (state === "paid" && !traded.trade_no) throw new GatewayError("form", "trade_no")
  return {
    order_no: traded.out_trade_no,
    payment_no: traded.trade_no,
    fen: yuan(traded.total_amount),
    currency: traded.trans_currency === "CNY" ? traded.settle_currency : traded.trans_currency,
    merchant,
    app,
    state,
    paid_at: timeInShanghai(traded.gmt_payment || traded.send_pay_date),
  }
}

/** Creates the Alipay gateway (page, wap), signed with RSA2: https://opendocs.alipay.com/open/270/105898 */
export const createAlipay = (config: AlipayConfig, { gateway, now, timeout = 10_000 }: AlipayEndpoint): Gateway => {
  const sdk = new AlipaySdk({
    appId: config.app_id,
    privateKey: bareKey(privateKeyOf(config.private_key)),
    alipayPublicKey: bareKey(publicKeyOf(config.alipay_public_key)),
    keyType: "PKCS8",
    signType: "RSA2",
    camelcase: false,
    gateway,
    timeout,
  })
  /** Returns the answer; null if the trade does not exist. */
  const call = async (method: string, bizContent: Record<string, unknown>): Promise<unknown> => {
    const data: unknown = await sdk.exec(method, { bizContent }, { validateSign: true }).catch((error: unknown) => {
      const forged = error instanceof Error && error.message.startsWith("验签失败")
      throw new GatewayError("unavailable", forged ? "signature of the answer" : "network")
    })
    const answer = Answer.safeParse(data).data
    if (answer?.code === "10000") return data
    if (answer?.sub_code === "ACQ.TRADE_NOT_EXIST") return null
    const detail = (answer?.sub_code ?? answer?.code ?? "").replace(/[^\w.]/g, "").slice(0, 60)
    const unknown = !answer || answer.code === "20000" || detail.endsWith("SYSTEM_ERROR")
    throw new GatewayError(unknown ? "unavailable" : detail.startsWith("isv") ? "config" : "refused", detail)
  }
  const findRefund: Gateway["findRefund"] = async ({ payment_no, refund_no }) => {
    const data = await call("alipay.trade.fastpay.refund.query", { trade_no: payment_no, out_request_no: refund_no })
    // For an unknown refund, Alipay answers without a status.
    return Refunded.safeParse(data).data?.refund_status === "REFUND_SUCCESS" ? "done" : null
  }
  return {
    taken: { status: 200, type: "text/plain", body: "success" },
    refused: { status: 400, type: "text/plain", body: "fail" },
    begin: async ({ order_no, fen, title, scene, notify_url, return_url, expires_at }) => {
      const mobile = scene !== "desktop"
      const bizContent = {
        out_trade_no: order_no,
        total_amount: formatYuan(fen),
        subject: title.replace(/[/=&]/g, " ").slice(0, 120),
        product_code: mobile ? "QUICK_WAP_WAY" : "FAST_INSTANT_TRADE_PAY",
        time_expire: shanghaiTime(expires_at),
      }
      const method = mobile ? "alipay.trade.wap.pay" : "alipay.trade.page.pay"
      return { payment_url: sdk.pageExecute(method, "GET", { bizContent, returnUrl: return_url, notifyUrl: notify_url }), extra: {} }
    },
    query: async (order_no) => {
      const data = await call("alipay.trade.query", { out_trade_no: order_no })
      if (data === null) return null
      const result = Traded.safeParse(data)
      if (!result.success) throw new GatewayError("unavailable", "form of the answer")
      return receiptOf(result.data, config.app_id, config.seller_id)
    },
    close: async (order_no) => void (await call("alipay.trade.close", { out_trade_no: order_no })),
    findRefund,
    refund: async ({ payment_no, refund_no, fen, reason }) => {
      const body = {
        trade_no: payment_no,
        out_request_no: refund_no,
        refund_amount: formatYuan(fen),
        refund_reason: reason.slice(0, 120),
      }
      const data = await call("alipay.trade.refund", body)
      if (data === null) throw new GatewayError("refused", "ACQ.TRADE_NOT_EXIST")
      if (Refunded.safeParse(data).data?.fund_change === "Y") return { done: true }
      return { done: (await findRefund({ payment_no, refund_no })) === "done" }
    },
    verify: ({ body }) => {
      const form = formOf(body)
      // The library would also accept the old RSA with SHA-1 if a notice asks for it.
      if (form.sign_type !== "RSA2" || !sdk.checkNotifySignV2(form)) throw new GatewayError("signature", "sign")
      const result = Notified.safeParse(form)
      if (!result.success) throw new GatewayError("form", "fields")
      const { app_id, seller_id, notify_time } = result.data
      if (app_id !== config.app_id || (config.seller_id && seller_id !== config.seller_id)) throw new GatewayError("merchant", "app_id")
      if (isTooOld(timeInShanghai(notify_time), now())) throw new GatewayError("age", "notify_time")
      return receiptOf(result.data, app_id, seller_id)
    },
  }
}
