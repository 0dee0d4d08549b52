import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { VipType } from "@/lib/contract/money/membership.enums"
import { OrderStatus, PaymentType } from "@/lib/contract/money/order.enums"
import { DowncodeStatus } from "@/lib/contract/money/download-code.enums"
import { confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { shopOf, type TestShop } from "../../setup/shop"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Download codes: staff issue, list and revoke them, users pay for a document with one (docs/decisions/077). */

const start = new Date("2026-11-20T04:00:00Z")
const day = 86_400_000
let now = start
let app: TestApp
let shop: TestShop
let staff: TestUser
let author: TestUser
beforeAll(async () => {
  app = await testApp({ now: () => now })
  shop = shopOf(app)
  await shop.set("score", { register: 0, upload_document: 0, credit_exchange: 10 })
  await shop.set("download", { times_every_day: 1_000, times_every_ip: 10_000 })
  staff = await staffWith(app, "DowncodeAPI/CreateDowncode", "DowncodeAPI/ListDowncode", "DowncodeAPI/RevokeDowncode")
  author = await shop.buyer()
})
beforeEach(async () => {
  now = start
  await shop.set("download", { enable_code_download: true, max_price: 0 })
})

let titles = 0
const priced = (price: number, more: object = {}) => shop.document(author, `有价 ${++titles}`, { price, ...more })
const issue = async (more: Record<string, unknown> = {}) => {
  const reply = await app.call("POST /downcode", { count: 1, remark: "活动", ...more }, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const oneCode = async (more: Record<string, unknown> = {}) => (await issue(more)).downcode[0]!
const list = async (input: Record<string, unknown> = {}) => {
  const reply = await app.call("GET /downcode/list", input, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const redeem = (as: TestUser, order_no: string, downcode?: string) =>
  app.call("POST /order/pay", { order_no, payment_type: PaymentType.code, downcode }, as)
const fetchIt = (as: TestUser, id: number) => app.call("GET /document/download", { id }, as)
const paid = { ok: true, data: { order_status: OrderStatus.paid } }
const refused = (message: string) => ({ ok: false, status: 400, message })

describe.each(["POST /downcode", "GET /downcode/list", "PUT /downcode/revoke"] as const)("%s", (key) => {
  const good = { count: 1, remark: "x", id: [1] }
  test("is for staff with its permission only [security: 8.2.1]", async () => {
    expect(await app.call(key, good)).toMatchObject({ ok: false, status: 401 })
    expect(await app.call(key, good, author)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call(key, good, await staffWith(app, "OrderAPI/ListOrder"))).toMatchObject({ ok: false, status: 403 })
    expect(await app.call(key, good, staff)).toMatchObject({ ok: true })
  })
})

describe("issuing", () => {
  test("returns the codes once: neither the table nor the audit log nor a list contains one", async () => {
    const { downcode, batch_id } = await issue({ count: 3, remark: "公众号" })
    expect(new Set(downcode).size).toBe(3)
    const written = JSON.stringify([
      await shop.rows("select * from download_code where batch_id = $1", [batch_id]),
      await shop.rows("select * from audit where call = 'POST /downcode'"),
      await list({ batch_id: [batch_id] }),
    ]).toUpperCase()
    for (const code of downcode)
      for (const secret of [code.slice(5), code.replaceAll("-", "").slice(4)]) expect(written).not.toContain(secret)
    expect((await list({ batch_id: [batch_id] })).downcode.map(({ hint }) => hint)).toEqual(
      downcode.map((code) => code.slice(0, 4)).reverse(),
    )
    expect(
      (await shop.rows<{ input: object }>("select input from audit where call = 'POST /downcode' order by id desc limit 1"))[0]!.input,
    ).toEqual({
      count: 3,
      remark: "公众号",
    })
  })

  test("a thousand at once are all valid", async () => {
    const { downcode, batch_id } = await issue({ count: 1_000 })
    expect(new Set(downcode).size).toBe(1_000)
    expect(await list({ batch_id: [batch_id], status: [DowncodeStatus.unused] })).toMatchObject({ total: 1_000 })
  })

  test("requires the password again [security: 7.5.1]", async () => {
    const again = await staffWith(app, "DowncodeAPI/CreateDowncode")
    await confirmedAgo(app, again, 11)
    expect(await wantsConfirmation(app, "POST /downcode", { count: 1, remark: "x" }, again)).toBe(true)
  })

  test.each([
    [{ count: 0 }, 400],
    [{ count: 1_001 }, 400],
    [{ count: 1.5 }, 400],
    [{ remark: "  " }, 400],
    [{ max_price: -1 }, 400],
    [{ expired_at: "morgen" }, 400],
    [{ expired_at: start.toISOString() }, 400],
    [{ document_id: 999_999 }, 404],
  ])("rejects %o", async (wrong, status) => {
    expect(await app.call("POST /downcode", { count: 1, remark: "x", ...wrong }, staff)).toMatchObject({ ok: false, status })
  })
})

describe("redeeming", () => {
  test("opens the document for ever, moves no credits, and shows staff the user and the document", async () => {
    const [buyer, made] = [await shop.buyer(7), await priced(25)]
    const [code, before] = [await oneCode(), await shop.credits(author)]
    expect(await fetchIt(buyer, made.id)).toMatchObject({ ok: false, status: 403 })
    const { order_no } = await shop.order(buyer, made.id)
    expect(await redeem(buyer, order_no, ` ${code.toLowerCase().replaceAll("-", " ")} `)).toMatchObject(paid)
    for (let i = 0; i < 2; i++) expect(await fetchIt(buyer, made.id)).toMatchObject({ ok: true })
    expect(await shop.read(buyer, order_no)).toMatchObject({
      order_type: 1,
      status: OrderStatus.paid,
      payment_type: PaymentType.code,
      amount: 25,
      paid_at: start.toISOString(),
    })
    expect([await shop.credits(buyer), await shop.credits(author)]).toEqual([7, before])
    expect((await list({ wd: order_no })).downcode).toMatchObject([
      {
        status: DowncodeStatus.used,
        hint: code.slice(0, 4),
        user_id: buyer.id,
        username: buyer.username,
        order_no,
        product_name: expect.stringMatching(/^有价 \d+$/),
        product_uuid: made.uuid,
        used_at: start.toISOString(),
      },
    ])
    expect(await app.call("GET /user/dynamic", {}, buyer)).toMatchObject({
      data: { dynamic: expect.arrayContaining([expect.objectContaining({ content: expect.stringContaining("用下载码购买了文档") })]) },
    })
    await shop.expectLedgerHolds()
  })

  test("a hundred users with one code at once: one document is opened [security: parallel-buys]", async () => {
    const [made, code] = [await priced(9), await oneCode()]
    const orders = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const buyer = await shop.buyer()
        return { buyer, order_no: (await shop.order(buyer, made.id)).order_no }
      }),
    )
    const replies = await Promise.all(orders.map(({ buyer, order_no }) => redeem(buyer, order_no, code)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    for (const reply of replies.filter(({ ok }) => !ok)) expect(reply).toMatchObject(refused("这个下载码已经用过了"))
    const { rows } = await app.database.pool.query(`select 1 from "order" where product_id = $1 and status = 2`, [made.id])
    expect(rows).toHaveLength(1)
  }, 60_000)

  test("the same order with many codes at once: one of them is used", async () => {
    const [made, buyer] = [await priced(9), await shop.buyer()]
    const { order_no } = await shop.order(buyer, made.id)
    const { downcode, batch_id } = await issue({ count: 25 })
    const replies = await Promise.all(downcode.map((code) => redeem(buyer, order_no, code)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    for (const reply of replies.filter(({ ok }) => !ok)) expect(reply).toMatchObject({ status: 409 })
    expect(await list({ batch_id: [batch_id], status: [DowncodeStatus.used] })).toMatchObject({ total: 1 })
  })

  test("is rejected without effect for a code that is unknown, used, revoked, expired, too small or of another document", async () => {
    const [buyer, made, other] = [await shop.buyer(), await priced(25), await priced(5)]
    const { order_no } = await shop.order(buyer, made.id)
    const used = await oneCode()
    expect(await redeem(buyer, (await shop.order(buyer, other.id)).order_no, used)).toMatchObject(paid)
    const revoked = await issue()
    await app.call("PUT /downcode/revoke", { batch_id: [revoked.batch_id] }, staff)
    const expiring = await oneCode({ expired_at: new Date(start.getTime() + 60_000).toISOString() })
    now = new Date(start.getTime() + 60_000)
    for (const [code, message] of [
      ["", "请输入你的下载码"],
      ["AAAA-BBBB-CCCC-DDDD-EEEE", "下载码不正确，请检查后重新输入"],
      ["AAAA", "下载码不正确，请检查后重新输入"],
      [used, "这个下载码已经用过了"],
      [revoked.downcode[0]!, "这个下载码已经作废"],
      [expiring, "这个下载码已经过期"],
      [await oneCode({ document_id: other.id }), "这个下载码不能用于这份文档"],
      [await oneCode({ max_price: 24 }), "这个下载码只能用于 24 魔豆以内的文档"],
    ] as const)
      expect(await redeem(buyer, order_no, code)).toMatchObject(refused(message))
    expect(await shop.read(buyer, order_no)).toMatchObject({ status: OrderStatus.pending, payment_type: 0 })
    expect(await redeem(buyer, order_no, await oneCode({ document_id: made.id, max_price: 25 }))).toMatchObject(paid)
  })

  test("a setting allows it up to a maximum price: 0 is any price, and the discount of a member counts", async () => {
    const [buyer, made, code] = [await shop.buyer(), await priced(25), await oneCode()]
    const { order_no } = await shop.order(buyer, made.id)
    await shop.set("download", { enable_code_download: false })
    expect(await redeem(buyer, order_no, code)).toMatchObject(refused("网站没有开通这种支付方式"))
    await shop.set("download", { enable_code_download: true, max_price: 20 })
    expect(await redeem(buyer, order_no, code)).toMatchObject(refused("下载码只能用于 20 魔豆以内的文档"))
    await shop.set("vip", { enable: true })
    await app.database.pool.query("insert into user_vip (user_id, type, discount, joined_at, expired_at) values ($1, $2, 80, $3, $4)", [
      buyer.id,
      VipType.year,
      start,
      new Date(start.getTime() + day),
    ])
    const discounted = await shop.order(buyer, made.id)
    expect(discounted).toMatchObject({ price: 25, amount: 20 })
    expect(await redeem(buyer, discounted.order_no, code)).toMatchObject(paid)
  })

  test("pays for documents only, for own orders only, and not for closed or paid orders", async () => {
    await shop.set("vip", { enable: true, month_price: 1_990 })
    const [buyer, made, code] = [await shop.buyer(), await priced(25), await oneCode()]
    const vip = await shop.orderVip(buyer, VipType.month)
    expect(await redeem(buyer, vip.order_no, code)).toMatchObject(refused("下载码只能用于文档"))
    const { order_no } = await shop.order(buyer, made.id)
    expect(await redeem(await shop.buyer(), order_no, code)).toMatchObject({ ok: false, status: 404 })
    expect(await app.call("POST /order/pay", { order_no, payment_type: PaymentType.code, downcode: code })).toMatchObject({ status: 401 })
    now = new Date(start.getTime() + 31 * 60_000)
    expect(await redeem(buyer, order_no, code)).toMatchObject({ ok: false, status: 409 })
    const again = await shop.order(buyer, made.id)
    expect(await redeem(buyer, again.order_no, code)).toMatchObject(paid)
    expect(await redeem(buyer, again.order_no, code)).toMatchObject({ ok: false, status: 409 })
  })

  test("ends after the same number of days as any purchase", async () => {
    const [buyer, made] = [await shop.buyer(), await priced(25)]
    await redeem(buyer, (await shop.order(buyer, made.id)).order_no, await oneCode())
    await shop.set("download", { free_download_duration: 3 })
    expect(await fetchIt(buyer, made.id)).toMatchObject({ ok: true })
    now = new Date(start.getTime() + 3 * day)
    expect(await fetchIt(buyer, made.id)).toMatchObject({ ok: false, status: 403 })
    await shop.set("download", { free_download_duration: 0 })
  })
})

describe("revoking", () => {
  test("withdraws one code, or the remaining codes of a batch; used codes stay used", async () => {
    const [buyer, made] = [await shop.buyer(), await priced(25)]
    const { downcode, batch_id } = await issue({ count: 4 })
    await redeem(buyer, (await shop.order(buyer, made.id)).order_no, downcode[0])
    const unused = (await list({ batch_id: [batch_id], status: [DowncodeStatus.unused] })).downcode
    expect(await app.call("PUT /downcode/revoke", { id: [unused[0]!.id] }, staff)).toMatchObject({ data: { count: 1 } })
    expect(await list({ batch_id: [batch_id], status: [DowncodeStatus.revoked] })).toMatchObject({ total: 1 })
    for (const count of [2, 0])
      expect(await app.call("PUT /downcode/revoke", { batch_id: [batch_id] }, staff)).toMatchObject({ data: { count } })
    expect(await list({ batch_id: [batch_id], status: [DowncodeStatus.used] })).toMatchObject({ total: 1 })
    expect(await fetchIt(buyer, made.id)).toMatchObject({ ok: true })
  })

  test.each([[{}], [{ id: [] }], [{ id: ["x"] }], [{ batch_id: [0] }]])("%o is rejected", async (input) => {
    expect(await app.call("PUT /downcode/revoke", input, staff)).toMatchObject({ ok: false, status: 400 })
  })

  test("against a simultaneous redemption: one of them, never both", async () => {
    const made = await priced(3)
    for (let round = 0; round < 10; round++) {
      const [buyer, { downcode, batch_id }] = [await shop.buyer(), await issue()]
      const { order_no } = await shop.order(buyer, made.id)
      const [use, back] = await Promise.all([
        redeem(buyer, order_no, downcode[0]),
        app.call("PUT /downcode/revoke", { batch_id: [batch_id] }, staff),
      ])
      expect(back).toMatchObject({ ok: true, data: { count: use.ok ? 0 : 1 } })
    }
  })
})

test("the list is filtered by state, user, prefix and remark, newest first", async () => {
  const first = await issue({ remark: "甲 批", expired_at: new Date(start.getTime() + day).toISOString() })
  const second = await issue({ remark: "乙批", max_price: 30 })
  const of = async (input: Record<string, unknown>) => (await list(input)).downcode.map(({ batch_id }) => batch_id)
  expect((await of({})).slice(0, 2)).toEqual([second.batch_id, first.batch_id])
  expect(await of({ wd: "甲" })).toEqual([first.batch_id])
  expect(await of({ wd: second.downcode[0]!.slice(0, 4).toLowerCase(), batch_id: [second.batch_id] })).toEqual([second.batch_id])
  expect((await list({ batch_id: [second.batch_id] })).downcode).toMatchObject([
    { remark: "乙批", max_price: 30, status: DowncodeStatus.unused },
  ])
  now = new Date(start.getTime() + day)
  expect(await list({ batch_id: [first.batch_id], status: [DowncodeStatus.expired] })).toMatchObject({
    total: 1,
    downcode: [{ status: DowncodeStatus.expired }],
  })
  expect(await list({ batch_id: [first.batch_id], status: [DowncodeStatus.unused] })).toMatchObject({ total: 0 })
  expect(await app.call("GET /downcode/list", { status: [9] }, staff)).toMatchObject({ ok: false, status: 400 })
  expect(await list({ user_id: [author.id] })).toMatchObject({ total: 0 })
})

test("a user can try a limited number of codes an hour, correct ones included; other users are not affected [security: 2.4.1]", async () => {
  const strict = await testApp({ limitScale: 1 / 5 })
  const market = shopOf(strict)
  await market.set("download", { enable_code_download: true })
  const made = await market.document(await strict.admin(), "限次", { price: 5 })
  const tryOnce = async (as: TestUser) => {
    const { order_no } = await market.order(as, made.id)
    return (await strict.call("POST /order/pay", { order_no, payment_type: PaymentType.code, downcode: "AAAA-BBBB-CCCC-DDDD-EEEE" }, as))
      .status
  }
  const [guesser, other] = [await market.buyer(), await market.buyer()]
  const statuses: number[] = []
  for (let time = 0; time < 7; time++) statuses.push(await tryOnce(guesser))
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429])
  expect(await tryOnce(other)).toBe(400)
})
