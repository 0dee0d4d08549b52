import { fen, formatYuan, parseYuan } from "../../../../lib/rules/money/money"
import type { Notice } from "../payment.port"
import { md5Sign } from "../xunhupay.payment"
import {
  account,
  payPage,
  placed,
  type GatewayRequest,
  type NoticeChanges,
  type GatewayReply,
  type Trade,
  type GatewayWorld,
} from "./stand-in-world"

const { app_id, app_secret } = account.xunhupay
const reply = (data: object): GatewayReply => ({ status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(data) })

export const serveXunhupay = (world: GatewayWorld, { url, body }: GatewayRequest): GatewayReply => {
  const form = Object.fromEntries(new URLSearchParams(body))
  if (form.appid !== app_id || form.hash !== md5Sign(form, app_secret)) return reply({ errcode: 500, errmsg: "签名错误" })
  if (url.pathname.endsWith("/do.html")) {
    const order_no = form.trade_order_id ?? ""
    placed(world, "xunhupay", { order_no, fen: parseYuan(form.total_fee ?? "") ?? 0, notify_url: form.notify_url ?? "", kind: "page" })
    const url = payPage(world, "xunhupay", order_no, form.return_url)
    return reply({ errcode: 0, errmsg: "success!", url, url_qrcode: url })
  }
  const trade = world.trades.xunhupay.get(form.out_trade_order ?? "")
  if (!trade) return reply({ errcode: 404, errmsg: "订单不存在" })
  const data = { status: trade.state === "paid" ? "OD" : "WP", open_order_id: trade.payment_no, total_fee: formatYuan(fen(trade.fen)) }
  return reply({ errcode: 0, data })
}

/** Builds the form that reports a trade. */
export const xunhupayNotice = (world: GatewayWorld, trade: Trade, changes: NoticeChanges): Notice => {
  const form: Record<string, string> = {
    trade_order_id: changes.order_no ?? trade.order_no,
    total_fee: formatYuan(fen(changes.fen ?? trade.fen)),
    transaction_id: `tx${trade.payment_no}`,
    open_order_id: changes.payment_no ?? trade.payment_no,
    order_title: "充值 100 魔豆",
    status: changes.state ?? (trade.state === "paid" ? "OD" : "WP"),
    appid: changes.app ?? changes.merchant ?? app_id,
    time: String(Math.floor((changes.time ?? world.now()).getTime() / 1000)),
    nonce_str: "0123456789abcdef",
  }
  const hash = md5Sign(form, changes.key === "another" ? "another secret" : app_secret)
  return { headers: { "content-type": "application/x-www-form-urlencoded" }, body: new URLSearchParams({ ...form, hash }).toString() }
}
