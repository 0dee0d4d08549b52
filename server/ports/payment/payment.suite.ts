import { expect, test } from "vitest"
import { fen } from "../../../lib/rules/money/money"
import type { MemoryNoticeChanges, memoryPayments } from "./memory.payment"
import type { Charge, Gateway, GatewayError, GatewayFault, GatewayName } from "./payment.port"

/** The gateway's side of a payment: a mock server, or the fake. */
type GatewayDesk = Pick<ReturnType<typeof memoryPayments>, "pay" | "notice" | "misbehave" | "refund"> & {
  trade: (name: GatewayName, order_no: string) => { fen: number; notify_url: string; refunds: Map<string, number> } | undefined
}
export type PaymentTestSubject = {
  name: GatewayName
  gateway: Gateway
  desk: GatewayDesk
  /** Opens the address of a payment, as the user's browser does. */
  visit?: (payment_url: string) => Promise<unknown>
  now: () => Date
}

let orders = 0
const charged = (subject: PaymentTestSubject, scene: Charge["scene"] = "desktop"): Charge => ({
  order_no: `20261120120000${String(++orders).padStart(6, "0")}`,
  fen: fen(1_990),
  title: "充值 100 魔豆 & 更多",
  notify_url: `https://doujia.example.com/callback/${subject.name}`,
  return_url: "https://doujia.example.com/order",
  expires_at: new Date(subject.now().getTime() + 1_800_000),
  ip: "203.0.113.7",
  scene,
})
const begun = async (subject: PaymentTestSubject, scene?: Charge["scene"]) => {
  const charge = charged(subject, scene)
  const started = await subject.gateway.begin(charge)
  // An Alipay trade begins only when the page is opened.
  await subject.visit?.(started.payment_url)
  return { charge, started, order_no: charge.order_no }
}
const paid = async (subject: PaymentTestSubject) => {
  const { order_no } = await begun(subject)
  subject.desk.pay(subject.name, order_no)
  return order_no
}

