import { beforeAll, beforeEach, expect, test } from "vitest"
import { libraryOf } from "../../setup/library"
import { siteOf } from "../../setup/site"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* The signed URL of a file: how long it can start a download, and how long it can resume an interrupted one (docs/decisions/112). */

const start = new Date("2026-11-20T04:00:00Z")
const [second, hour] = [1_000, 3_600_000]
let now = start
let app: TestApp
let library: ReturnType<typeof libraryOf>
let site: string
let reader: TestUser
let id: number
beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  site = await siteOf(app)
  await library.set("download", { url_duration: 60, times_every_day: 1_000, times_every_ip: 1_000, enable_guest_download: true })
})
beforeEach(async () => {
  now = start
  reader = await app.person()
  id = (await library.document(reader, "续传")).id
})
const after = (ms: number) => (now = new Date(start.getTime() + ms))
const linkFor = async (as?: TestUser) => {
  const reply = await app.call("GET /document/download", { id }, as)
  if (!reply.ok) throw new Error(reply.message)
  return `${site}${reply.data.url}`
}
const get = (url: string, headers: Record<string, string> = {}, method = "GET") => fetch(url, { method, headers })
const rest = { range: "bytes=3-" }
const status = async (...args: Parameters<typeof get>) => (await get(...args)).status

test("a link can start a download for one minute; an interrupted download can resume for a day after the first use [security: download-links]", async () => {
  const link = await linkFor(reader)
  const whole = await get(link)
  const bytes = Buffer.from(await whole.arrayBuffer())
  after(61 * second)
  expect(await status(link), "it begins no file any more").toBe(400)
  expect(await status(link, { range: "bytes=0-" })).toBe(400)
  const part = await get(link, { ...rest, "if-range": whole.headers.get("etag")! })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(3))
  after(24 * hour - second)
  expect(await status(link, rest)).toBe(206)
  after(24 * hour + second)
  expect(await status(link, rest)).toBe(400)
})

test("the day begins with the first use, and a link that was not used in time resumes nothing", async () => {
  const [used, unused, looked] = [await linkFor(reader), await linkFor(reader), await linkFor(reader)]
  after(50 * second)
  expect(await status(used, rest)).toBe(206)
  expect(await status(looked, {}, "HEAD")).toBe(200)
  after(24 * hour + 49 * second)
  expect(await status(used, rest)).toBe(206)
  for (const link of [unused, looked]) expect(await status(link, rest)).toBe(400)
})

test("a link ends with the session that requested it; a visitor's link has no session [security: download-links]", async () => {
  const [ownLink, guests] = [await linkFor(reader), await linkFor()]
  expect([await status(ownLink), await status(guests)]).toEqual([200, 200])
  await app.call("DELETE /user/logout", {}, reader)
  expect([await status(ownLink), await status(ownLink, rest), await status(guests)]).toEqual([400, 400, 200])
})

test("the rest of a file is not sent if the client holds other content", async () => {
  const whole = await get(await linkFor(reader), { ...rest, "if-range": '"another"' })
  expect([whole.status, whole.headers.get("content-range")]).toEqual([200, null])
})

test("stored download links are swept", async () => {
  await status(await linkFor(reader))
  const noted = () => library.rows("select id from download_link where resumable_until <= $1", [new Date(start.getTime() + 24 * hour)])
  expect(await noted()).not.toEqual([])
  after(24 * hour + second)
  const { sweepTables } = await import("@/server/db/sweeps")
  await sweepTables(app.database.db, app.sweeps, now)
  expect(await noted()).toEqual([])
})
