import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { refundNumber } from "@/lib/rules/money/refund"
import { createCtx } from "@/server/context"
import { checkLedger } from "@/server/modules/money/ledger/check.usecases"
import { closeOverdueOrders } from "@/server/modules/money/order/expiry.usecases"
import { settleRefunds } from "@/server/modules/money/order/refund-settlement.usecases"
import { receiveNotice } from "@/server/modules/money/order/receipt.usecases"
import { createPayments } from "@/server/ports/payment/create-payments"
import type { GatewayName } from "@/server/ports/payment/payment.port"
import { startGateways, type GatewaysStandIn } from "@/server/ports/payment/testing/gateways.stand-in"
import type { NoticeChanges } from "@/server/ports/payment/testing/stand-in-world"
import { closeAtTheEnd } from "../../setup/opened"
import { shopOf, type TestShop } from "../../setup/shop"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/*
 * Model test: one order of a document for 100 credits or 10.00 yuan, every event that can happen to it, and the expected result
 * (docs/decisions/064, 066, 084).
 */

const { pending, paid, closed } = OrderStatus
const names = ["wechatpay", "alipay", "xunhupay"] as const
const types = { wechatpay: PaymentType.wechat, alipay: PaymentType.alipay, xunhupay: PaymentType.third }
const minute = 60_000
let now = new Date()
let app: TestApp
let shop: TestShop
let staff: TestUser
let standIn: GatewaysStandIn
let titles = 0

beforeAll(async () => {
  standIn = await startGateways({ now: () => now })
  closeAtTheEnd(() => standIn.close())
  app = await testApp({ now: () => now, payments: createPayments(standIn.options) })
  shop = shopOf(app)
  staff = await app.admin()
  await shop.set("score", { register: 0, credit_exchange: 10, upload_document: 0 })
  await shop.set("system", { domain: "https://doujia.example.com" })
  for (const name of names) await shop.set(name, standIn.configs[name])
})

/**
 * The expected state of the order, as simple as possible. `last`: the latest payment that was started; whether its money arrived, is known
 * to the site, and is surplus. `refunded`, `underway`: in halves of the price.
 */
type Model = {
  status: number
  by: number
  overdue: boolean
  removed: boolean
  refunded: number
  underway: number
  last: { name: GatewayName; trade_no: string; paid: boolean; isAcknowledged: boolean; surplus: boolean } | null
}
type World = { model: Model; buyer: TestUser; author: TestUser; order_no: string; ended: Date }

/** The site learns of a payment: it pays an unpaid order, and is surplus on a paid one. */
const learn = ({ model }: World): void => {
  const { last } = model
  if (!last?.paid || last.isAcknowledged) return
  last.isAcknowledged = true
  last.surplus = model.status === paid
  if (!last.surplus) Object.assign(model, { status: paid, by: types[last.name], removed: false })
}
const statusOf = async (call: Promise<{ ok: true } | { ok: false; status: number }>): Promise<number> => {
  const reply = await call
  return reply.ok ? 200 : reply.status
}
const canPay = ({ status, overdue }: Model): boolean => status === pending && !overdue
const tell = async ({ model: { last } }: World, changes: NoticeChanges = {}): Promise<number> =>
  (await receiveNotice(createCtx(app), last!.name, standIn.notice(last!.name, last!.trade_no, changes))).status
const runJob = () => closeOverdueOrders(createCtx(app), () => false)

