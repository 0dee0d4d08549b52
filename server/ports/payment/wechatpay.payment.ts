import { randomBytes } from "node:crypto"
import { Formatter, Rsa, Wechatpay } from "wechatpay-axios-plugin"
import { isAxiosError } from "axios"
import { z } from "zod"
import { fen } from "../../../lib/rules/money/money"
import { certificateOf, openSealed, privateKeyOf, publicKeyOf, Sealed } from "./keys"
import { GatewayError, type Charge, type Gateway, type Notice, type Receipt, type ReceiptState, type RefundState } from "./payment.port"

export type WechatpayConfig = {
  app_id: string
  mch_id: string
  serial_no: string
  private_key: string
  api_v3_key: string
  public_key_id: string
  public_key: string
  platform_cert: string
}
/** `base` ends in "/". */
export type WechatpayEndpoint = { base: string; now: () => Date; timeout?: number }

/** Maximum clock difference of a notice, in seconds. */
const maxAge = 300

const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().default(""),
  trade_state: z.string(),
  success_time: z.string().default(""),
  amount: z.object({ total: z.int().min(0).default(0), currency: z.string().default("CNY") }).prefault({}),
})
const Envelope = z.object({ event_type: z.string(), resource: Sealed })
const states: Record<string, ReceiptState> = { SUCCESS: "paid", REFUND: "paid", CLOSED: "closed", REVOKED: "closed" }

const receiptOf = (json: unknown): Receipt => {
  const result = Transaction.safeParse(json)
  if (!result.success) throw new GatewayError("form", "transaction")
  const { out_trade_no, transaction_id, trade_state, success_time, amount, mchid, appid } = result.data
  const state = states[trade_state] ?? "pending"
  if (state === "paid" && !transaction_id) throw new GatewayError("form", "transaction_id")
  return {
    order_no: out_trade_no,
    payment_no: transaction_id,
    fen: fen(amount.total),
    currency: amount.currency,
    merchant: mchid,
    app: appid,
    state,
    paid_at: success_time ? new Date(success_time) : null,
  }
}

/** Returns the keys that WeChat signs with, by serial number. */
const certsOf = ({ public_key, public_key_id, platform_cert }: WechatpayConfig): Record<string, string> => {
  const certificate = platform_cert ? certificateOf(platform_cert) : null
  const certs = {
    ...(certificate && { [certificate.serial]: certificate.key }),
    ...(public_key && { [public_key_id]: publicKeyOf(public_key) }),
  }
  if (!Object.keys(certs).length) throw new GatewayError("config", "no public key")
  return certs
}

const headerOf = ({ headers }: Notice, name: string): string => {
  const value = headers[name]
  return typeof value === "string" ? value : ""
}

const json = (body: string): unknown => {
  try {
    return JSON.parse(body) as unknown
  } catch {
    throw new GatewayError("form", "json")
  }
}

const Refused = z.object({ code: z.string() })
/** Returns WeChat's error code; "" if it did not answer. */
const codeOf = (error: unknown): string =>
  (isAxiosError(error) &&
    Refused.safeParse(error.response?.data)
      .data?.code.replace(/[^A-Z_]/g, "")
      .slice(0, 40)) ||
  ""

const faultOf = (error: unknown): GatewayError => {
  if (error instanceof GatewayError) return error
  const code = codeOf(error)
  if (/^(SIGN_ERROR|NO_AUTH|PARAM_ERROR|APPID_MCHID_NOT_MATCH|MCH_NOT_EXISTS)$/.test(code)) return new GatewayError("config", code)
  return code && !/^(SYSTEM_ERROR|FREQUENCY_LIMITED|RATELIMIT_EXCEEDED|BIZERR_NEED_RETRY)$/.test(code)
    ? new GatewayError("refused", code)
    : new GatewayError("unavailable", code || "network")
}

