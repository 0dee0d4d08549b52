import { beforeAll, expect, test } from "vitest"
import { shopOf, type TestShop } from "../../setup/shop"
import { siteOf } from "../../setup/site"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* `/opds/file/{uuid}`: where catalog clients download files (docs/decisions/104). */

let app: TestApp
let site: string
let shop: TestShop
let author: TestUser
let free: { id: number; uuid: string }
let paid: { id: number; uuid: string }
const uuidOf = async (id: number) => ({
  id,
  uuid: (await shop.rows<{ uuid: string }>("select uuid from document where id = $1", [id]))[0]!.uuid,
})
beforeAll(async () => {
  app = await testApp()
  site = await siteOf(app)
  shop = shopOf(app)
  author = await shop.buyer()
  await shop.set("download", { enable_guest_download: true, times_every_day: 5, times_every_ip: 50 })
  free = await uuidOf((await shop.document(author, "免费", { price: 0 })).id)
  paid = await uuidOf((await shop.document(author, "付费", { price: 5 })).id)
})

const ask = async (uuid: string, { as, cookie = "", method = "GET" }: { as?: TestUser; cookie?: string; method?: string } = {}) => {
  const headers = { ...(as && { authorization: `Bearer ${as.token}` }), ...(cookie && { cookie }) }
  const reply = await fetch(`${site}/opds/file/${uuid}`, { method, headers, redirect: "manual" })
  return { status: reply.status, location: reply.headers.get("location"), caching: reply.headers.get("cache-control") }
}
const toPage = ({ uuid }: { uuid: string }) => ({ status: 302, location: `/document/${uuid}`, caching: "private, no-store" })
const toFile = { status: 302, location: expect.stringMatching(/^\/download\//) }

test("a visitor gets a free file, which is recorded like any download", async () => {
  const given = await ask(free.uuid)
  expect(given).toMatchObject(toFile)
  const file = await fetch(`${site}${given.location}`)
  expect([file.status, file.headers.get("content-disposition")]).toEqual([200, expect.stringContaining("filename")])
  expect(await shop.rows("select user_id::int from download where document_id = $1", [free.id])).toEqual([{ user_id: 0 }])
})

test("a priced document redirects to its page, for a visitor and for users without a purchase; its owner gets the file", async () => {
  expect(await ask(paid.uuid)).toEqual(toPage(paid))
  expect(await ask(paid.uuid, { as: await shop.buyer(100) })).toEqual(toPage(paid))
  expect(await ask(paid.uuid, { as: author })).toMatchObject(toFile)
})

test("a session cookie gives no permissions, and a HEAD request downloads nothing", async () => {
  expect(await ask(paid.uuid, { cookie: `doujia_session=${author.token}` })).toEqual(toPage(paid))
  expect(await ask(free.uuid, { method: "HEAD" })).toEqual(toPage(free))
  expect(await ask(free.uuid, { method: "POST" })).toEqual(toPage(free))
})

test("unknown documents, and those that visitors may not have, redirect to a page as well", async () => {
  expect((await ask("0000000000000000")).location).toBe("/document/0000000000000000")
  expect((await ask("..%2f..%2fadmin")).location).toBe("/document/")
  await shop.set("download", { enable_guest_download: false })
  expect(await ask(free.uuid)).toEqual(toPage(free))
})
