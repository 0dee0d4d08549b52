import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { RefundStatus } from "@/lib/contract/money/order.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { refundsOf } from "../../setup/refunds"
import { shopOf, type TestShop } from "../../setup/shop"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

/* Failed refunds in the review queue (docs/decisions/476). */

let app: TestApp
let shop: TestShop
let staff: TestUser
let buyer: TestUser
let refunds: ReturnType<typeof refundsOf>
let order_no = ""
let id = 0
const desk = ["ReviewAPI/ListReview", "ReviewAPI/DecideReview"]

beforeAll(async () => {
  app = await testApp()
  shop = shopOf(app)
  await shop.set("score", { register: 0, upload_document: 0 })
  staff = await staffWith(app, ...desk, "OrderAPI/RefundOrder", "OrderAPI/ListOrderRefund")
  refunds = refundsOf(app, shop, () => staff)
})

/** Removes the refunds that these tests have made up: only a payment in money can be refused, and the ledger knows nothing of them. */
const forgetRefused = () => app.database.pool.query("delete from order_refund where status = $1", [RefundStatus.failed])
const expectBooksHold = async () => {
  await forgetRefused()
  await refunds.expectBooksHold()
}

let count = 0
/** Sells a document for 25 credits, with a refund of 10 of them that the gateway has refused. */
beforeEach(async () => {
  await forgetRefused()
  await confirmedAgo(app, staff, 0)
  const number = ++count
  const sold = await shop.document(await shop.buyer(), `退款 ${number}`, { price: 25 })
  buyer = await shop.buyer(25)
  order_no = (await shop.order(buyer, sold.id)).order_no
  await shop.pay(buyer, order_no)
  const [row] = await shop.rows<{ id: string }>(
    `insert into order_refund (refund_no, order_id, user_id, status, amount, remark, operator_id, detail)
     select $1::varchar, id, user_id, 3, 10, '重复购买', $2::bigint, 'refused NOT_ENOUGH' from "order" where order_no = $3 returning id`,
    [`R0000000000${number}`, staff.id, order_no],
  )
  id = Number(row!.id)
})

const item = () => ({ kind: ReviewKind.refund, id })
const decide = (more: object, as = staff) => app.call("POST /review/verdict", { ...item(), ...more }, as)
const waitingIds = async (as = staff) => {
  const reply = await app.call("GET /review/list", { kind: [ReviewKind.refund] }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.review.map((one) => one.id)
}

describe("a failed refund", () => {
  test("waits at the desk for staff who may see refunds, with the number of its order", async () => {
    expect(await waitingIds()).toEqual([id])
    expect(await app.call("GET /review", item(), staff)).toMatchObject({
      data: { title: `退款 ${count}`, order_no, user: { id: buyer.id }, kind: ReviewKind.refund },
    })
    expect(await waitingIds(await staffWith(app, ...desk))).toEqual([])
    expect(await app.call("GET /review", item(), await staffWith(app, ...desk))).toMatchObject({ ok: false, status: 403 })
    expect(await decide({ approve: true }, await staffWith(app, ...desk, "OrderAPI/ListOrderRefund"))).toMatchObject({ status: 403 })
  })

  test("is requested again once, with a confirmed password, and then no longer waits", async () => {
    await confirmedAgo(app, staff, 11)
    expect(await wantsConfirmation(app, "POST /review/verdict", { ...item(), approve: true }, staff)).toBe(true)
    expect(await shop.credits(buyer)).toBe(0)
    await confirmedAgo(app, staff, 0)
    const replies = await Promise.all([decide({ approve: true }), decide({ approve: true })])
    expect(replies.filter(({ ok }) => ok).length).toBeGreaterThan(0)
    expect(await shop.credits(buyer)).toBe(10)
    expect((await refunds.history(order_no)).refund).toMatchObject([
      { status: RefundStatus.done, amount: 10, remark: "重复购买", operator: staff.username },
      { status: RefundStatus.failed },
    ])
    expect(await waitingIds()).toEqual([])
    expect(await decide({ approve: true })).toMatchObject({ ok: false, status: 404, message: "它已经不在等待审核了" })
    await expectBooksHold()
  })

  test("is closed with a reason, which its record keeps, and nothing is returned", async () => {
    expect(await decide({ approve: false })).toMatchObject({ ok: false, status: 400, message: "请写明不再退款的原因" })
    expect(await waitingIds()).toEqual([id])
    expect(await decide({ approve: false, reason: "已转账退还" })).toMatchObject({ ok: true })
    expect(await shop.credits(buyer)).toBe(0)
    expect((await refunds.history(order_no)).refund).toMatchObject([
      { status: RefundStatus.failed, remark: "重复购买；不再退款：已转账退还" },
    ])
    expect(await waitingIds()).toEqual([])
    await expectBooksHold()
  })

  test("does not wait if staff have requested another refund of its order", async () => {
    expect(await refunds.refund(order_no, { amount: 10 })).toMatchObject({ ok: true })
    expect(await waitingIds()).toEqual([])
    expect(await decide({ approve: true })).toMatchObject({ ok: false, status: 404 })
  })

  test("that cannot be returned in full any more is refused, and waits on", async () => {
    await app.database.pool.query(`update "order" set refund_amount = 20 where order_no = $1`, [order_no])
    expect(await decide({ approve: true })).toMatchObject({ ok: false, status: 400 })
    expect(await waitingIds()).toEqual([id])
    await app.database.pool.query(`update "order" set refund_amount = 0 where order_no = $1`, [order_no])
  })
})
