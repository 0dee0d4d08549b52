import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { settingGroups } from "../../../../lib/contract/site/settings.groups"
import type { Setting } from "../../../../lib/contract/site/settings.setting"
import type { OauthOptions } from "../../oauth/create-oauth"
import type { GatewayConfigs, PaymentOptions } from "../create-payments"
import { gatewayNames, type GatewayName, type Notice } from "../payment.port"
import { sandboxPlaces } from "../sandbox"
import { alipayNotice, serveAlipay } from "./alipay.stand-in"
import { account, makeWorld, tradeOf, type Ask, type Changes, type Reply, type Trade, type World } from "./stand-in-world"
import { serveAccount, serveWechatpay, wechatpayNotice } from "./wechatpay.stand-in"
import { serveXunhupay, xunhupayNotice } from "./xunhupay.stand-in"

export type GatewaysStandIn = {
  url: string
  /** for `createPayments` */
  options: PaymentOptions
  /** for `createOauth`: who pays inside of WeChat */
  oauth: OauthOptions
  /** what user 1 would have set */
  configs: GatewayConfigs
  officialAccount: { client_id: string; client_secret: string }
  /** all that were begun, the last one first */
  trades(): { name: GatewayName; trade: Trade }[]
  /** `order_no`: the number of a payment, or the order's for its last one */
  trade(name: GatewayName, order_no: string): Trade | undefined
  /** The person pays; nobody is told of it yet. */
  pay(name: GatewayName, order_no: string): void
  /** What the gateway would call with: sent twice, late, in another order or never, as a test likes, and with `changes` forged. */
  notice(name: GatewayName, order_no: string, changes?: Changes): Notice
  /**
   * "silent": closes connections · "losing": gives money back without an answer · "forging": answers are signed by somebody else · "uncertified": WeChat has no
   * certificate for the merchant
   */
  misbehave(how: "silent" | "losing" | "forging" | "uncertified" | null): void
  /** Refunds are given at once, are under way (WeChat), or are refused. */
  refund(how: World["refunds"]): void
  /** addresses that were asked for */
  log: string[]
  close(): Promise<void>
}

const defaultsOf = <N extends GatewayName>(name: N, own: object): GatewayConfigs[N] => ({
  ...(Object.fromEntries(
    Object.entries(settingGroups[name] as Record<string, Setting>).map(([key, one]) => [key, one.default]),
  ) as GatewayConfigs[N]),
  enable: true,
  ...account[name],
  ...own,
})
const notices = { wechatpay: wechatpayNotice, alipay: alipayNotice, xunhupay: xunhupayNotice }
const serving: Record<string, (world: ReturnType<typeof makeWorld>, ask: Ask) => Reply> = {
  v3: serveWechatpay,
  sns: serveAccount,
  "gateway.do": serveAlipay,
  payment: serveXunhupay,
}

/** What a person sees there: answers what is no gateway's. */
export type Page = (ask: Ask) => Promise<Reply | undefined>

/** Money is to go back, not only asked about. */
const isRefund = (method: string | undefined, { pathname, searchParams }: URL, body: string): boolean =>
  method === "POST" && (pathname.endsWith("/refunds") || `${searchParams} ${body}`.includes("alipay.trade.refund"))

/** WeChat Pay, Alipay and 虎皮椒 on one port of this machine, signing and checking signatures as the real ones do. */
export const startGateways = async ({
  port = 0,
  now = () => new Date(),
  keys,
  page,
}: { port?: number; now?: () => Date; keys?: World["keys"]; page?: Page } = {}): Promise<GatewaysStandIn> => {
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
  const known = (name: GatewayName, order_no: string): Trade => {
    const trade = tradeOf(world, name, order_no)
    if (!trade) throw new Error(`${name} knows no ${order_no}`)
    return trade
  }
  const { site, gateway } = world.keys
  return {
    url: world.url,
    options: { ...sandboxPlaces(world.url).payments, now, timeout: 5_000 },
    oauth: sandboxPlaces(world.url).oauth,
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
    pay: (name, order_no) => void (known(name, order_no).state = "paid"),
    notice: (name, order_no, changes = {}) => notices[name](world, known(name, order_no), changes),
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
