import { beforeAll, beforeEach, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { alarmKinds } from "@/server/modules/operations/alarm/alarm-kinds.usecases"
import { purgeCdnJob, retryCdnJob } from "@/server/modules/site/cdn/cdn.jobs"
import { mayCdnKeepPages, notePurges } from "@/server/modules/site/cdn/cdn.usecases"
import type { Change, Job } from "@/server/module"
import { libraryOf } from "../../setup/library"
import { testApp, until, type TestApp, type TestUser } from "../../setup/test-app"

/* Content that is no longer public is removed from the CDN. */

let app: TestApp
let library: ReturnType<typeof libraryOf>
let author: TestUser
let now = new Date()
const origin = "https://wenku.example.org"
const later = (ms: number) => (now = new Date(now.getTime() + ms))
const rows = () => library.rows<{ target: string; failures: number; error: string }>("select target, failures, error from cdn_purge")
/** Runs the waiting jobs of changes, and the one that tries again. */
const retry = () => retryCdnJob.run(createCtx(app), {}, new AbortController().signal)
const purges = () => app.cdn.purged.map(({ folders }) => folders[0])
const pagesOf = (uuid: string) => `${origin}/view/page/${uuid}/`
const document = async () => {
  const made = await library.document(author, "会被下架的文档")
  await app.database.pool.query("update document set status = 2 where id = $1", [made.id])
  return made
}
const purged = (uuid: string) => until(async () => purges().includes(pagesOf(uuid)))

beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  author = await app.person("hider")
  await library.set("system", { domain: "wenku.example.org" })
  await library.set("ssr", { cdn_provider: "cloudflare", cdn_zone: "zone", cdn_token: "token" })
  const run = (_: Job, payloads: readonly object[], signal: AbortSignal) => notePurges(createCtx(app), payloads as Change[], signal)
  await app.queue.work([purgeCdnJob as unknown as Job], run, { CONVERT_CONCURRENCY: 1 })
})
beforeEach(async () => {
  app.cdn.purged.length = 0
  app.cdn.refuseWith = ""
  await app.database.pool.query("delete from cdn_purge")
})

test.each<[string, (id: number) => Promise<unknown>]>([
  ["disabled", async (id) => app.call("PUT /document", { id, status: 4 }, await app.admin())],
  ["deleted", async (id) => app.call("DELETE /document", { id: [id] }, author)],
  ["made private", async (id) => app.call("PUT /document/visibility", { document_id: [id], visibility: 3 }, author)],
])("a document that is %s is removed with its page, its cover and all its images", async (_, hide) => {
  const { id, uuid } = await document()
  expect(await hide(id)).toMatchObject({ ok: true })
  await purged(uuid)
  const { account, addresses, folders, tags } = app.cdn.purged.at(-1)!
  expect(account).toEqual({ provider: "cloudflare", zone: "zone", token: "token" })
  expect(addresses).toEqual(
    expect.arrayContaining([
      `${origin}/document/${uuid}`,
      `${origin}/embed/${uuid}`,
      `${origin}/view/cover/${uuid}`,
      `${origin}/view/cover/${id}`,
      // lists what its author has published
      `${origin}/user/${author.id}`,
    ]),
  )
  // every page that shows it beside others
  expect(tags).toEqual([`document-${uuid}`])
  expect(folders).toEqual(expect.arrayContaining([pagesOf(uuid), `${origin}/view/thumb/${uuid}/`, pagesOf(String(id))]))
})

test("it is removed a second time when every process knows of the change, and then no more", async () => {
  const { id, uuid } = await document()
  await app.call("DELETE /document", { id: [id] }, author)
  await purged(uuid)
  await retry()
  expect(purges().filter((one) => one === pagesOf(uuid))).toHaveLength(1)
  later(31_000)
  await retry()
  expect(purges().filter((one) => one === pagesOf(uuid))).toHaveLength(2)
  expect(await rows()).toEqual([])
})

test("a document that stays public is not removed", async () => {
  const [open, hidden] = [await document(), await document()]
  await app.call("PUT /document", { id: open.id, title: "新的名字" }, author)
  await app.call("DELETE /document", { id: [hidden.id] }, author)
  await purged(hidden.uuid)
  expect(purges()).not.toContain(pagesOf(open.uuid))
})

test("images under the MD5 of a replaced file are removed as well", async () => {
  const { id, uuid } = await document()
  const attachment_id = await app.file(author, "换上的.txt", `换上的 ${uuid}`)
  const hashes = () =>
    library
      .rows<{ hash: string }>(
        "select a.hash from attachment a join document d on d.attachment_id = a.id where d.id = $1 union select hash from attachment where id = $2",
        [id, attachment_id],
      )
      .then((all) => all.map(({ hash }) => hash))
  const both = await hashes()
  expect(both).toHaveLength(2)
  expect(await app.call("PUT /document/file", { id, attachment_id }, author)).toMatchObject({ ok: true })
  expect(await app.call("DELETE /document", { id: [id] }, author)).toMatchObject({ ok: true })
  await purged(uuid)
  for (const hash of both) expect(app.cdn.purged.at(-1)!.folders).toContain(pagesOf(hash))
})

