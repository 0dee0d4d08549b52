import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { ownCertificate } from "../../server/ports/mail/testing/self-signed-certificate"
import type { Notice } from "../../server/ports/payment/payment.port"
import { account, makeWorld, type NoticeChanges, type Trade } from "../../server/ports/payment/testing/stand-in-world"
import { serveXunhupay, xunhupayNotice } from "../../server/ports/payment/testing/xunhupay.stand-in"
import type { seeded } from "../../tests/process/support/random"
import { send } from "../attack/http.mjs"
import type { Gate } from "./gate"
import { outcomeOf, type RequestRecord, type RequestKind } from "./record"

type Options = { random: ReturnType<typeof seeded>; gate: Gate; record: RequestRecord }

/** Returns the order of a trade: gateways identify each payment of an order by its own number (`lib/rules/money/payment-attempt.ts`). */
export const orderOf = ({ order_no }: Trade): string => order_no.slice(0, -3)

const dayMs = 86_400_000
/** Each of them creates a notice that reports an order as paid, and does not come from the gateway. */
const forgeries: ((trade: Trade) => NoticeChanges)[] = [
  () => ({ key: "another" }),
  ({ fen }) => ({ fen: fen - 1 }),
  ({ fen }) => ({ fen: fen + 1 }),
  () => ({ app: "201906100002" }),
  () => ({ order_no: "20200101000000000000" }),
  () => ({ time: new Date(Date.now() - 3 * dayMs) }),
]

/**
 * Starts the third gateway on this machine, over TLS with its own certificate, as unreliable as gateways get: it reports a payment twice,
 * late, out of order, before its own response, after losing what it sent, or never, and breaks connections. A notice that is not
 * permanently lost is repeated until it is accepted.
 */
export const startGateway = async ({ random, gate, record }: Options) => {
  const world = makeWorld(() => new Date())
  const trades = world.trades.xunhupay
  const { key, cert } = ownCertificate("127.0.0.1")
  const telling = new Set<Promise<void>>()
  let calm = false
  let ended = false
  const chance = (percent: number) => !calm && random.below(100) < percent

  /** Calls the site's notify URL and returns whether it accepted the notice. */
  const deliver = async ({ notify_url }: Trade, { headers, body }: Notice, kind: RequestKind, about: string): Promise<boolean> => {
    const answered = record.ask(kind, about)
    const { origin, pathname } = new URL(notify_url)
    const { status, text } = await send(origin, pathname, { method: "POST", headers: headers as Record<string, string>, body })
    const taken = status === 200 && text === "success"
    answered(status === 200 && !taken ? "doubtful" : outcomeOf(status))
    return taken
  }
  const tell = async (trade: Trade): Promise<void> => {
    for (let wait = 800; !ended; wait = 400) {
      await pause(random.below(wait))
      if (chance(30)) continue
      const same = xunhupayNotice(world, trade, {})
      const copies = Array.from({ length: 1 + random.below(3) }, () => (random.below(2) ? same : xunhupayNotice(world, trade, {})))
      const taken = await Promise.all(copies.map((notice) => gate.pass(() => deliver(trade, notice, "notice", trade.order_no))))
      if (!taken.includes(true)) continue
      // and once more after everything has long been settled
      if (!chance(40)) return
      await pause(random.below(3_000))
      return void (await gate.pass(() => deliver(trade, same, "notice", trade.order_no)))
    }
  }
  const ofOrder = (order_no: string): Trade[] => [...trades.values()].filter((trade) => orderOf(trade) === order_no)
  const payTrade = (trade: Trade, mute: boolean): void => {
    if (trade.state === "paid") return
    trade.state = "paid"
    if (mute) return
    const told = tell(trade).finally(() => telling.delete(told))
    telling.add(told)
  }

  const server = createServer({ key, cert }, (request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (part: string) => (body += part))
    request.on("end", () => void answer(request.url ?? "/", body))
    const answer = async (path: string, text: string) => {
      if (chance(4)) return void request.socket.destroy()
      const reply = serveXunhupay(world, { method: "POST", url: new URL(path, world.url), headers: request.headers, body: text })
      const order_no = new URLSearchParams(text).get("trade_order_id")
      const begun = order_no ? trades.get(order_no) : undefined
      if (begun && chance(15)) {
        payTrade(begun, false)
        await gate.passNow(() => deliver(begun, xunhupayNotice(world, begun, {}), "notice", begun.order_no))
      }
      if (chance(4)) return void request.socket.destroy()
      response.writeHead(reply.status, reply.headers).end(reply.body)
    }
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  world.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** the certificate that the site must trust */
    certificate: cert,
    settings: { enable: "true", ...account.xunhupay, gateway_url: `${world.url}/payment` },
    trades: trades as ReadonlyMap<string, Trade>,
    /** Pays as the user, perhaps in both of two windows. `mute`: in one window, and without a notice: the site has to query the payment. */
    pay: (order_no: string, { mute = false } = {}): void => {
      const begun = ofOrder(order_no)
      const all = !mute && chance(30)
      for (const trade of all ? begun : begun.slice(-1)) payTrade(trade, mute)
    },
    /** Checks whether the gateway received a payment for the order. */
    isPaid: (order_no: string): boolean => ofOrder(order_no).some(({ state }) => state === "paid"),
    /** Sends a forged notice of a payment, whether there is one or not. */
    forge: async (order_no: string): Promise<void> => {
      const trade = ofOrder(order_no).at(-1)
      if (!trade) return
      const notice = xunhupayNotice(world, { ...trade, state: "paid" }, random.pick(forgeries)(trade))
      await gate.pass(() => deliver(trade, notice, "forged", `${order_no} ${notice.body}`))
    },
    /** Stops losing notices: resolves when all pending notices were accepted, or have been refused for a minute. */
    settle: async () => {
      calm = true
      await Promise.race([Promise.all(telling), pause(60_000, undefined, { ref: false })])
    },
    stop: () => {
      ended = true
      server.close()
      server.closeAllConnections()
    },
  }
}
export type TorturedGateway = Awaited<ReturnType<typeof startGateway>>
