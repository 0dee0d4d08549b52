import { expect, test } from "vitest"
import { ConversionError } from "@/server/ports/converter/converter.port"
import { bearer, send } from "../../process/support/client"
import { readingApp, type Script } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import { until, type TestUser } from "../../setup/test-app"

/* A document in review is converted for its owner and its reviewers (docs/decisions/095). */

const { app, library, read, scripted, owner, other } = await readingApp()
const base = await siteOf(app)
const reviewer: TestUser = await staffWith(app, "DocumentAPI/CheckDocument", "DocumentAPI/GetDocument")
await library.onlyGroup(owner, { enable_upload: true, enable_document_review: true })

const submit = (title: string, script: Script) => read.submit(owner, title, script, { wait: false })
const drawn = (uuid: string) =>
  until(async () => {
    const [row] = await library.rows<{ status: number; pages: number; draw_in_review: boolean; convert_error: string }>(
      "select * from document where uuid = $1",
      [uuid],
    )
    return row && !row.draw_in_review && row
  })
const statusOf = async (path: string, as: TestUser | null) => (await send(base + path, { headers: bearer(as) })).status
const check = (id: number, status: number) => app.call("PUT /document/check", { id: [id], status, reason: "不合适" }, reviewer)

test("pages and cover are rendered during the review, for owner and reviewers only", async () => {
  const { id, uuid } = await submit("审核中", { pages: ["一", "二"] })
  expect(await drawn(uuid)).toMatchObject({ status: 6, pages: 2 })
  for (const path of [`/view/page/${uuid}/2.svg`, `/view/thumb/${uuid}/1`, `/view/cover/${uuid}`, `/view/page/${id}/1.gzip.svg`]) {
    expect(await statusOf(path, null), path).toBe(404)
    expect(await statusOf(path, other), path).toBe(404)
    expect(await statusOf(path, owner), path).toBe(200)
    expect(await statusOf(path, reviewer), path).toBe(200)
  }
  expect(await app.call("GET /document", { uuid }, other)).toMatchObject({ ok: false, status: 404 })
  expect(await app.call("GET /document", { uuid }, reviewer)).toMatchObject({ ok: true, data: { status: 6, readable_pages: 2 } })

  const conversions = scripted.asked.length
  await check(id, 2)
  expect(await read.row(uuid), "its pages are there").toMatchObject({ status: 2 })
  expect(scripted.asked.length, "nothing is drawn twice").toBe(conversions)
  expect(await statusOf(`/view/page/${uuid}/2.svg`, null)).toBe(200)
})

test("a failure leaves the document in review and tells the reviewer; it can be retried and rejected", async () => {
  const script: Script = { pages: ["一"], fail: new ConversionError("encrypted") }
  const { id, uuid } = await submit("有密码", script)
  const { status, convert_error } = await drawn(uuid)
  expect({ status, convert_error }).toEqual({ status: 6, convert_error: new ConversionError("encrypted").message })
  expect(await app.call("GET /document", { uuid }, reviewer)).toMatchObject({ data: { status: 6, convert_error } })

  delete script.fail
  expect(await app.call("PUT /document/retry", { id }, owner)).toMatchObject({ ok: true })
  expect(await drawn(uuid)).toMatchObject({ status: 6, pages: 1, convert_error: "" })
  await check(id, 7)
  expect((await read.row(uuid)).status).toBe(7)
  expect(await statusOf(`/view/page/${uuid}/1.svg`, other)).toBe(404)
})

test("a document approved during its conversion becomes readable with the same run; one rejected then stays rejected", async () => {
  let go = () => {}
  const hold = new Promise<void>((resolve) => (go = resolve))
  const [one, two] = [await submit("快批", { pages: ["一"], hold }), await submit("快拒", { pages: ["一"], hold })]
  await until(async () => scripted.begun.length > 0 && (await read.row(one.uuid)).convert_deaths === 0)
  await check(one.id, 2)
  await check(two.id, 7)
  go()
  expect(await read.settled(one.uuid)).toMatchObject({ status: 2, pages: 1 })
  expect(await read.row(two.uuid)).toMatchObject({ status: 7 })
  expect(await app.call("GET /document", { uuid: two.uuid }, other)).toMatchObject({ ok: false, status: 404 })
})
