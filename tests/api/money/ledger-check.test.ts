import { beforeAll, describe, expect, test } from "vitest"
import { PaymentType } from "@/lib/contract/money/order.enums"
import { checkLedger } from "@/server/modules/money/ledger/check.usecases"
import { shopOf, type TestShop } from "../../setup/shop"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* `npm run ledger -- check` finds every kind of inconsistency, and reports nothing for a consistent ledger. */

let app: TestApp
let shop: TestShop
let buyer: TestUser
let order_no: string
const check = () => checkLedger(app.database.db)
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

beforeAll(async () => {
  app = await testApp()
  shop = shopOf(app)
  await shop.set("score", { enable_recharge: true })
  const author = await shop.buyer()
  buyer = await shop.buyer(50)
  const made = await shop.document(author, "查账", { price: 20 })
  order_no = (await shop.order(buyer, made.id)).order_no
  await shop.pay(buyer, order_no)
  const { order_no: recharge } = await shop.orderCredits(buyer, 100)
  await app.call("PUT /order/paid", { order_no: recharge, payment_type: PaymentType.bank, remark: "到账" }, await app.admin())
  await shop.orderCredits(buyer, 200)
  const refund = { order_no: recharge, refund_no: "R0000000001", fen: 100, remark: "退" }
  expect(await app.call("POST /order/refund", refund, await app.admin())).toMatchObject({ ok: true })
})

test("a valid ledger has no faults, and its entries sum to zero [security: double-entry]", async () => {
  const report = await check()
  expect(report).toMatchObject({ sum: 0n, faults: [] })
  expect(report.transactions).toBeGreaterThan(3)
  expect(report.entries).toBeGreaterThanOrEqual(report.transactions * 2)
})

/** Makes changes that the database rules prevent, with the rules disabled. */
const forge = async (texts: string[], work: () => Promise<unknown>) => {
  const client = await app.database.pool.connect()
  try {
    await client.query("begin")
    await client.query("set local session_replication_role = replica")
    for (const text of texts) await client.query(text)
    await client.query("commit")
  } finally {
    client.release()
  }
  await work()
}

describe("a fault is reported", () => {
  test.each<[string, string, string, string]>([
    [
      "a balance that its entries do not give",
      "update ledger_account set balance = balance + 1 where user_id = $user",
      "update ledger_account set balance = balance - 1 where user_id = $user",
      "余额和它的分录之和不一致，账户",
    ],
    [
      "credits that are shown and are not there",
      'update "user" set credit_count = credit_count + 1 where id = $user',
      'update "user" set credit_count = credit_count - 1 where id = $user',
      "显示的积分和账户的余额不一致，用户",
    ],
    [
      "a transaction that does not balance",
      "update ledger_entry set amount = amount + 1 where id = (select max(e.id) from ledger_entry e join ledger_account a on a.id = e.account_id where a.name = 'recharge')",
      "update ledger_entry set amount = amount - 1 where id = (select max(e.id) from ledger_entry e join ledger_account a on a.id = e.account_id where a.name = 'recharge')",
      "这一笔的分录加起来不是 0，交易",
    ],
    [
      "a statement with a wrong balance after a movement",
      "update ledger_entry set balance = balance + 1 where id = (select min(e.id) from ledger_entry e join ledger_account a on a.id = e.account_id where a.user_id = $user)",
      "update ledger_entry set balance = balance - 1 where id = (select min(e.id) from ledger_entry e join ledger_account a on a.id = e.account_id where a.user_id = $user)",
      "分录写着的余额接不上前一条，分录",
    ],
    [
      "an order that was paid for nothing",
      `insert into "order" (order_no, user_id, order_type, status, quantity, payment_type) values ('7', $user, 3, 2, 100, 3)`,
      `delete from "order" where order_no = '7'`,
      "已支付，账本里却没有，订单",
    ],
    [
      "a payment whose order does not know it",
      `update "order" set status = 1 where order_no = '$order'`,
      `update "order" set status = 2 where order_no = '$order'`,
      "账本里有，订单却没有支付，订单",
    ],
    [
      "an order that says more went back than its refunds",
      'update "order" set refund_fen = refund_fen + 1 where refund_fen > 0',
      'update "order" set refund_fen = refund_fen - 1 where refund_fen > 0',
      "退款和订单写着的不一致，订单",
    ],
    [
      "a refund that took credits past the ledger",
      "update order_refund set refund_no = 'R0000000002'",
      "update order_refund set refund_no = 'R0000000001'",
      "退款动了积分，账本里却没有，退款",
    ],
    [
      "a refund that failed and kept what it took",
      "update order_refund set status = 3",
      "update order_refund set status = 2",
      "退款没有成功，账本没有冲回，退款",
    ],
    [
      "a refund under way for which nothing is held",
      "update order_refund set status = 1",
      "update order_refund set status = 2",
      "退款托管的积分和账本不一致，退款",
    ],
    [
      "something that is held for no refund",
      "insert into ledger_account (name, balance) values ('escrow', 1)",
      "delete from ledger_account where name = 'escrow'",
      "托管的积分和处理中的退款不一致，账户",
    ],
  ])("%s", async (_, breaking, mending, what) => {
    const filled = (text: string) => text.replaceAll("$user", String(buyer.id)).replaceAll("$order", order_no)
    await forge([filled(breaking)], async () => expect((await check()).faults.map((fault) => fault.what)).toContain(what))
    await forge([filled(mending)], async () => expect((await check()).faults).toEqual([]))
  })
})

test("the metrics contain the sum and the number of faults, checked again every ten minutes at most", async () => {
  const value = async (name: string) => (await app.metrics.site.getSingleMetric(name)!.get()).values[0]?.value
  expect([await value("ledger_sum"), await value("ledger_faults")]).toEqual([0, 0])
  await query('update "user" set credit_count = credit_count + 1 where id = $1', [buyer.id])
  expect(await value("ledger_faults")).toBe(0)
  await query('update "user" set credit_count = credit_count - 1 where id = $1', [buyer.id])
})
