import { randomBytes } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { OrderStatus, OrderType, PaymentType } from "../../lib/contract/money/order.enums"
import type { Person } from "../attack/site.mjs"
import { refund } from "./refunding"
import type { TortureShop } from "./shop"

/** Runs several identical operations at once: together they must have a single effect. */
const atOnce = <T>({ random }: TortureShop, work: () => Promise<T>, most = 4): Promise<T[]> =>
  Promise.all(Array.from({ length: 1 + random.below(most) }, work))

const sign = (shop: TortureShop, as: Person) => atOnce(shop, () => shop.act("sign", String(as.id), "PUT /user/sign", {}, as))

type Product = { order_type: number; product_id?: number; quantity?: number }
/** Places an order, perhaps twice at once; returns "" if there is nothing to pay or no response came. */
const placeOrder = async (shop: TortureShop, as: Person, product: Product): Promise<string> => {
  const about = `${as.id} ${JSON.stringify(product)}`
  const answers = await atOnce(shop, () => shop.act("place", about, "POST /order", product, as), 2)
  const open = answers.find(({ status, json }) => status === 200 && json["status"] === OrderStatus.pending)
  return String(open?.json["order_no"] ?? "")
}
const payWithCredits = (shop: TortureShop, as: Person, order_no: string) =>
  shop.act("pay", order_no, "POST /order/pay", { order_no, payment_type: PaymentType.credit }, as)
const close = (shop: TortureShop, as: Person, order_no: string) => shop.act("close", order_no, "PUT /order/close", { order_no }, as)
const askStatus = (shop: TortureShop, as: Person, order_no: string) => shop.act("status", order_no, "GET /order/status", { order_no }, as)

/** Buys with credits, often several times at once, sometimes while closing; some orders are left pending. */
const buy = async (shop: TortureShop, as: Person, product: Product): Promise<void> => {
  const order_no = await placeOrder(shop, as, product)
  if (!order_no || shop.random.below(8) === 0) return
  const closing = shop.random.below(5) === 0 ? close(shop, as, order_no) : null
  await Promise.all([closing, atOnce(shop, () => payWithCredits(shop, as, order_no))])
}
const buyDocument = (shop: TortureShop, as: Person) =>
  buy(shop, as, { order_type: OrderType.document, product_id: shop.random.pick(shop.documents).id })
/** Pays with a download code, the same one for several orders that compete for it. */
const payWithCode = async (shop: TortureShop, as: Person): Promise<void> => {
  const { random, people, codes, documents } = shop
  const code = random.pick(codes)
  const buyers = [as, random.pick(people)]
  await Promise.all(
    buyers.map(async (buyer) => {
      const order_no = await placeOrder(shop, buyer, { order_type: OrderType.document, product_id: random.pick(documents).id })
      const input = { order_no, payment_type: PaymentType.code, downcode: code }
      if (order_no) await atOnce(shop, () => shop.act("code", `${order_no} ${code}`, "POST /order/pay", input, buyer), 3)
    }),
  )
}
const buyVip = (shop: TortureShop, as: Person) => buy(shop, as, { order_type: OrderType.vip, product_id: shop.random.below(3) })

/** Pays through the gateway: immediately, after closing the order, without a notice to the site, or not at all. */
const payAtGateway = async (shop: TortureShop, as: Person): Promise<void> => {
  const { gateway, random } = shop
  const products: Product[] = [
    { order_type: OrderType.recharge, quantity: 10 * (1 + random.below(15)) },
    { order_type: OrderType.recharge, quantity: 10 * (1 + random.below(15)) },
    { order_type: OrderType.vip, product_id: random.below(3) },
    { order_type: OrderType.document, product_id: random.pick(shop.documents).id },
  ]
  const order_no = await placeOrder(shop, as, random.pick(products))
  if (!order_no) return
  const input = { order_no, payment_type: PaymentType.third }
  await atOnce(shop, () => shop.act("begin", order_no, "POST /order/pay", input, as), 2)
  if (random.below(4) === 0) await gateway.forge(order_no)
  const fate = random.below(10)
  if (fate === 0) return
  if (fate <= 2) {
    await close(shop, as, order_no)
    gateway.pay(order_no)
  } else gateway.pay(order_no, { mute: fate === 3 })
  if (fate === 4) await payWithCredits(shop, as, order_no)
  if (random.below(3) === 0) await gateway.forge(order_no)
  for (let n = random.below(3); n > 0; n--) {
    await pause(random.below(400))
    await askStatus(shop, as, order_no)
  }
}

/** Pays or closes an order whose response was lost. */
const goOn = async (shop: TortureShop, as: Person): Promise<void> => {
  const answer = await shop.gate.pass(() => shop.site.call("GET /user/order", { status: OrderStatus.pending, size: 20 }, as))
  const orders = (answer.json["order"] ?? []) as { order_no: string }[]
  // users do not close what they have just paid for at the gateway
  const open = orders.filter(({ order_no }) => !shop.gateway.isPaid(order_no))
  if (open.length === 0) return
  const { order_no } = shop.random.pick(open)
  await (shop.random.below(2) ? payWithCredits(shop, as, order_no) : close(shop, as, order_no))
}

const download = async (shop: TortureShop, as: Person): Promise<void> => {
  const document = shop.random.pick(shop.documents.filter(({ is_vip }) => is_vip))
  const { id } = document
  await atOnce(shop, () => shop.act("download", `${as.id}:${id}`, "GET /document/download/vip", { id }, as), 3)
}

/** Gives credits as staff, each time with a unique remark that identifies the movement. */
export const give = (shop: TortureShop, to: Person, credit: number) => {
  const remark = randomBytes(8).toString("hex")
  return shop.act("give", remark, "POST /order/system/recharge", { user_id: to.id, credit, remark }, shop.site.admin)
}

/** Records a payment as staff, several times at once, while the owner may be paying or closing. */
const note = async (shop: TortureShop, as: Person): Promise<void> => {
  const { random, site } = shop
  const order_no = await placeOrder(shop, as, { order_type: OrderType.recharge, quantity: 10 * (1 + random.below(15)) })
  if (!order_no) return
  if (random.below(3) === 0) await close(shop, as, order_no)
  const input = { order_no, payment_type: random.pick([PaymentType.bank, PaymentType.cash, PaymentType.other]), remark: "已到账" }
  await atOnce(shop, () => shop.act("note", order_no, "PUT /order/paid", input, site.admin), 3)
}

const arrive = async (shop: TortureShop): Promise<void> => {
  const person = await shop.gate.pass(() => shop.site.person().catch(() => null))
  if (!person) return
  shop.people.push(person)
  await give(shop, person, 100)
}

/** The operations of users, with their relative frequency. */
const programme: [number, (shop: TortureShop, as: Person) => Promise<unknown>][] = [
  [3, sign],
  [7, buyDocument],
  [2, buyVip],
  [2, payWithCode],
  [7, payAtGateway],
  [2, goOn],
  [3, download],
  [3, (shop, as) => give(shop, as, 1 + shop.random.below(60))],
  [2, note],
  [3, refund],
  [1, arrive],
]
const drawn = programme.flatMap(([weight, work]) => Array.from({ length: weight }, () => work))

/** Runs one client: it performs operations as one user after the other until the run is over. */
export const client = async (shop: TortureShop, running: () => boolean): Promise<void> => {
  while (running()) {
    await shop.random.pick(drawn)(shop, shop.random.pick(shop.people))
    await pause(shop.random.below(60))
  }
}
