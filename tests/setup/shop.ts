import { OrderType, PaymentType } from "../../lib/contract/money/order.enums"
import { createCtx } from "../../server/context"
import { award } from "../../server/modules/money/ledger/ledger.usecases"
import { libraryOf } from "./library"
import type { TestUser, TestApp } from "./test-app"

/** Shared by the tests of orders. */
export const shopOf = (app: TestApp) => {
  const library = libraryOf(app)
  let gifts = 0
  /** Creates a user with this many credits. */
  const buyer = async (credits = 0): Promise<TestUser> => {
    const person = await app.person()
    if (credits) await give(person, credits)
    return person
  }
  const give = (person: TestUser, amount: number) =>
    award(createCtx(app), { user_id: person.id, kind: "gift", key: `gift:${++gifts}:${person.id}`, amount, remark: "" })
  const done = async <T>(reply: { ok: true; data: T } | { ok: false; message: string }): Promise<T> => {
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }
  const order = async (as: TestUser, product_id: number) =>
    done(await app.call("POST /order", { order_type: OrderType.document, product_id }, as))
  const orderVip = async (as: TestUser, product_id: number) =>
    done(await app.call("POST /order", { order_type: OrderType.vip, product_id }, as))
  const orderCredits = async (as: TestUser, quantity: number) =>
    done(await app.call("POST /order", { order_type: OrderType.recharge, quantity }, as))
  const pay = (as: TestUser, order_no: string, payment_type: number = PaymentType.credit) =>
    app.call("POST /order/pay", { order_no, payment_type }, as)
  const read = async (as: TestUser, order_no: string) => done(await app.call("GET /order", { order_no }, as))
  return { ...library, buyer, give, order, orderVip, orderCredits, pay, read }
}
export type TestShop = ReturnType<typeof shopOf>
