import { beforeAll, beforeEach, expect, test } from "vitest"
import { OrderStatus } from "@/lib/contract/money/order.enums"
import { createCtx } from "@/server/context"
import { checkFiles, recheckLostFiles } from "@/server/modules/library/document/stored-file.usecases"
import { fileKey } from "@/server/modules/library/files/storage-keys.rules"
import { checkLedger } from "@/server/modules/money/ledger/check.usecases"
import { fileNoticeJob } from "@/server/modules/money/order/missing-file.jobs"
import { settleMissingFiles } from "@/server/modules/money/order/missing-file.usecases"
import { confirmedAgo } from "../../setup/confirmation"
import { shopOf, type TestShop } from "../../setup/shop"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

/* Documents whose original file is missing: no user pays for one, and buyers are told and refunded (docs/decisions/182). */

const sentence = "原文件缺失，暂不能下载"
let app: TestApp
let shop: TestShop
let staff: TestUser
let author: TestUser
let buyer: TestUser
beforeAll(async () => {
  app = await testApp()
  shop = shopOf(app)
  await shop.set("score", { register: 0, upload_document: 0, credit_exchange: 10, enable_recharge: true })
  await shop.set("download", { times_every_day: 1_000, times_every_ip: 1_000 })
  staff = await staffWith(app, "OrderAPI/RefundOrder", "OrderAPI/ListOrderRefund", "DocumentAPI/ListDocument")
})
beforeEach(async () => {
  author = await shop.buyer()
  buyer = await shop.buyer(100)
  await confirmedAgo(app, staff, 0)
})

type Stored = { id: number; uuid: string; sha256: string; ext: string }
let titles = 0
const forSale = async (price = 9): Promise<Stored> => {
  const made = await shop.document(author, `缺 ${++titles}`, { price })
  const [row] = await shop.rows<Stored>("select id::int, uuid, sha256, ext from document where id = $1", [made.id])
  return row!
}
const vanish = ({ sha256, ext }: Stored) => app.storage.remove(fileKey(sha256, ext))
const settle = () => settleMissingFiles(createCtx(app), fileNoticeJob, () => false)
const buy = async (id: number) => {
  const { order_no } = await shop.order(buyer, id)
  expect(await shop.pay(buyer, order_no)).toMatchObject({ ok: true })
  return order_no
}

test.each([
  [
    "did not arrive with an imported site",
    async ({ id }: Stored) => void (await shop.rows("update document set sha256 = repeat('0', 64) where id = $1", [id])),
  ],
  ["has vanished from the storage", vanish],
])("a document whose file %s is neither ordered, bought nor downloaded, and no download is counted", async (_, lose) => {
  const made = await forSale()
  const pending = await shop.order(buyer, made.id)
  await lose(made)
  const calls = [
    await app.call("GET /order/offer", { order_type: 1, product_id: made.id }, buyer),
    await app.call("POST /order", { order_type: 1, product_id: made.id }, buyer),
    await shop.pay(buyer, pending.order_no),
    await app.call("GET /document/download", { id: made.id }, buyer),
    await app.call("GET /document/download", { id: made.id }, author),
  ]
  for (const reply of calls) expect(reply).toMatchObject({ ok: false, message: sentence })
  expect(await shop.credits(buyer)).toBe(100)
  expect(await shop.rows("select id from download where document_id = $1", [made.id])).toEqual([])
  expect(await app.call("GET /document", { id: made.id })).toMatchObject({ ok: true, data: { file_missing: true } })
  expect(await shop.read(buyer, pending.order_no)).toMatchObject({ file_missing: true })
  expect((await checkLedger(app.database.db)).faults).toEqual([])
})

test("staff find such documents; a visitor's filter is ignored", async () => {
  const made = await forSale()
  await forSale()
  await vanish(made)
  await app.call("GET /document/download", { id: made.id }, author)
  const listed = async (as?: TestUser) => {
    const reply = await app.call("GET /document/list", { file_missing: true, size: 100 }, as)
    return reply.ok ? reply.data.document.map(({ id }) => id) : reply
  }
  expect(await listed(staff)).toContain(made.id)
  expect(await shop.rows("select id from document where not file_missing and id = any($1)", [await listed(staff)])).toEqual([])
})

test("buyers are told once, pending orders are closed, and one action refunds all of them", async () => {
  const made = await forSale(9)
  const [first, second] = [buyer, await shop.buyer(50)]
  await buy(made.id)
  buyer = second
  await buy(made.id)
  buyer = await shop.buyer(100)
  const pending = await shop.order(buyer, made.id)
  expect(await app.call("GET /order/refund/buyers", { document_id: made.id }, staff)).toMatchObject({ status: 409 })
  await vanish(made)
  await app.call("GET /document/download", { id: made.id }, first)
  await settle()
  await settle()
  for (const person of [first, second])
    expect((await shop.dynamics(person)).filter(([, text]) => String(text).includes("原文件缺失"))).toHaveLength(1)
  expect((await shop.read(buyer, pending.order_no)).status).toBe(OrderStatus.closed)

  const sums = await app.call("GET /order/refund/buyers", { document_id: made.id }, staff)
  expect(sums).toMatchObject({ ok: true, data: { buyers: 2, orders: 2, amount: 18 } })
  const input = { document_id: made.id, fen: 0, amount: 18, remark: "文件缺失" }
  expect((await app.call("POST /order/refund/buyers", input)).status).toBe(401)
  expect((await app.call("POST /order/refund/buyers", input, first)).status).toBe(403)
  expect((await app.call("POST /order/refund/buyers", { ...input, amount: 17 }, staff)).status).toBe(409)
  expect(await app.call("POST /order/refund/buyers", input, staff)).toMatchObject({ ok: true, data: { refunded: 2, failed: 0 } })
  expect([await shop.credits(first), await shop.credits(second)]).toEqual([100, 50])
  expect(await app.call("POST /order/refund/buyers", input, staff)).toMatchObject({ ok: true, data: { refunded: 0, failed: 0 } })
  expect([await shop.credits(first), await shop.credits(second)]).toEqual([100, 50])
  expect((await checkLedger(app.database.db)).faults).toEqual([])
})

test("when the file is back, everything is as before", async () => {
  const made = await forSale()
  const key = fileKey(made.sha256, made.ext)
  const content = await app.storage.read(key)
  await vanish(made)
  await checkFiles(createCtx(app), () => false)
  expect(await app.call("GET /document", { id: made.id })).toMatchObject({ data: { file_missing: true } })
  await app.storage.put(key, content!, true)
  await recheckLostFiles(createCtx(app))
  expect(await app.call("GET /document", { id: made.id })).toMatchObject({ data: { file_missing: false } })
  const order_no = await buy(made.id)
  expect(await app.call("GET /document/download", { id: made.id }, buyer)).toMatchObject({ ok: true })
  expect(await shop.read(buyer, order_no)).toMatchObject({ file_missing: false })
})
