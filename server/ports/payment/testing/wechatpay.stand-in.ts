import { createCipheriv, createSign, createVerify, randomBytes } from "node:crypto"
import type { Notice } from "../payment.port"
import { selfSigned } from "./self-signed"
import {
  account,
  payPage,
  placed,
  refunded,
  tradePaid,
  type GatewayRequest,
  type NoticeChanges,
  type GatewayReply,
  type Trade,
  type GatewayWorld,
} from "./stand-in-world"

const { app_id, mch_id, serial_no, api_v3_key, public_key_id } = account.wechatpay
const signed = (text: string, key: string) => createSign("RSA-SHA256").update(text).sign(key, "base64")

const isAuthorized = ({ keys }: GatewayWorld, { method, url, headers, body }: GatewayRequest): boolean => {
  const text = String(headers.authorization)
  const part = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(text)?.[1] ?? ""
  const message = `${method}\n${url.pathname}${url.search}\n${part("timestamp")}\n${part("nonce_str")}\n${body}\n`
  const verified = createVerify("RSA-SHA256").update(message).verify(keys.site.publicKey, part("signature"), "base64")
  return text.startsWith("WECHATPAY2-SHA256-RSA2048 ") && part("mchid") === mch_id && part("serial_no") === serial_no && verified
}

const signatureOf = (
  world: GatewayWorld,
  body: string,
  time: Date,
  { another = world.forging, serial = public_key_id as string } = {},
): Record<string, string> => {
  const [stamp, nonce] = [String(Math.floor(time.getTime() / 1000)), randomBytes(16).toString("hex")]
  const { privateKey } = another ? world.keys.another : world.keys.gateway
  return {
    "wechatpay-timestamp": stamp,
    "wechatpay-nonce": nonce,
    "wechatpay-serial": serial,
    "wechatpay-signature": signed(`${stamp}\n${nonce}\n${body}\n`, privateKey),
  }
}

const transactionOf = (trade: Trade, changes: NoticeChanges = {}) => ({
  appid: changes.app ?? app_id,
  mchid: changes.merchant ?? mch_id,
  out_trade_no: changes.order_no ?? trade.order_no,
  trade_state: changes.state ?? (trade.state === "paid" ? "SUCCESS" : trade.state === "closed" ? "CLOSED" : "NOTPAY"),
  ...(trade.state === "paid" && { transaction_id: changes.payment_no ?? trade.payment_no, success_time: "2026-11-20T12:01:00+08:00" }),
  amount: { total: changes.fen ?? trade.fen, currency: changes.currency ?? "CNY" },
})

type Body = {
  out_trade_no?: string
  transaction_id?: string
  out_refund_no?: string
  mchid?: string
  appid?: string
  notify_url?: string
  amount?: { total?: number; refund?: number }
  payer?: { openid?: string }
}
const answer = (world: GatewayWorld, { method, url, body }: GatewayRequest): [number, object | null] => {
  const trades = world.trades.wechatpay
  const [, number, closing] = /\/out-trade-no\/(\d+)(\/close)?$/.exec(url.pathname) ?? []
  const request = (body ? JSON.parse(body) : {}) as Body
  const trade = trades.get(number ?? request.out_trade_no ?? "") ?? tradePaid(world, "wechatpay", request.transaction_id)
  const status = world.refunds === "slow" ? "PROCESSING" : "SUCCESS"
  const refundNo = /\/v3\/refund\/domestic\/refunds\/(\w+)$/.exec(url.pathname)?.[1]
  if (refundNo) {
    const hasRefund = [...trades.values()].some(({ refunds }) => refunds.has(refundNo))
    return hasRefund ? [200, { refund_id: `50${refundNo}`, status }] : [404, { code: "RESOURCE_NOT_EXISTS", message: "退款单不存在" }]
  }
  const kind = /\/v3\/pay\/transactions\/(native|h5|jsapi)$/.exec(url.pathname)?.[1]
  if (kind) {
    const { out_trade_no = "", notify_url = "", amount, mchid, appid, payer } = request
    if (mchid !== mch_id || appid !== app_id || !amount?.total) return [400, { code: "PARAM_ERROR", message: "参数错误" }]
    if (kind === "jsapi" && !payer?.openid) return [400, { code: "PARAM_ERROR", message: "参数错误" }]
    const placing = placed(world, "wechatpay", { order_no: out_trade_no, fen: amount.total, notify_url, kind })
    if (!placing) return [400, { code: "OUT_TRADE_NO_USED", message: "商户订单号重复" }]
    if (placing.state === "paid") return [400, { code: "ORDERPAID", message: "该订单已支付" }]
    if (placing.state === "closed") return [400, { code: "ORDER_CLOSED", message: "该订单已关闭" }]
    if (kind === "native") return [200, { code_url: `weixin://wxpay/bizpayurl?pr=${out_trade_no}` }]
    return [200, kind === "h5" ? { h5_url: payPage(world, "wechatpay", out_trade_no) } : { prepay_id: `wx${out_trade_no}` }]
  }
  if (!trade) return [404, { code: "ORDER_NOT_EXIST", message: "订单不存在" }]
  if (closing) {
    if (trade.state === "paid") return [400, { code: "ORDERPAID", message: "订单已支付" }]
    trade.state = "closed"
    return [204, null]
  }
  if (url.pathname.endsWith("/refunds")) {
    if (world.refunds === "refused") return [403, { code: "NOT_ENOUGH", message: "基本账户余额不足" }]
    const done = refunded(trade, request.out_refund_no ?? "", request.amount?.refund ?? 0)
    return done ? [200, { refund_id: `50${request.out_refund_no}`, status }] : [400, { code: "INVALID_REQUEST", message: "退款金额错误" }]
  }
  return method === "GET" ? [200, transactionOf(trade)] : [404, { code: "RESOURCE_NOT_EXISTS", message: "" }]
}

