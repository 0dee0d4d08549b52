import { beforeAll, expect, test } from "vitest"
import { OrderStatus, OrderType, PaymentType, RefundStatus } from "@/lib/contract/money/order.enums"
import { planOf, queriesOf } from "../../setup/queries"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Orders that still need attention from staff, by the state of their newest refund. */

const { pending, done, failed } = RefundStatus
let app: TestApp
let staff: TestUser
let counter = 0

/** Creates a paid order with refunds that ended in these states, oldest first. */
const orderWith = async (...states: number[]): Promise<string> => {
  const no = String(20261120120000000000n + BigInt(++counter))
  const { rows } = await app.database.pool.query<{ id: number }>(
    `insert into "order" (order_no, user_id, order_type, status, fen, payment_type) values ($1, $2, $3, $4, 1000, $5) returning id`,
    [no, staff.id, OrderType.recharge, OrderStatus.paid, PaymentType.wechat],
  )
  for (const state of states)
    await app.database.pool.query(
      `insert into order_refund (refund_no, order_id, user_id, operator_id, status, fen) values ($1, $2, $3, $3, $4, 100)`,
      [`R${++counter}`, rows[0]!.id, staff.id, state],
    )
  return no
}
const listed = async (refund_status: unknown): Promise<string[]> => {
  const reply = await app.call("GET /order/list", { refund_status }, staff)
  if (!reply.ok) throw new Error(reply.message)
  expect(reply.data.total).toBe(reply.data.order.length)
  return reply.data.order.map(({ order_no }) => order_no)
}
let orders: Record<string, string>

beforeAll(async () => {
  app = await testApp()
  staff = await staffWith(app, "OrderAPI/ListOrder")
  orders = {
    none: await orderWith(),
    done: await orderWith(done),
    open: await orderWith(done, pending),
    failed: await orderWith(failed),
    again: await orderWith(failed, done),
  }
})

test("the newest refund counts: a failed refund that was requested again is not shown as failed", async () => {
  expect(await listed([pending, failed])).toEqual([orders.failed, orders.open])
  expect(await listed(pending)).toEqual([orders.open])
  expect(await listed(`${failed}`)).toEqual([orders.failed])
  expect(await listed(done)).toEqual([orders.again, orders.done])
})

test("no state and all states both mean every order", async () => {
  for (const any of [undefined, "", "all", 0]) expect(await listed(any)).toHaveLength(5)
})

test("a site with many refunds reads the open ones from an index of their own", async () => {
  await app.database.pool.query(
    `insert into order_refund (refund_no, order_id, user_id, operator_id, status, fen) select 'M' || n, 1, 1, 1, 2, 1 from generate_series(1, 20000) n`,
  )
  await app.database.pool.query("analyze order_refund")
  const queries = await queriesOf(app, () => app.call("GET /order/list", { refund_status: [pending, failed] }, staff))
  const plan = await planOf(
    app,
    queries.find(({ text }) => text.includes("offset") || text.includes("limit"))!,
  )
  expect(plan).toContain("order_refund_open")
})
