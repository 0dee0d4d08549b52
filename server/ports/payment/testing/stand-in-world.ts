import { generateKeyPairSync } from "node:crypto"
import type { GatewayName } from "../payment.port"

/** A payment as the gateway knows it. */
export type Trade = {
  /** The site's number of this payment. */
  order_no: string
  /** Payment method: native, h5, jsapi, page or wap. */
  kind: string
  payment_no: string
  fen: number
  notify_url: string
  state: "pending" | "paid" | "closed"
  refunds: Map<string, number>
}
export type GatewayRequest = { method: string; url: URL; headers: Record<string, string | string[] | undefined>; body: string }
export type GatewayReply = { status: number; headers?: Record<string, string>; body: string }
/** Fields in which a notice differs from the trade. `key` "another": signed with a foreign key. */
export type NoticeChanges = Partial<{
  order_no: string
  payment_no: string
  fen: number
  currency: string
  merchant: string
  app: string
  time: Date
  state: string
  key: "another"
}>

const rsa = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  })
export type RsaKeys = ReturnType<typeof rsa>

export type GatewayWorld = {
  url: string
  now: () => Date
  trades: Record<GatewayName, Map<string, Trade>>
  /** Keys of the site, of the gateways, and a foreign pair. */
  keys: { site: RsaKeys; gateway: RsaKeys; another: RsaKeys }
  /** Answers are signed with a foreign key. */
  forging: boolean
  /** Outcome of refunds: completed at once, in progress (WeChat), or refused for insufficient funds. */
  refunds: "prompt" | "slow" | "refused"
  /** WeChat has no platform certificate for the merchant */
  uncertified: boolean
}

/** Generates keys for a mock server that keeps its settings across restarts. */
export const makeKeys = (): GatewayWorld["keys"] => ({ site: rsa(), gateway: rsa(), another: rsa() })

export const makeWorld = (now: () => Date, keys = makeKeys()): GatewayWorld => ({
  url: "",
  now,
  trades: { wechatpay: new Map(), alipay: new Map(), xunhupay: new Map() },
  keys,
  forging: false,
  refunds: "prompt",
  uncertified: false,
})

export const account = {
  wechatpay: {
    app_id: "wx0000000000000001",
    mch_id: "1900000001",
    serial_no: "5157F09EFDC096DE15EBE81A47057A7232F1B8E1",
    api_v3_key: "k".repeat(32),
    public_key_id: "PUB_KEY_ID_0000000001",
  },
  /** The official account that identifies payers inside WeChat. It is the same application. */
  officialAccount: { client_id: "wx0000000000000001", client_secret: "a secret of the account" },
  alipay: { app_id: "2021000000000001", seller_id: "2088000000000001" },
  xunhupay: { app_id: "201906100001", app_secret: "a secret of 虎皮椒" },
} as const

/** Returns the page where a user pays. `back` is the site's page to return to. */
export const payPage = ({ url }: GatewayWorld, name: GatewayName, order_no: string, back = ""): string =>
  `${url}/pay/${name}/${order_no}${back && `?${new URLSearchParams({ back }).toString()}`}`

/**
 * Returns the trade with this number. Repeating the same request leaves the trade unchanged. Null if the number was used for a different
 * payment.
 */
export const placed = (
  world: GatewayWorld,
  name: GatewayName,
  input: Pick<Trade, "order_no" | "fen" | "notify_url" | "kind">,
): Trade | null => {
  const { order_no, fen, kind } = input
  const existing = world.trades[name].get(order_no)
  if (existing) return existing.fen === fen && existing.kind === kind ? existing : null
  const trade: Trade = { ...input, payment_no: `42${order_no}`, state: "pending", refunds: new Map() }
  world.trades[name].set(order_no, trade)
  return trade
}

/** Returns the trade with this number, or the last trade of an order, whose trade numbers start with the order number. */
export const tradeOf = (world: GatewayWorld, name: GatewayName, number: string): Trade | undefined =>
  world.trades[name].get(number) ?? [...world.trades[name].values()].findLast(({ order_no }) => order_no.startsWith(number))

/** Returns the trade with this gateway number. */
export const tradePaid = (world: GatewayWorld, name: GatewayName, payment_no: string | undefined): Trade | undefined =>
  [...world.trades[name].values()].find((trade) => trade.payment_no === payment_no)

/** Records a refund; repeating a number is the same refund. Returns false if the amount exceeds what was paid. */
export const refunded = ({ fen, state, refunds }: Trade, refund_no: string, amount: number): boolean => {
  if (state !== "paid") return false
  if (refunds.has(refund_no)) return refunds.get(refund_no) === amount
  if ([...refunds.values()].reduce((sum, one) => sum + one, amount) > fen) return false
  refunds.set(refund_no, amount)
  return true
}