type Step = (world: World) => Promise<void>
const steps: Record<string, Step> = {
  credits: async (world) => {
    const { model, buyer, order_no } = world
    const allowed = canPay(model) && !model.removed
    expect(await statusOf(shop.pay(buyer, order_no))).toBe(model.removed ? 404 : allowed ? 200 : 409)
    if (allowed) Object.assign(model, { status: paid, by: PaymentType.credit })
  },
  arrives: async ({ model: { last } }) => {
    if (!last || last.paid) return
    last.paid = true
    standIn.pay(last.name, last.trade_no)
  },
  told: async (world) => {
    if (!world.model.last) return
    expect(await tell(world)).toBe(200)
    learn(world)
  },
  "told ten times": async (world) => {
    if (!world.model.last) return
    expect(await Promise.all(Array.from({ length: 10 }, () => tell(world)))).toEqual(Array(10).fill(200))
    learn(world)
  },
  asked: async (world) => {
    const { model, buyer, order_no } = world
    const asks = model.status === pending
    expect(await statusOf(app.call("GET /order/status", { order_no }, buyer))).toBe(model.removed ? 404 : 200)
    if (asks) learn(world)
  },
  close: async (world) => {
    const { model, buyer, order_no } = world
    if (model.status === pending) learn(world)
    const expected = model.removed ? 404 : model.status === paid ? 409 : 200
    expect(await statusOf(app.call("PUT /order/close", { order_no }, buyer))).toBe(expected)
    if (model.status === pending) model.status = closed
  },
  remove: async ({ model, buyer, order_no }) => {
    const expected = model.removed ? 404 : model.status === closed ? 200 : 409
    expect(await statusOf(app.call("DELETE /order", { order_no }, buyer))).toBe(expected)
    if (expected === 200) model.removed = true
  },
  noted: async ({ model, order_no }) => {
    const input = { order_no, payment_type: PaymentType.bank, remark: "到账" }
    expect(await statusOf(app.call("PUT /order/paid", input, staff))).toBe(model.status === paid ? 409 : 200)
    if (model.status !== paid) Object.assign(model, { status: paid, by: PaymentType.bank, removed: false })
  },
  "half goes back": async ({ model, order_no }) => {
    const unit = model.by === PaymentType.credit ? { amount: 50 } : { fen: 500 }
    const input = { order_no, refund_no: refundNumber(now), remark: "退", ...unit }
    // half of it can be refunded twice, and nothing a third time
    const allowed = model.status === paid && model.refunded < 2
    expect(await statusOf(app.call("POST /order/refund", input, staff))).toBe(allowed ? 200 : 409)
    if (allowed) model.refunded += 1
    if (allowed && (model.by === PaymentType.wechat || model.by === PaymentType.alipay)) model.underway += 1
  },
  "refunds are carried out": async ({ model }) => {
    await settleRefunds(createCtx(app), () => false)
    model.underway = 0
  },
  "refunds are refused": async ({ model }) => {
    standIn.refund("refused")
    await settleRefunds(createCtx(app), () => false)
    standIn.refund("prompt")
    model.refunded -= model.underway
    model.underway = 0
  },
  "half an hour passes": async ({ model }) => {
    now = new Date(now.getTime() + 31 * minute)
    model.overdue = true
  },
  "the job runs": async (world) => {
    const { model } = world
    const isOver = now > new Date(world.ended.getTime() + 5 * minute)
    if (model.status === pending && model.overdue) learn(world)
    if (model.status === pending && model.overdue) model.status = closed
    else if (model.status !== pending && isOver) learn(world)
    await runJob()
  },
}
const begin =
  (name: GatewayName): Step =>
  async (world) => {
    const { model, buyer, order_no } = world
    const allowed = canPay(model)
    if (allowed) learn(world)
    const expected = model.removed ? 404 : canPay(model) ? 200 : 409
    const reply = await app.call("POST /order/pay", { order_no, payment_type: types[name] }, buyer)
    expect(reply.ok ? 200 : reply.status).toBe(expected)
    if (!reply.ok) return
    world.ended = new Date(now.getTime() + 30 * minute)
    // Alipay's trade starts when its page is opened
    if (name === "alipay") await fetch(reply.data.payment_url)
    model.last = { name, trade_no: standIn.trade(name, order_no)!.order_no, paid: false, isAcknowledged: false, surplus: false }
  }
for (const name of names) steps[`begin ${name}`] = begin(name)
const forgeries: Record<string, NoticeChanges> = {
  signature: { key: "another" },
  amount: { fen: 999 },
  merchant: { merchant: "2" },
  order: { order_no: "20200101000000000000" },
  age: { time: new Date("2020-01-01T00:00:00Z") },
}
for (const [what, changes] of Object.entries(forgeries))
  steps[`forged ${what}`] = async (world) => {
    // only for a payment that has arrived: otherwise there is nothing to forge
    if (world.model.last?.paid) expect(await tell(world, changes)).toBeGreaterThanOrEqual(400)
  }

