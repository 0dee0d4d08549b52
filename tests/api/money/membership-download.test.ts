import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { VipType } from "@/lib/contract/money/membership.enums"
import { shopOf, type TestShop } from "../../setup/shop"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Members download documents for members with the downloads of their cards (docs/decisions/072). */

const start = new Date("2026-11-20T04:00:00Z")
const day = 86_400_000
let now = start
let app: TestApp
let shop: TestShop
let author: TestUser
beforeAll(async () => {
  app = await testApp({ now: () => now })
  shop = shopOf(app)
  await shop.set("download", { times_every_day: 1_000, times_every_ip: 10_000 })
  await shop.set("score", { register: 0 })
  author = await shop.buyer()
})
beforeEach(async () => {
  now = start
  await shop.set("vip", { enable: true })
})

let titles = 0
const forMembers = (price = 5) => shop.document(author, `会员 ${++titles}`, { price, is_vip: true })
type Card = { type?: number; download?: number; times?: number; days?: number }
/** Creates a user with these cards; `download` in total, `times` per day (0: unlimited). */
const member = async (...cards: Card[]): Promise<TestUser> => {
  const person = await shop.buyer(100)
  for (const { type = VipType.year, download = 10, times = 0, days = 30 } of cards)
    await app.database.pool.query(
      "insert into user_vip (user_id, type, discount, download, times, joined_at, expired_at) values ($1, $2, 0, $3, $4, $5, $6)",
      [person.id, type, download, times, start, new Date(start.getTime() + days * day)],
    )
  return person
}
const fetchIt = (as: TestUser, id: number) => app.call("GET /document/download/vip", { id }, as)
const used = async (person: TestUser) =>
  (await shop.rows<{ n: number }>("select download_used as n from user_vip where user_id = $1 order by type", [person.id])).map(
    ({ n }) => n,
  )
const given = { ok: true, data: { url: expect.stringMatching(/^\/download\//) } }
const refused = (message: RegExp) => ({ ok: false, status: 403, message: expect.stringMatching(message) })

test("a member downloads a priced document: one download of the card is used, nothing is paid, and it is recorded", async () => {
  const [person, made] = [await member({}), await forMembers()]
  expect(await fetchIt(person, made.id)).toMatchObject(given)
  expect([await used(person), await shop.credits(person)]).toEqual([[1], 100])
  expect(await app.call("GET /user/download", {}, person)).toMatchObject({
    data: { total: 1, download: [{ document_id: made.id, is_pay: false }] },
  })
})

test("the same document again on the same day uses nothing; on the next day it does", async () => {
  const [person, made] = [await member({}), await forMembers()]
  for (let i = 0; i < 3; i++) expect(await fetchIt(person, made.id)).toMatchObject(given)
  expect(await used(person)).toEqual([1])
  now = new Date(start.getTime() + day)
  await fetchIt(person, made.id)
  expect(await used(person)).toEqual([2])
})

describe("no download is used", () => {
  test("for a free, own or bought document", async () => {
    const person = await member({})
    const [free, ownDocument, bought] = [
      await forMembers(0),
      await shop.document(person, "自己的", { price: 9, is_vip: true }),
      await forMembers(7),
    ]
    const { order_no } = await shop.order(person, bought.id)
    expect(await shop.pay(person, order_no)).toMatchObject({ ok: true })
    for (const { id } of [free, ownDocument, bought]) expect(await fetchIt(person, id)).toMatchObject(given)
    expect(await used(person)).toEqual([0])
  })
})

describe("the download is denied", () => {
  test("for a document that is not for members, a user without a card, and a site without memberships", async () => {
    const [person, stranger, made] = [await member({}), await shop.buyer(100), await forMembers()]
    const plain = await shop.document(author, "普通", { price: 3 })
    expect(await fetchIt(person, plain.id)).toMatchObject(refused(/不是 VIP 文档/))
    expect(await fetchIt(stranger, made.id)).toMatchObject(refused(/开通 VIP/))
    await shop.set("vip", { enable: false })
    expect(await fetchIt(person, made.id)).toMatchObject(refused(/没有开放 VIP/))
    expect([await used(person), await shop.credits(stranger)]).toEqual([[0], 100])
  })

  test("beyond the total or daily limit of the card", async () => {
    const [person, daily] = [await member({ download: 1 }), await member({ times: 1 })]
    const [first, second] = [await forMembers(), await forMembers()]
    for (const as of [person, daily]) expect(await fetchIt(as, first.id)).toMatchObject(given)
    expect(await fetchIt(person, second.id)).toMatchObject(refused(/次数已经用完，可以购买/))
    expect(await fetchIt(daily, second.id)).toMatchObject(refused(/今天的免费下载次数已经用完/))
    now = new Date(start.getTime() + day)
    expect(await fetchIt(daily, second.id)).toMatchObject(given)
  })

  test("for an expired card, and at the daily limit of the account", async () => {
    const [person, made] = [await member({ days: 1 }), await forMembers()]
    now = new Date(start.getTime() + 2 * day)
    expect(await fetchIt(person, made.id)).toMatchObject(refused(/开通 VIP/))
    now = start
    await shop.set("download", { times_every_day: 0 })
    expect(await fetchIt(person, made.id)).toMatchObject(refused(/今日下载次数已达上限/))
    await shop.set("download", { times_every_day: 1_000 })
  })
})

test("the downloads of the year card are used first, then the quarter card, then the month card", async () => {
  const person = await member(
    { type: VipType.month, download: 1 },
    { type: VipType.year, download: 1 },
    { type: VipType.quarter, download: 1 },
  )
  const steps: number[][] = []
  for (let i = 0; i < 3; i++) {
    expect(await fetchIt(person, (await forMembers()).id)).toMatchObject(given)
    steps.push(await used(person))
  }
  expect(steps).toEqual([
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ])
})

test("of a hundred at once with one download left, one succeeds", async () => {
  const person = await member({ download: 1 })
  const documents = await Promise.all(Array.from({ length: 100 }, () => forMembers()))
  const replies = await Promise.all(documents.map(({ id }) => fetchIt(person, id)))
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await used(person)).toEqual([1])
})