const purgedTag = (tag: string) => until(async () => app.cdn.purged.some(({ tags }) => tags.includes(tag)))

test("an article that is deleted is removed, a public one that changes is not", async () => {
  const admin = await app.admin()
  const publish = async (identifier: string) => {
    const input = { identifier, title: identifier, description: "", keywords: "", content: "<p>文章</p>", category_id: [] }
    expect(await app.call("POST /article", input, admin)).toMatchObject({ ok: true })
    const [row] = await library.rows<{ id: number }>("select id::int from article where identifier = $1", [identifier])
    return row!.id
  }
  const [gone, open] = [await publish("will-be-gone"), await publish("stays-open")]
  expect(await app.call("DELETE /article", { id: [gone] }, admin)).toMatchObject({ ok: true })
  await createCtx(app).changed("article", "stays-open")
  await purgedTag("article-will-be-gone")
  expect(app.cdn.purged.flatMap(({ addresses }) => addresses)).toContain(`${origin}/article/will-be-gone`)
  await purgeCdnJob.run(createCtx(app), { what: "article", id: "stays-open" }, new AbortController().signal)
  expect(open).toBeGreaterThan(0)
  expect(app.cdn.purged.flatMap(({ tags }) => tags)).not.toContain("article-stays-open")
  // an identifier that leaves no room for its kind
  const long = "x".repeat(64)
  await purgeCdnJob.run(createCtx(app), { what: "article", id: long }, new AbortController().signal)
  expect(app.cdn.purged.at(-1)!.folders).toEqual([`${origin}/article/`])
})

test("the pages of a user that is hidden or closed are removed", async () => {
  const hidden = await app.person("unseen")
  await app.database.pool.query(`update "user" set hidden_at = now() where id = $1`, [hidden.id])
  await createCtx(app).changed("user", hidden.id)
  await purgedTag(`user-${hidden.id}`)
  const purge = app.cdn.purged.find(({ tags }) => tags.includes(`user-${hidden.id}`))!
  expect(purge.addresses).toEqual(["", "/document", "/article"].map((tab) => `${origin}/user/${hidden.id}${tab}`))
  await purgeCdnJob.run(createCtx(app), { what: "user", id: String(author.id) }, new AbortController().signal)
  expect(app.cdn.purged.flatMap(({ tags }) => tags)).not.toContain(`user-${author.id}`)
})

test("everything is removed when the site closes, and nothing by other settings", async () => {
  const change = () => purgeCdnJob.run(createCtx(app), { what: "settings", id: "" }, new AbortController().signal)
  await change()
  expect(app.cdn.purged).toEqual([])
  await library.set("security", { login_required: true })
  await change()
  await library.set("security", { login_required: false })
  expect(app.cdn.purged[0]!.folders).toContain(`${origin}/document/`)
})

test("pages may be kept by a CDN that knows tags only", async () => {
  expect(await mayCdnKeepPages(app)).toBe(true)
  await library.set("ssr", { cdn_provider: "aliyun", cdn_access_key_id: "id", cdn_access_key_secret: "secret" })
  expect(await mayCdnKeepPages(app)).toBe(false)
  await library.set("ssr", { cdn_provider: "cloudflare", cdn_token: "" })
  expect(await mayCdnKeepPages(app)).toBe(false)
  await library.set("ssr", { cdn_token: "token" })
})

test("without a CDN nothing is noted", async () => {
  await library.set("ssr", { cdn_provider: "" })
  const { uuid } = await document()
  await purgeCdnJob.run(createCtx(app), { what: "document", id: uuid }, new AbortController().signal)
  await purgeCdnJob.run(createCtx(app), { what: "document", id: "unknown" }, new AbortController().signal)
  expect(await rows()).toEqual([])
  await library.set("ssr", { cdn_provider: "cloudflare" })
})

test("a change of everything removes all images", async () => {
  await createCtx(app).changed("*")
  await until(async () => app.cdn.purged.length > 0)
  const folders = ["view", "document", "embed", "article", "user"].map((name) => `${origin}/${name}/`)
  expect(app.cdn.purged[0]).toEqual(expect.objectContaining({ addresses: [], folders, tags: [] }))
})

test("what the CDN refuses is tried again for a day and then raises the alarm, until it is accepted", async () => {
  const alarm = () => alarmKinds.find(({ name }) => name === "cdn-purge")!.check(createCtx(app))
  app.cdn.refuseWith = "not allowed"
  const { id, uuid } = await document()
  await app.call("DELETE /document", { id: [id] }, author)
  await until(async () => (await rows())[0]?.failures === 1)
  expect((await rows())[0]).toMatchObject({ target: uuid, error: "not allowed" })
  await retry()
  expect((await rows())[0]!.failures).toBe(1)
  later(61_000)
  await retry()
  expect((await rows())[0]!.failures).toBe(2)
  expect(await alarm()).toBe("")
  later(24 * 3_600_000)
  await retry()
  expect(await alarm()).toContain("1 份已经不公开的内容")
  app.cdn.refuseWith = ""
  later(3_600_000)
  await retry()
  later(31_000)
  await retry()
  expect(await rows()).toEqual([])
  expect(await alarm()).toBe("")
})
