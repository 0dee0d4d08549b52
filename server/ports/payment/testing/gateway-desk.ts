import { fen, formatYuan } from "../../../../lib/rules/money/money"
import { gatewayNames, type GatewayName, type Notice } from "../payment.port"
import type { GatewaysStandIn, GatewayPage } from "./gateways.stand-in"
import type { GatewayRequest, NoticeChanges, GatewayReply, Trade } from "./stand-in-world"

/* The page of the gateway simulator: pay for a trade there, and trigger notices as they arrive in production (npm run gateway). */

const labels: Record<GatewayName, string> = { wechatpay: "微信支付", alipay: "支付宝", xunhupay: "第三方支付" }
const states: Record<Trade["state"], string> = { pending: "待付款", paid: "已付款", closed: "已关闭" }
/** Each gateway's state for a trade that has not been paid yet. */
const waiting: Record<GatewayName, string> = { wechatpay: "NOTPAY", alipay: "WAIT_BUYER_PAY", xunhupay: "WP" }
const lateMs = 10_000
const dayMs = 86_400_000

const send = async (url: string, { headers, body }: Notice): Promise<string> => {
  const given = Object.entries(headers).map(([key, value]): [string, string] => [key, String(value)])
  try {
    const reply = await fetch(url, { method: "POST", headers: given, body, redirect: "manual" })
    return `${reply.status} ${(await reply.text()).slice(0, 200)}`
  } catch {
    return "没有连上网站"
  }
}

type Act = { label: string; run: (standIn: GatewaysStandIn, name: GatewayName, trade: Trade) => Promise<string[]> }
const tell = (standIn: GatewaysStandIn, name: GatewayName, { order_no, notify_url }: Trade, changes?: NoticeChanges) =>
  send(notify_url, standIn.notice(name, order_no, changes))

const acts: Record<string, Act> = {
  pay: {
    label: "付款",
    run: async (standIn, name, trade) => {
      standIn.pay(name, trade.order_no)
      return [`通知：${await tell(standIn, name, trade)}`]
    },
  },
  again: {
    label: "付款，重复通知五次",
    run: async (standIn, name, trade) => {
      standIn.pay(name, trade.order_no)
      const notice = standIn.notice(name, trade.order_no)
      return Promise.all(Array.from({ length: 5 }, async (_, at) => `通知 ${at + 1}：${await send(trade.notify_url, notice)}`))
    },
  },
  lost: {
    label: "付款，通知丢失",
    run: async (standIn, name, { order_no }) => {
      standIn.pay(name, order_no)
      return ["没有通知：网站要自己来问"]
    },
  },
  late: {
    label: "付款，十秒后才通知",
    run: async (standIn, name, trade) => {
      standIn.pay(name, trade.order_no)
      setTimeout(() => void tell(standIn, name, trade), lateMs)
      return ["十秒后通知"]
    },
  },
  disorder: {
    label: "付款，通知乱序",
    run: async (standIn, name, trade) => {
      standIn.pay(name, trade.order_no)
      const paid = await tell(standIn, name, trade)
      return [`已付款：${paid}`, `之后才到的“待付款”：${await tell(standIn, name, trade, { state: waiting[name] })}`]
    },
  },
  forged: {
    label: "伪造通知（不付款）",
    run: async (standIn, name, trade) => {
      // The notice claims that an unpaid trade was paid.
      const forged = (changes: NoticeChanges) => {
        const { state } = trade
        trade.state = "paid"
        const notice = standIn.notice(name, trade.order_no, changes)
        trade.state = state
        return send(trade.notify_url, notice)
      }
      return [
        `别人的签名：${await forged({ key: "another" })}`,
        `金额不对：${await forged({ fen: trade.fen + 1 })}`,
        `商户不对：${await forged({ merchant: "1" })}`,
        `两天前的：${await forged({ time: new Date(Date.now() - 2 * dayMs) })}`,
      ]
    },
  },
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
const html = (content: string, status = 200): GatewayReply => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>模拟支付平台</title>
<style>body{max-width:960px;margin:24px auto;padding:0 16px;font:16px/1.6 system-ui}section{padding:12px 0;border-top:1px solid #ccc}button{margin:4px 4px 4px 0;padding:8px 12px;font:inherit}pre{overflow:auto;padding:12px;background:#f2f2f2}</style>
<h1>模拟支付平台</h1><p>只用于试用和测试，没有真的钱。</p>${content}</html>`,
})

const tradeHtml = (name: GatewayName, { order_no, fen: amount, kind, state }: Trade, back: string): string => `<section>
<h2>${labels[name]} ${formatYuan(fen(amount))} 元 · ${states[state]}</h2><p>${order_no}（${escaped(kind)}）</p>
<form method="post" action="/desk"><input type="hidden" name="name" value="${name}"><input type="hidden" name="order_no" value="${order_no}"><input type="hidden" name="back" value="${escaped(back)}">
${Object.entries(acts)
  .map(([act, { label }]) => `<button name="act" value="${act}">${label}</button>`)
  .join("")}</form></section>`

const backOf = (text: string | null): string => (/^https?:\/\//.test(text ?? "") ? text! : "")
const nameOf = (text: string | null | undefined): GatewayName | undefined => gatewayNames.find((name) => name === text)

const carryOut = async (standIn: GatewaysStandIn, form: URLSearchParams): Promise<GatewayReply> => {
  const [name, act] = [nameOf(form.get("name")), acts[form.get("act") ?? ""]]
  const trade = name && standIn.trade(name, form.get("order_no") ?? "")
  if (!trade || !act) return html("<p>没有这笔付款。</p>", 404)
  const lines = await act.run(standIn, name, trade)
  const back = backOf(form.get("back"))
  return html(`<h2>${act.label}</h2><pre>${escaped(lines.join("\n"))}</pre>
<p>${back ? `<a href="${escaped(back)}">返回网站</a> · ` : ""}<a href="/">全部付款</a></p>`)
}

/**
 * Serves the page of the simulator: `/` lists the started payments, `/pay/{gateway}/{number}` is where the site sends users, `POST /desk`
 * performs actions.
 */
export const gatewayDesk =
  (standInOf: () => GatewaysStandIn): GatewayPage =>
  async ({ method, url, body }: GatewayRequest) => {
    const standIn = standInOf()
    if (method === "POST") return url.pathname === "/desk" ? carryOut(standIn, new URLSearchParams(body)) : undefined
    const [, section, given, order_no = ""] = url.pathname.split("/")
    if (url.pathname === "/") {
      const trades = standIn.trades().map(({ name, trade }) => tradeHtml(name, trade, ""))
      return html(trades.join("") || "<p>还没有付款。在网站下单、选好支付方式之后，刷新这一页。</p>")
    }
    const name = nameOf(given)
    const trade = section === "pay" && name ? standIn.trade(name, order_no) : undefined
    if (!name || !trade) return undefined
    return html(tradeHtml(name, trade, backOf(url.searchParams.get("back") ?? url.searchParams.get("redirect_url"))))
  }