/** WeChat Pay v3 (native, H5, JSAPI): https://pay.weixin.qq.com/doc/v3/merchant/4012791832 */
export const createWechatpay = (config: WechatpayConfig, { base, now, timeout = 10_000 }: WechatpayEndpoint): Gateway => {
  const { app_id: appid, mch_id: mchid } = config
  if (Buffer.byteLength(config.api_v3_key) !== 32) throw new GatewayError("config", "api_v3_key")
  const privateKey = privateKeyOf(config.private_key)
  const certs = certsOf(config)
  const client = new Wechatpay({
    mchid,
    serial: config.serial_no,
    privateKey,
    certs,
    baseURL: base,
    timeout,
    maxRedirects: 0,
    proxy: false,
    maxContentLength: 1024 * 1024,
  })
  const send = async (method: "get" | "post", path: string, body: object = {}): Promise<unknown> => {
    try {
      const call = client.chain(path)
      const { data } = await (method === "get" ? call.get<unknown>({ params: body }) : call.post<unknown>(body))
      return data
    } catch (error) {
      throw faultOf(error)
    }
  }
  const requireOwnReceipt = (receipt: Receipt): Receipt => {
    if (receipt.merchant !== mchid || receipt.app !== appid) throw new GatewayError("merchant", "mchid")
    return receipt
  }
  const text = (data: unknown, name: string): string => {
    const value = z.object({ [name]: z.string().min(1) }).safeParse(data).data?.[name]
    if (!value) throw new GatewayError("unavailable", name)
    return value
  }
  /** A refund that could not be paid out (ABNORMAL) is resolved in WeChat's own console. */
  const refundState = (data: unknown): RefundState => {
    const status = text(data, "status")
    return status === "SUCCESS" ? "done" : status === "CLOSED" ? "failed" : "pending"
  }
  const bridge = (prepay_id: string): Record<string, string> => {
    const timeStamp = String(Math.floor(now().getTime() / 1000))
    const nonceStr = randomBytes(16).toString("hex")
    const prepayPackage = `prepay_id=${prepay_id}`
    const paySign = Rsa.sign(Formatter.joinedByLineFeed(appid, timeStamp, nonceStr, prepayPackage), privateKey)
    return { appId: appid, timeStamp, nonceStr, package: prepayPackage, signType: "RSA", paySign }
  }
  const chargeOf = ({ order_no, fen: total, title, notify_url, expires_at }: Charge) => ({
    appid,
    mchid,
    description: title.slice(0, 120),
    out_trade_no: order_no,
    time_expire: expires_at.toISOString().replace(/\.\d+Z$/, "+00:00"),
    notify_url,
    amount: { total, currency: "CNY" },
  })
  return {
    taken: { status: 200, type: "application/json", body: JSON.stringify({ code: "SUCCESS" }) },
    refused: { status: 400, type: "application/json", body: JSON.stringify({ code: "FAIL", message: "没有通过校验" }) },
    begin: async (charge) => {
      const body = chargeOf(charge)
      if (charge.scene === "wechat" && charge.openid) {
        const data = await send("post", "v3/pay/transactions/jsapi", { ...body, payer: { openid: charge.openid } })
        return { payment_url: "", extra: bridge(text(data, "prepay_id")) }
      }
      if (charge.scene !== "mobile")
        return { payment_url: text(await send("post", "v3/pay/transactions/native", body), "code_url"), extra: {} }
      const scene_info = { payer_client_ip: charge.ip, h5_info: { type: "Wap" } }
      const url = new URL(text(await send("post", "v3/pay/transactions/h5", { ...body, scene_info }), "h5_url"))
      url.searchParams.set("redirect_url", charge.return_url)
      return { payment_url: url.href, extra: {} }
    },
    query: (order_no) =>
      send("get", `v3/pay/transactions/out-trade-no/${order_no}`, { mchid }).then(
        (data) => requireOwnReceipt(receiptOf(data)),
        (error: unknown) => {
          if (error instanceof GatewayError && /^(ORDER_NOT_EXIST|ORDERNOTEXIST)$/.test(error.detail)) return null
          throw error
        },
      ),
    close: async (order_no) => {
      await send("post", `v3/pay/transactions/out-trade-no/${order_no}/close`, { mchid }).catch((error: unknown) => {
        if (!(error instanceof GatewayError && /^(ORDER_NOT_EXIST|ORDERNOTEXIST|ORDER_CLOSED)$/.test(error.detail))) throw error
      })
    },
    refund: async ({ payment_no, refund_no, fen: refund, paid: total, reason }) => {
      const amount = { refund, total, currency: "CNY" }
      const body = { transaction_id: payment_no, out_refund_no: refund_no, reason: reason.slice(0, 80), amount }
      const state = refundState(await send("post", "v3/refund/domestic/refunds", body))
      if (state === "failed") throw new GatewayError("refused", "CLOSED")
      return { done: state === "done" }
    },
    findRefund: ({ refund_no }) =>
      send("get", `v3/refund/domestic/refunds/${refund_no}`).then(refundState, (error: unknown) => {
        if (error instanceof GatewayError && error.detail === "RESOURCE_NOT_EXISTS") return null
        throw error
      }),
    verify: (notice) => {
      const time = headerOf(notice, "wechatpay-timestamp")
      const key = certs[headerOf(notice, "wechatpay-serial")]
      const signature = headerOf(notice, "wechatpay-signature")
      const signed = Formatter.joinedByLineFeed(time, headerOf(notice, "wechatpay-nonce"), notice.body)
      if (!key || !/^\d{1,12}$/.test(time) || !Rsa.verify(signed, signature, key)) throw new GatewayError("signature", "header")
      if (Math.abs(now().getTime() / 1000 - Number(time)) > maxAge) throw new GatewayError("age", "timestamp")
      const envelope = Envelope.safeParse(json(notice.body))
      if (!envelope.success || !envelope.data.event_type.startsWith("TRANSACTION.")) throw new GatewayError("form", "event_type")
      return requireOwnReceipt(receiptOf(json(openSealed(envelope.data.resource, config.api_v3_key))))
    },
  }
}
