import { beforeAll, expect, test } from "vitest"
import { credits } from "../../../lib/rules/money/money"
import { createCtx } from "../../../server/context"
import { post } from "../../../server/modules/money/ledger/ledger.usecases"
import { shareWorld, type ShareBrowser, type SharedDocument } from "../../setup/share-world"

/* For how many readers of one network the owner of a share link pays (docs/decisions/478). */

const { app, library, owner, other, make, browser, create } = await shareWorld()

const page = async (visitor: ShareBrowser, document: SharedDocument, number: number) =>
  (await visitor.get(`/view/page/${document.uuid}/${number}.svg`)).status
const paying = async (title: string) => {
  const document = await make(title, { price: 100, preview: 1 })
  return { document, ...(await create(document.id, { pays: true, max_visits: 10 })) }
}
/** Sets the credits of the owner. Call it after the upload, which has a reward. */
const balance = async (value: number) => {
  const amount = credits(value - (await library.credits(owner)))
  await post(createCtx(app), { key: `test:${Math.random()}`, kind: "test", remark: "测试", sides: [{ user_id: owner.id, amount }] })
}
const linkOf = async (id: number) => {
  const reply = await app.call("GET /document/share/list", {}, owner)
  return reply.ok ? reply.data.share.find((one) => one.id === id) : undefined
}
beforeAll(async () => library.set("score", { author_income: 30 }))

test("pays for three visitors of a network a day, however many cookies they throw away; the others read the preview [security: share-drain]", async () => {
  const { document, key, id } = await paying("换浏览器")
  await balance(2_000)
  for (const host of [1, 2, 3])
    expect((await browser(null, `203.0.113.${host}`).open(key)).json).toEqual({ uuid: document.uuid, whole: true, bound: "none" })
  const visitor = browser(null, "203.0.113.99")
  expect((await visitor.open(key)).json).toEqual({ uuid: document.uuid, whole: false, bound: "login" })
  expect([await page(visitor, document, 1), await page(visitor, document, 2)]).toEqual([200, 403])
  // the same browser does not pay later either, and is not asked to open the link again
  expect(await visitor.state(key)).toEqual({ state: "open", uuid: document.uuid })
  expect((await visitor.open(key)).json).toMatchObject({ whole: false })
  expect(await library.credits(owner)).toBe(2_000 - 3 * 70)
  expect(await linkOf(id)).toMatchObject({ visits: 4, paid_visits: 3 })
  // other networks, and another link of the same owner
  expect((await browser(null, "203.0.114.1").open(key)).json).toMatchObject({ whole: true })
  expect((await browser(null, "2001:db8:1:2::1").open(key)).json).toMatchObject({ whole: true })
  const second = await create(document.id, { pays: true, max_visits: 10 })
  expect((await browser(null, "203.0.113.5").open(second.key)).json).toMatchObject({ whole: true })
  // a day later
  await library.rows("update share_visit set paid_at = paid_at - interval '25 hours' where link_id = $1", [id])
  expect((await browser(null, "203.0.113.6").open(key)).json).toMatchObject({ whole: true })
  await library.expectLedgerHolds()
})

test("counts parallel visitors of a network exactly", async () => {
  const { key } = await paying("同一网络一起打开")
  await balance(2_000)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, host) => browser(null, `203.0.113.${host + 1}`).open(key)))
  expect(answers.filter(({ json }) => json.bound === "login")).toHaveLength(5)
  expect(await library.credits(owner)).toBe(2_000 - 3 * 70)
})

test("a login lifts the bound, also for a visit that was not paid; a user costs once in all of their browsers", async () => {
  const { document, key, id } = await paying("登录后再读")
  await balance(2_000)
  for (const host of [1, 2, 3]) await browser(null, `203.0.113.${host}`).open(key)
  const visitor = browser(null, "203.0.113.9")
  expect((await visitor.open(key)).json).toMatchObject({ bound: "login" })
  const reader = await app.person()
  visitor.logIn(reader)
  expect(await visitor.state(key)).toEqual({ state: "ready", uuid: "" })
  expect((await visitor.open(key)).json).toEqual({ uuid: document.uuid, whole: true, bound: "none" })
  expect(await page(visitor, document, 3)).toBe(200)
  expect(await visitor.state(key)).toEqual({ state: "open", uuid: document.uuid })
  const phone = browser(reader, "192.0.2.1")
  expect((await phone.open(key)).json).toMatchObject({ whole: true })
  expect(await page(phone, document, 3)).toBe(200)
  expect(await library.credits(owner)).toBe(2_000 - 4 * 70)
  expect(await linkOf(id)).toMatchObject({ visits: 5, paid_visits: 4 })
})

test("logged-in users of one network have a bound as well", async () => {
  const { document, key, id } = await paying("很多账号")
  await balance(2_000)
  await browser(other, "203.0.113.1").open(key)
  await library.rows(
    `insert into share_visit (link_id, visitor, paid, paid_at, neighbourhood)
     select link_id, lpad(n::text, 43, 'x'), true, paid_at, neighbourhood from share_visit, generate_series(1, 49) n where link_id = $1`,
    [id],
  )
  const reader = browser(await app.person(), "203.0.113.2")
  expect((await reader.open(key)).json).toEqual({ uuid: document.uuid, whole: false, bound: "network" })
  expect(await page(reader, document, 1)).toBe(200)
  expect(await library.credits(owner)).toBe(2_000 - 70)
})
