import { gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import { bearer, cookie, send } from "../../process/support/client"
import { readingApp } from "../../setup/reading"
import { createClock } from "../../setup/factors"
import { siteOf } from "../../setup/site"
import type { TestUser } from "../../setup/test-app"

/* Pages beyond the preview: their signed addresses, and the name of the reader in the picture (docs/decisions/240). */

const clock = createClock()
const { app, library, read, owner, other, admin } = await readingApp({ now: clock.now })
const base = await siteOf(app)
await library.set("converter", { max_preview_percent: 50 })
const pages = ["一", "二", "三", "四"]
const sold = await read.submit(owner, "签名 付费", { pages }, { price: 10 })
const free = await read.submit(owner, "签名 免费", { pages })
await library.set("converter", { max_preview_percent: 100 })

let orders = 0
const buy = (by: TestUser, { id }: { id: number }) =>
  app.database.pool.query(
    `insert into "order" (order_no, user_id, order_type, status, product_id, price, amount, paid_at) values ($1, $2, $3, $4, $5, 10, 10, $6)`,
    [`sign${++orders}`, by.id, OrderType.document, OrderStatus.paid, id, clock.now()],
  )
await buy(other, sold)
await buy(other, free)

const signaturesOf = async (uuid: string, as: TestUser, page = 1) => {
  const reply = await app.call("GET /document/signatures", { uuid, page }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const addressOf = async ({ uuid }: { uuid: string }, page: number, as: TestUser) => {
  const { version, signature } = await signaturesOf(uuid, as)
  return `/view/page/${uuid}/${page}.svg?v=${version}&sign=${signature.find((one) => one.page === page)!.sign}`
}
const get = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await send(base + path, { headers })
  return { status: reply.status, text: reply.body.toString("utf8"), cache: String(reply.headers["cache-control"]) }
}
const statusOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).status

test("only pages that visitors cannot read are signed, and only for those who can read them [security: page-image-access, signed-pages]", async () => {
  const listed = async (as: TestUser) => (await signaturesOf(sold.uuid, as)).signature.map(({ page }) => page)
  expect(await listed(other)).toEqual([3, 4])
  expect(await listed(owner)).toEqual([3, 4])
  expect(await listed(await app.person())).toEqual([])
  expect(await app.call("GET /document/signatures", { uuid: sold.uuid, page: 1 })).toMatchObject({ ok: false, status: 401 })
})

test("a signed address needs no header, is private and ends after fifteen minutes [security: page-image-access, signed-pages]", async () => {
  const path = await addressOf(free, 3, other)
  expect(await statusOf(path.slice(0, path.indexOf("?")))).toBe(403)
  const { status, cache } = await get(path)
  expect([status, cache]).toEqual([200, expect.stringMatching(/^private, max-age=(900|89\d)$/)])
  expect(await statusOf(path.replace("/page/", "/thumb/").replace(".svg", ""))).toBe(200)
  clock.pass(14 * 60)
  expect(await statusOf(path)).toBe(200)
  clock.pass(62)
  expect(await statusOf(path)).toBe(403)
  expect(await statusOf(path, bearer(other)), "a session that has the right needs no signature").toBe(200)
})

test("a signature opens no other page, document, version or session [security: page-image-access, signed-pages]", async () => {
  const path = await addressOf(free, 3, other)
  expect(await statusOf(path)).toBe(200)
  const { sign } = (await signaturesOf(free.uuid, owner)).signature[0]!
  const [expiry, , signature] = path.split("sign=")[1]!.split(".")
  for (const forged of [
    path.replace("/3.svg", "/4.svg"),
    path.replace(free.uuid, sold.uuid),
    path.replace(/v=\d+/, "v=99"),
    path.replace(/v=\d+&/, ""),
    path.replace(/sign=.*/, `sign=${expiry}.${sign.split(".")[1]}.${signature}`),
    path.replace(/sign=\w+/, `sign=${(Number.parseInt(expiry!, 36) + 60).toString(36)}`),
    `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`,
    path.replace(/sign=.*/, "sign="),
    path.replace(free.uuid, String(free.id)),
  ])
    expect(await statusOf(forged), forged).toBe(403)
  expect(await statusOf(path, cookie(await app.person())), "sent by another session").toBe(403)
})

test("a signature ends with its session and with the right [security: page-image-access, 7.4.1]", async () => {
  const person = await app.person()
  await buy(person, free)
  const path = await addressOf(free, 3, person)
  expect(await statusOf(path)).toBe(200)
  expect(await app.call("DELETE /user/logout", {}, person)).toMatchObject({ ok: true })
  expect(await statusOf(path)).toBe(403)
})

test("the preview of a document stays public whatever its address says", async () => {
  const path = `/view/page/${sold.uuid}/1.svg?v=1`
  const signed = `${path}&sign=${(await signaturesOf(sold.uuid, other)).signature[0]!.sign}`
  for (const one of [path, signed])
    expect(await get(one, cookie(other))).toMatchObject({ status: 200, cache: expect.stringContaining("public") })
})

test("pages of a sold document carry the reader's name and the time, in every form [security: page-image-access, signed-pages]", async () => {
  const path = `/view/page/${sold.uuid}/3`
  const { text, cache } = await get(`${path}.svg?v=1`, cookie(other))
  expect(cache).toBe("private, max-age=300")
  expect(text).toContain(`${other.username} 20`)
  expect(text.match(/viewBox="[^"]*"/g)).toHaveLength(1)
  const zipped = await send(`${base}${path}.gzip.svg`, { headers: { ...cookie(other), "accept-encoding": "gzip" } })
  expect(gunzipSync(zipped.body).toString("utf8")).toBe(text)
  expect((await get(await addressOf(sold, 3, other))).text, "the session of the signature").toContain(other.username)
  expect((await get(`${path}.svg`, cookie(admin))).text).toContain(admin.username)
  // no other user's name, and none for the author, in free documents and in previews
  expect((await get(`${path}.svg`, cookie(owner))).text).not.toContain("fill-opacity")
  expect((await get(`/view/page/${free.uuid}/3.svg`, cookie(other))).text).not.toContain("fill-opacity")
  expect((await get(`/view/page/${sold.uuid}/2.svg`, cookie(other))).text).not.toContain("fill-opacity")
  await library.set("display", { mark_readers: false })
  expect((await get(`${path}.svg`, cookie(other))).text).not.toContain(other.username)
  await library.set("display", { mark_readers: true })
})
