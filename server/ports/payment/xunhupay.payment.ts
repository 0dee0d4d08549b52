import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import { fen, formatYuan, noFen, parseYuan } from "../../../lib/rules/money/money"
import { formOf, isTooOld } from "./form-notices"
import { GatewayError, type Gateway, type Receipt, type ReceiptState } from "./payment.port"

export type XunhupayConfig = { gateway_url: string; app_id: string; app_secret: string }
export type XunhupayEndpoint = { now: () => Date; timeout?: number; allowInsecure?: boolean; send?: typeof fetch }

type Form = Record<string, string>
const states: Record<string, ReceiptState> = { OD: "paid", RD: "paid", UD: "paid", CD: "refunded" }
const answerLimit = 64 * 1024

/** Returns the MD5 of the sorted non-empty fields, followed by the secret. */
export const md5Sign = (form: Form, secret: string): string => {
  const signed = Object.keys(form)
    .filter((name) => name !== "hash" && form[name] !== "")
    .toSorted()
    .map((name) => `${name}=${form[name]}`)
    .join("&")
  return createHash("md5")
    .update(signed + secret)
    .digest("hex")
}

const isSigned = (form: Form, secret: string): boolean => {
  const [signature, given] = [md5Sign(form, secret), (form.hash ?? "").toLowerCase()].map((text) => Buffer.from(text))
  return signature!.length === given!.length && timingSafeEqual(signature!, given!)
}

const Notified = z.object({
  trade_order_id: z.string(),
  total_fee: z.string(),
  transaction_id: z.string().default(""),
  open_order_id: z.string().default(""),
  status: z.string(),
  appid: z.string(),
  time: z.string().regex(/^\d{1,12}$/),
})
const Started = z.object({ errcode: z.coerce.number(), url: z.string().default(""), url_qrcode: z.string().default("") })
const Queried = z.object({
  errcode: z.coerce.number(),
  data: z.object({ status: z.string(), open_order_id: z.coerce.string().default(""), total_fee: z.coerce.string().optional() }).optional(),
})

/**
 * Creates a gateway that signs forms with MD5, as 虎皮椒 does: https://www.xunhupay.com/doc/api/pay.html. Refunds are made in its own console.
 */
export const createXunhupay = (
  config: XunhupayConfig,
  { now, timeout = 10_000, allowInsecure, send = fetch }: XunhupayEndpoint,
): Gateway => {
  const base = config.gateway_url.replace(/\/+$/, "")
  if (!URL.canParse(base) || (new URL(base).protocol !== "https:" && !allowInsecure)) throw new GatewayError("config", "gateway_url")
  const call = async (path: string, fields: Form): Promise<unknown> => {
    const form: Form = {
      ...fields,
      appid: config.app_id,
      time: String(Math.floor(now().getTime() / 1000)),
      nonce_str: randomBytes(16).toString("hex"),
    }
    const body = new URLSearchParams({ ...form, hash: md5Sign(form, config.app_secret) })
    try {
      const reply = await send(`${base}/${path}`, { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(timeout) })
      const text = (await reply.text()).slice(0, answerLimit)
      if (reply.status === 200) return JSON.parse(text) as unknown
    } catch {
      throw new GatewayError("unavailable", "network")
    }
    throw new GatewayError("unavailable", "status")
  }
  return {
    taken: { status: 200, type: "text/plain", body: "success" },
    refused: { status: 400, type: "text/plain", body: "fail" },
    begin: async ({ order_no, fen: amount, title, scene, notify_url, return_url }) => {
      const fields = {
        version: "1.1",
        trade_order_id: order_no,
        total_fee: formatYuan(amount),
        title: title.slice(0, 100),
        notify_url,
        return_url,
      }
      const wap: Form = scene === "desktop" ? {} : { type: "WAP", wap_url: new URL(return_url).origin, wap_name: "pay" }
      const answer = Started.safeParse(await call("do.html", { ...fields, ...wap })).data
      if (!answer) throw new GatewayError("unavailable", "form of the answer")
      if (answer.errcode !== 0) throw new GatewayError("refused", `errcode ${answer.errcode}`)
      if (!/^https?:\/\//.test(answer.url)) throw new GatewayError("unavailable", "url")
      return { payment_url: answer.url, extra: {} }
    },
    query: async (order_no): Promise<Receipt | null> => {
      const answer = Queried.safeParse(await call("query.html", { out_trade_order: order_no })).data
      if (!answer) throw new GatewayError("unavailable", "form of the answer")
      if (answer.errcode !== 0 || !answer.data) return null
      const { status, open_order_id, total_fee } = answer.data
      const amount = total_fee === undefined ? null : parseYuan(total_fee)
      const state = states[status] ?? "pending"
      // Its answers do not always include the paid amount. If it is missing, only a notice counts, because notices always include it.
      if (state === "paid" && (amount === null || !open_order_id)) return null
      const common = { merchant: config.app_id, app: config.app_id, currency: "CNY", paid_at: null }
      return { ...common, order_no, payment_no: open_order_id, fen: amount ?? fen(0), state }
    },
    // This gateway cannot close an order. A later payment is still accepted.
    close: async () => undefined,
    refund: async () => {
      throw new GatewayError("refused", "refunds are made in its own console")
    },
    findRefund: async () => null,
    verify: ({ body }) => {
      const form = formOf(body)
      if (!isSigned(form, config.app_secret)) throw new GatewayError("signature", "hash")
      const result = Notified.safeParse(form)
      if (!result.success) throw new GatewayError("form", "fields")
      const { appid, time, trade_order_id, total_fee, open_order_id, transaction_id, status } = result.data
      if (appid !== config.app_id) throw new GatewayError("merchant", "appid")
      if (isTooOld(new Date(Number(time) * 1000), now())) throw new GatewayError("age", "time")
      const amount = parseYuan(total_fee)
      const payment_no = open_order_id || transaction_id
      if (amount === null || amount < noFen || !payment_no) throw new GatewayError("form", "total_fee")
      const common = { merchant: appid, app: appid, currency: "CNY", paid_at: null }
      return { ...common, order_no: trade_order_id, payment_no, fen: amount, state: states[status] ?? "pending" }
    },
  }
}
