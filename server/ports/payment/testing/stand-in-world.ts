import { generateKeyPairSync } from "node:crypto"
import type { GatewayName } from "../payment.port"

/** What people are to pay, as the gateway knows it. */
export type Trade = {
  /** the site's number of this payment */
  order_no: string
  /** how it is to be paid: native, h5, jsapi, page, wap */
  kind: string
  payment_no: string
  fen: number
  notify_url: string
  state: "pending" | "paid" | "closed"
  refunds: Map<string, number>
}
export type Ask = { method: string; url: URL; headers: Record<string, string | string[] | undefined>; body: string }
export type Reply = { status: number; headers?: Record<string, string>; body: string }
/** What a notice says otherwise than the trade; `key` "another": signed by somebody else. */
export type Changes = Partial<{
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
export type Keys = ReturnType<typeof rsa>

export type World = {
  url: string
  now: () => Date
  trades: Record<GatewayName, Map<string, Trade>>
  /** the site's, the gateways' and somebody else's */
  keys: { site: Keys; gateway: Keys; another: Keys }
  /** answers are signed by somebody else */
  forging: boolean
  /** what becomes of refunds: given at once, under way (WeChat), refused for want of money */
  refunds: "prompt" | "slow" | "refused"
  /** WeChat has no platform certificate for the merchant */
  uncertified: boolean
}

/** Keys of a stand-in that keeps its settings over a restart. */
export const makeKeys = (): World["keys"] => ({ site: rsa(), gateway: rsa(), another: rsa() })

export const makeWorld = (now: () => Date, keys = makeKeys()): World => ({
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
  /** the official account that knows who pays inside of WeChat: the same application */
  officialAccount: { client_id: "wx0000000000000001", client_secret: "a secret of the account" },
  alipay: { app_id: "2021000000000001", seller_id: "2088000000000001" },
  xunhupay: { app_id: "201906100001", app_secret: "a secret of 虎皮椒" },
} as const

/** The page where a person pays; `back` is the site's. */
export const payPage = ({ url }: World, name: GatewayName, order_no: string, back = ""): string =>
  `${url}/pay/${name}/${order_no}${back && `?${new URLSearchParams({ back }).toString()}`}`

/** The trade of a number; one that is placed again in the same way stays as it is. Null where the number was used otherwise. */
export const placed = (world: World, name: GatewayName, wanted: Pick<Trade, "order_no" | "fen" | "notify_url" | "kind">): Trade | null => {
  const { order_no, fen, kind } = wanted
  const known = world.trades[name].get(order_no)
  if (known) return known.fen === fen && known.kind === kind ? known : null
  const trade: Trade = { ...wanted, payment_no: `42${order_no}`, state: "pending", refunds: new Map() }
  world.trades[name].set(order_no, trade)
  return trade
}

/** The trade of a number, or the last one of an order, whose numbers begin with it. */
export const tradeOf = (world: World, name: GatewayName, number: string): Trade | undefined =>
  world.trades[name].get(number) ?? [...world.trades[name].values()].findLast(({ order_no }) => order_no.startsWith(number))

/** The trade by the gateway's own number. */
export const tradePaid = (world: World, name: GatewayName, payment_no: string | undefined): Trade | undefined =>
  [...world.trades[name].values()].find((trade) => trade.payment_no === payment_no)

/** Notes a refund; the same number again is the same one. False where it is more than was paid. */
export const refunded = ({ fen, state, refunds }: Trade, refund_no: string, amount: number): boolean => {
  if (state !== "paid") return false
  if (refunds.has(refund_no)) return refunds.get(refund_no) === amount
  if ([...refunds.values()].reduce((sum, one) => sum + one, amount) > fen) return false
  refunds.set(refund_no, amount)
  return true
}