steps["forged currency"] = async (world) => {
  // the other gateways send no currency
  if (world.model.last?.paid && world.model.last.name === "wechatpay")
    expect(await tell(world, { currency: "USD" })).toBeGreaterThanOrEqual(400)
}

const open = async (): Promise<World> => {
  now = new Date("2026-11-20T04:00:00Z")
  const [buyer, author] = [await shop.buyer(100), await shop.buyer()]
  const { id } = await shop.document(author, `模型 ${++titles}`, { price: 100 })
  const { order_no } = await shop.order(buyer, id)
  const model: Model = { status: pending, by: 0, overdue: false, removed: false, refunded: 0, underway: 0, last: null }
  return { model, buyer, author, order_no, ended: now }
}

type Row = {
  status: number
  payment_type: number
  refund_fen: number
  refund_amount: number
  removed: boolean
  fen: number
  posted: number
  taken: number
  held: number
}
const expectAsModelled = async ({ model, order_no, buyer, author }: World) => {
  const [row] = await shop.rows<Row>(
    `select status, payment_type, refund_fen, refund_amount, deleted_at is not null as removed, fen,
      (select count(*)::int from ledger_transaction where key = 'order:' || order_no) as posted,
      (select count(*)::int from payment_attempt a where a.order_id = o.id and state = 'paid') as taken,
      (select coalesce(sum(e.amount), 0)::int from order_refund r join ledger_transaction t on t.key ~ ('^refund.*:' || r.refund_no || '$')
        join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id and a.name = 'escrow'
        where r.order_id = o.id) as held from "order" o where order_no = $1`,
    [order_no],
  )
  const isPaid = model.status === paid
  const byCredits = model.by === PaymentType.credit
  expect(row).toMatchObject({ status: model.status, removed: model.removed, posted: isPaid ? 1 : 0, fen: 1_000, held: 50 * model.underway })
  if (isPaid) expect(row!.payment_type).toBe(model.by)
  expect(row!.taken).toBe(isPaid && Object.values(types).includes(model.by as never) ? 1 : 0)
  expect([row!.refund_fen, row!.refund_amount]).toEqual(byCredits ? [0, 50 * model.refunded] : [500 * model.refunded, 0])
  const { last } = model
  if (last?.isAcknowledged) {
    const [attempt] = await shop.rows<{ state: string }>("select state from payment_attempt where trade_no = $1", [last.trade_no])
    expect(attempt!.state).toBe(last.surplus ? "surplus" : "paid")
  }
  expect(await shop.credits(buyer)).toBe(byCredits ? 50 * model.refunded : 100)
  expect(await shop.credits(author)).toBe(isPaid ? 100 - 50 * model.refunded : 0)
}

/** Refunds that a gateway completes or rejects, which random steps alone rarely produce. */
const underway = (["wechatpay", "alipay"] as const).map((name) => [
  ...[`begin ${name}`, "arrives", "told", "half goes back", "half goes back", "refunds are refused", "half goes back"],
  ...["refunds are carried out", "half goes back", "told ten times", "refunds are refused", "refunds are carried out"],
])

test("any sequence of events on an order gives the state that the model predicts [security: 2.3.1, 2.3.4, payment-callbacks]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 4, maxLength: 22 }), async (sequence) => {
      const world = await open()
      for (const name of sequence) {
        await steps[name]!(world)
        await expectAsModelled(world)
      }
      // in the end, the site knows of all payments that arrived
      now = new Date(now.getTime() + 70 * minute)
      world.model.overdue = true
      await steps["the job runs"]!(world)
      await expectAsModelled(world)
      expect((await checkLedger(app.database.db)).faults).toEqual([])
    }),
    { numRuns: 24, examples: underway.map((sequence) => [sequence]) },
  )
})
