import { createSign, createVerify } from "node:crypto"
import { fen, formatYuan, parseYuan } from "../../../../lib/rules/money/money"
import { shanghaiTime } from "../form-notices"
import type { Notice } from "../payment.port"
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

const { app_id, seller_id } = account.alipay
const signed = (text: string, key: string) => createSign("RSA-SHA256").update(text).sign(key, "base64")
const joined = (form: Record<string, string>, without: string[]) =>
  Object.keys(form)
    .filter((name) => !without.includes(name) && form[name] !== "")
    .toSorted()
    .map((name) => `${name}=${form[name]}`)
    .join("&")
const statusOf = ({ state }: Trade) => (state === "paid" ? "TRADE_SUCCESS" : state === "closed" ? "TRADE_CLOSED" : "WAIT_BUYER_PAY")

type Biz = { out_trade_no?: string; trade_no?: string; out_request_no?: string; total_amount?: string; refund_amount?: string }
const answer = (world: GatewayWorld, method: string, biz: Biz, notify_url: string): object => {
  const trade = world.trades.alipay.get(biz.out_trade_no ?? "") ?? tradePaid(world, "alipay", biz.trade_no)
  const refused = (sub_code: string) => ({ code: "40004", msg: "Business Failed", sub_code, sub_msg: sub_code })
  const kind = /\.(page|wap)\.pay$/.exec(method)?.[1]
  if (kind) {
    const tradeInput = { order_no: biz.out_trade_no ?? "", fen: parseYuan(biz.total_amount ?? "") ?? 0, notify_url, kind }
    return placed(world, "alipay", tradeInput) ? { code: "10000", msg: "Success" } : refused("ACQ.CONTEXT_INCONSISTENT")
  }
  if (!trade) return refused("ACQ.TRADE_NOT_EXIST")
  const facts = { code: "10000", msg: "Success", out_trade_no: trade.order_no, trade_no: trade.payment_no }
  if (method === "alipay.trade.close" && trade.state === "paid") return refused("ACQ.TRADE_STATUS_ERROR")
  if (method === "alipay.trade.close") trade.state = "closed"
  const request = biz.out_request_no ?? ""
  const before = trade.refunds.has(request)
  if (method === "alipay.trade.fastpay.refund.query") return before ? { ...facts, refund_status: "REFUND_SUCCESS" } : facts
  if (method === "alipay.trade.refund") {
    if (world.refunds === "refused") return refused("ACQ.SELLER_BALANCE_NOT_ENOUGH")
    const done = refunded(trade, request, parseYuan(biz.refund_amount ?? "") ?? 0)
    return done ? { ...facts, fund_change: before ? "N" : "Y" } : refused("ACQ.REFUND_AMT_NOT_EQUAL_TOTAL")
  }
  return method === "alipay.trade.query" ? { ...facts, trade_status: statusOf(trade), total_amount: formatYuan(fen(trade.fen)) } : facts
}

/** Redirects a user who opens the page of a trade to the payment page. */
export const serveAlipay = (world: GatewayWorld, ask: GatewayRequest): GatewayReply => {
  const reply = respond(world, ask)
  const query = ask.url.searchParams
  const trade = world.trades.alipay.get((JSON.parse(query.get("biz_content") ?? "{}") as Biz).out_trade_no ?? "")
  if (ask.method !== "GET" || !String(ask.headers.accept).includes("text/html") || !trade) return reply
  return { status: 302, headers: { location: payPage(world, "alipay", trade.order_no, query.get("return_url") ?? "") }, body: "" }
}

const respond = (world: GatewayWorld, { url, body }: GatewayRequest): GatewayReply => {
  const form = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)])
  const method = form.method ?? ""
  const verified = createVerify("RSA-SHA256")
    .update(joined(form, ["sign"]))
    .verify(world.keys.site.publicKey, form.sign ?? "", "base64")
  const isValid = verified && form.app_id === app_id && form.sign_type === "RSA2"
  const data = isValid
    ? answer(world, method, JSON.parse(form.biz_content ?? "{}") as Biz, form.notify_url ?? "")
    : { code: "40002", msg: "Invalid Arguments", sub_code: "isv.invalid-signature" }
  const text = JSON.stringify(data)
  const { privateKey } = world.forging ? world.keys.another : world.keys.gateway
  const response = `{"${method.replaceAll(".", "_")}_response":${text},"sign":"${signed(text, privateKey)}"}`
  return { status: 200, headers: { "content-type": "application/json" }, body: response }
}

/** Builds the form that reports a trade. */
export const alipayNotice = (world: GatewayWorld, trade: Trade, changes: NoticeChanges): Notice => {
  const time = shanghaiTime(changes.time ?? world.now())
  const form: Record<string, string> = {
    app_id: changes.app ?? app_id,
    seller_id: changes.merchant ?? seller_id,
    charset: "utf-8",
    sign_type: "RSA2",
    notify_type: "trade_status_sync",
    notify_time: time,
    gmt_payment: time,
    out_trade_no: changes.order_no ?? trade.order_no,
    trade_no: changes.payment_no ?? trade.payment_no,
    trade_status: changes.state ?? statusOf(trade),
    total_amount: formatYuan(fen(changes.fen ?? trade.fen)),
    subject: "充值 + 100% & 更多",
    ...(changes.currency && { trans_currency: changes.currency }),
  }
  const { privateKey } = changes.key === "another" ? world.keys.another : world.keys.gateway
  const sign = signed(joined(form, ["sign", "sign_type"]), privateKey)
  return { headers: { "content-type": "application/x-www-form-urlencoded" }, body: new URLSearchParams({ ...form, sign }).toString() }
}