const sealed = (text: string, kind: string) => {
  const nonce = randomBytes(6).toString("hex")
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(api_v3_key), Buffer.from(nonce))
  cipher.setAAD(Buffer.from(kind))
  const bytes = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
  return { algorithm: "AEAD_AES_256_GCM", ciphertext: bytes.toString("base64"), nonce, associated_data: kind }
}

const platformSerial = "5F0C2D7A4B8E1F3355667788990011AABBCCDDEE"
/** Returns the certificate that signs this very answer, encrypted. A merchant that uses the public key has none. */
const serveCertificates = (world: GatewayWorld): GatewayReply => {
  const body = JSON.stringify(
    world.uncertified
      ? { code: "RESOURCE_NOT_EXISTS", message: "无可用的平台证书，请在商户平台-API安全申请使用微信支付公钥" }
      : {
          data: [{ serial_no: platformSerial, encrypt_certificate: sealed(selfSigned(world.keys.gateway, platformSerial), "certificate") }],
        },
  )
  const headers = { "content-type": "application/json", ...signatureOf(world, body, new Date(), { serial: platformSerial }) }
  return { status: world.uncertified ? 404 : 200, headers, body }
}

export const serveWechatpay = (world: GatewayWorld, ask: GatewayRequest): GatewayReply => {
  if (ask.url.pathname === "/v3/certificates" && isAuthorized(world, ask)) return serveCertificates(world)
  const [status, data] = isAuthorized(world, ask) ? answer(world, ask) : [401, { code: "SIGN_ERROR", message: "签名错误" }]
  const body = data ? JSON.stringify(data) : ""
  // The library uses the clock of the machine.
  return { status, headers: { "content-type": "application/json", ...signatureOf(world, body, new Date()) }, body }
}

/** Returns the openid of a payer inside WeChat: a code is "code-" followed by the openid, and can be reused. */
export const serveAccount = (_: GatewayWorld, { url }: GatewayRequest): GatewayReply => {
  const parameter = (name: string) => url.searchParams.get(name) ?? ""
  const { client_id, client_secret } = account.officialAccount
  const isValid = parameter("appid") === client_id && parameter("secret") === client_secret
  const openid = /^code-(\w+)$/.exec(parameter("code"))?.[1]
  const data = !isValid
    ? { errcode: 40125 }
    : openid
      ? { access_token: "t", expires_in: 7200, openid, scope: "snsapi_base" }
      : { errcode: 40029 }
  return { status: 200, headers: { "content-type": "text/plain" }, body: JSON.stringify(data) }
}

/** Builds the call that reports a trade. */
export const wechatpayNotice = (world: GatewayWorld, trade: Trade, changes: NoticeChanges): Notice => {
  const resource = { ...sealed(JSON.stringify(transactionOf(trade, changes)), "transaction"), original_type: "transaction" }
  const body = JSON.stringify({ id: trade.payment_no, event_type: "TRANSACTION.SUCCESS", resource_type: "encrypt-resource", resource })
  return {
    headers: {
      "content-type": "application/json",
      ...signatureOf(world, body, changes.time ?? world.now(), { another: changes.key === "another" }),
    },
    body,
  }
}
