import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { settingGroups } from "../../../../lib/contract/site/settings.groups"
import type { Setting } from "../../../../lib/contract/setting"
import type { OauthOptions } from "../../oauth/create-oauth"
import type { GatewayConfigs, PaymentOptions } from "../create-payments"
import { gatewayNames, type GatewayName, type Notice } from "../payment.port"
import { sandboxEndpoints } from "../sandbox"
import { alipayNotice, serveAlipay } from "./alipay.stand-in"
import {
  account,
  makeWorld,
  tradeOf,
  type GatewayRequest,
  type NoticeChanges,
  type GatewayReply,
  type Trade,
  type GatewayWorld,
} from "./stand-in-world"
import { serveAccount, serveWechatpay, wechatpayNotice } from "./wechatpay.stand-in"
import { serveXunhupay, xunhupayNotice } from "./xunhupay.stand-in"

export type GatewaysStandIn = {
  url: string
  /** For `createPayments`. */
  options: PaymentOptions
  /** For `createOauth`: returns the payer inside WeChat. */
  oauth: OauthOptions
  /** Settings as user 1 would have entered them. */
  configs: GatewayConfigs
  officialAccount: { client_id: string; client_secret: string }
  /** All started trades, newest first. */
  trades(): { name: GatewayName; trade: Trade }[]
  /** `order_no`: the number of a payment, or an order number for its last payment. */
  trade(name: GatewayName, order_no: string): Trade | undefined
  /** Pays the trade without sending a notice. */
  pay(name: GatewayName, order_no: string): void
  /**
   * Returns the call that the gateway would make. A test can send it twice, late, out of order or never, and forge fields with `changes`.
   */
  notice(name: GatewayName, order_no: string, changes?: NoticeChanges): Notice
  /**
   * "silent": closes connections · "losing": refunds money without an answer · "forging": signs answers with a foreign key · "uncertified":
   * WeChat has no certificate for the merchant.
   */
  misbehave(how: "silent" | "losing" | "forging" | "uncertified" | null): void
  /** Refunds are completed at once, stay in progress (WeChat), or are refused. */
  refund(how: GatewayWorld["refunds"]): void
  /** Requested addresses. */
  log: string[]
  close(): Promise<void>
}

const defaultsOf = <N extends GatewayName>(name: N, values: object): GatewayConfigs[N] => ({
  ...(Object.fromEntries(
    Object.entries(settingGroups[name] as Record<string, Setting>).map(([key, one]) => [key, one.default]),
  ) as GatewayConfigs[N]),
  enable: true,
  ...account[name],
  ...values,
})
const notices = { wechatpay: wechatpayNotice, alipay: alipayNotice, xunhupay: xunhupayNotice }
const serving: Record<string, (world: ReturnType<typeof makeWorld>, ask: GatewayRequest) => GatewayReply> = {
  v3: serveWechatpay,
  sns: serveAccount,
  "gateway.do": serveAlipay,
  payment: serveXunhupay,
}

/** The pages for users: answers requests that do not belong to a gateway. */
export type GatewayPage = (ask: GatewayRequest) => Promise<GatewayReply | undefined>

/** Checks whether a request starts a refund, as opposed to querying one. */
const isRefund = (method: string | undefined, { pathname, searchParams }: URL, body: string): boolean =>
  method === "POST" && (pathname.endsWith("/refunds") || `${searchParams} ${body}`.includes("alipay.trade.refund"))

/** Starts mock servers for WeChat Pay, Alipay and 虎皮椒 on one local port, which sign and check signatures as the real ones do. */
export const startGateways = async ({
  port = 0,
  now = () => new Date(),
  keys,
  page,
}: { port?: number; now?: () => Date; keys?: GatewayWorld["keys"]; page?: GatewayPage } = {}): Promise<GatewaysStandIn> => {
  const world = makeWorld(now, keys)
  const log: string[] = []
  let silent = false
  let losing = false
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (part: string) => (body += part))
    request.on("end", async () => {
      const url = new URL(request.url ?? "/", world.url)
      log.push(`${request.method} ${url.pathname}`)
      if (silent) return void request.socket.destroy()
      const serve = serving[url.pathname.split("/")[1] ?? ""]
      const ask = { method: request.method ?? "", url, headers: request.headers, body }
      const { status, headers, body: text } = serve?.(world, ask) ?? (await page?.(ask)) ?? { status: 404, body: "no such place" }
      if (losing && isRefund(request.method, url, body)) return void request.socket.destroy()
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready))
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const requireTrade = (name: GatewayName, order_no: string): Trade => {
    const trade = tradeOf(world, name, order_no)
    if (!trade) throw new Error(`${name} knows no ${order_no}`)
    return trade
  }
  const { site, gateway } = world.keys
  return {
    url: world.url,
    options: { ...sandboxEndpoints(world.url).payments, now, timeout: 5_000 },
    oauth: sandboxEndpoints(world.url).oauth,
    officialAccount: account.officialAccount,
    configs: {
      wechatpay: defaultsOf("wechatpay", { private_key: site.privateKey, public_key: gateway.publicKey }),
      alipay: defaultsOf("alipay", { private_key: site.privateKey, alipay_public_key: gateway.publicKey }),
      xunhupay: defaultsOf("xunhupay", { gateway_url: `${world.url}/payment` }),
    },
    trades: () =>
      gatewayNames
        .flatMap((name) => [...world.trades[name].values()].map((trade) => ({ name, trade })))
        .toSorted((a, b) => b.trade.order_no.localeCompare(a.trade.order_no)),
    trade: (name, order_no) => tradeOf(world, name, order_no),
    pay: (name, order_no) => void (requireTrade(name, order_no).state = "paid"),
    notice: (name, order_no, changes = {}) => notices[name](world, requireTrade(name, order_no), changes),
    misbehave: (how) => {
      silent = how === "silent"
      losing = how === "losing"
      world.forging = how === "forging"
      world.uncertified = how === "uncertified"
    },
    refund: (how) => void (world.refunds = how),
    log,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