/** The test suite that every gateway and the fake must pass. */
export const paymentSuite = (subjectOf: () => PaymentTestSubject) => {
  const faultOf = async (work: () => unknown): Promise<GatewayFault> => {
    try {
      await work()
    } catch (error) {
      return (error as GatewayError).fault
    }
    throw new Error("nothing was refused")
  }

  test("a payment starts with an address, at the price and with the callback address", async () => {
    const subject = subjectOf()
    const { order_no, started } = await begun(subject)
    expect(started.payment_url).toMatch(/^(https?|weixin):\/\//)
    expect(subject.desk.trade(subject.name, order_no)).toMatchObject({
      fen: 1_990,
      notify_url: `https://doujia.example.com/callback/${subject.name}`,
    })
  })

  test("a query returns whether it was paid, how much, and the order; nothing for an unknown payment", async () => {
    const subject = subjectOf()
    expect(await subject.gateway.query("20261120000000999999")).toBeNull()
    const { order_no } = await begun(subject)
    expect(await subject.gateway.query(order_no)).toMatchObject({ order_no, state: "pending" })
    subject.desk.pay(subject.name, order_no)
    expect(await subject.gateway.query(order_no)).toMatchObject({
      order_no,
      state: "paid",
      fen: 1_990,
      currency: "CNY",
      payment_no: `42${order_no}`,
    })
  })

  test("a notification signed by the gateway is a receipt", async () => {
    const subject = subjectOf()
    const order_no = await paid(subject)
    expect(subject.gateway.verify(subject.desk.notice(subject.name, order_no))).toMatchObject({
      order_no,
      payment_no: `42${order_no}`,
      fen: 1_990,
      currency: "CNY",
      state: "paid",
    })
  })

  test.each<[GatewayFault, MemoryNoticeChanges]>([
    ["signature", { key: "another" }],
    ["merchant", { merchant: "1" }],
    ["merchant", { app: "1" }],
    ["age", { time: new Date("2026-11-18T04:00:00Z") }],
    ["age", { time: new Date("2026-11-20T05:00:00Z") }],
  ])("a notification with another %s is rejected: %o", async (fault, changes) => {
    const subject = subjectOf()
    const order_no = await paid(subject)
    const notice = subject.desk.notice(subject.name, order_no, changes)
    expect(await faultOf(() => subject.gateway.verify(notice))).toBe(fault)
  })

  test("a notification that is altered or unsigned is rejected", async () => {
    const subject = subjectOf()
    const order_no = await paid(subject)
    const notice = subject.desk.notice(subject.name, order_no)
    expect(await faultOf(() => subject.gateway.verify({ ...notice, body: notice.body.replace(/42(\d)/, "43$1") }))).toBe("signature")
    for (const body of ["", "{}", "a=1", "[]", "\u0000", "sign=x&sign_type=RSA2&hash=x"])
      expect(await faultOf(() => subject.gateway.verify({ headers: {}, body }))).toBe("signature")
  })

  test("an unresponsive gateway is unavailable, and the error contains nothing of the request", async () => {
    const subject = subjectOf()
    subject.desk.misbehave("silent")
    const error = (await subject.gateway.query("20261120000000999999").catch((one: unknown) => one)) as GatewayError
    subject.desk.misbehave(null)
    expect([error.fault, error.message, error.detail, error.cause]).toEqual([
      "unavailable",
      "支付平台暂时没有回应，请稍后再试",
      "network",
      undefined,
    ])
  })
}

/** The test suite for gateways that can refund and close. */
export const refundSuite = (subjectOf: () => PaymentTestSubject) => {
  test("partial refunds are limited to the paid amount, and the same number refunds once", async () => {
    const subject = subjectOf()
    const order_no = await paid(subject)
    const payment_no = `42${order_no}`
    const refund = (refund_no: string, amount: number) =>
      subject.gateway.refund({ payment_no, refund_no, fen: fen(amount), paid: fen(1_990), reason: "重复购买" })
    const find = (refund_no: string) => subject.gateway.findRefund({ payment_no, refund_no })
    expect(await find("r1")).toBeNull()
    expect(await refund("r1", 1_000)).toEqual({ done: true })
    expect(await refund("r1", 1_000)).toEqual({ done: true })
    await expect(refund("r2", 991)).rejects.toMatchObject({ fault: "refused" })
    expect(await refund("r3", 990)).toEqual({ done: true })
    expect([await find("r1"), await find("r2"), await find("r3")]).toEqual(["done", null, "done"])
    expect([...subject.desk.trade(subject.name, order_no)!.refunds.values()]).toEqual([1_000, 990])
  })

  test("a refund without a response is found by a later query, and one without funds is rejected", async () => {
    const subject = subjectOf()
    const refund = { payment_no: `42${await paid(subject)}`, refund_no: "lost1", fen: fen(5), paid: fen(1_990), reason: "退" }
    subject.desk.misbehave("losing")
    await expect(subject.gateway.refund(refund)).rejects.toMatchObject({ fault: "unavailable" })
    expect(await subject.gateway.findRefund(refund)).toBe("done")
    subject.desk.misbehave(null)
    subject.desk.refund("refused")
    await expect(subject.gateway.refund({ ...refund, refund_no: "poor1" })).rejects.toMatchObject({ fault: "refused" })
    subject.desk.refund("prompt")
  })

  test("closing can be repeated and accepts unknown payments; a paid one cannot be closed", async () => {
    const subject = subjectOf()
    const { order_no } = await begun(subject)
    await subject.gateway.close(order_no)
    await subject.gateway.close(order_no)
    await subject.gateway.close("20261120000000999999")
    expect(await subject.gateway.query(order_no)).toMatchObject({ state: "closed" })
    const other = await paid(subject)
    await expect(subject.gateway.close(other)).rejects.toMatchObject({ fault: "refused" })
  })
}
