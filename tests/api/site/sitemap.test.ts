import { gunzipSync } from "node:zlib"
import { beforeAll, expect, test, vi } from "vitest"
import { createCtx } from "@/server/context"
import { buildSitemapJob } from "@/server/modules/site/sitemap/sitemap.jobs"
import { followSitemap, readManifest, refreshSitemap } from "@/server/modules/site/sitemap/sitemap.usecases"
import { send } from "../../process/support/client"
import { libraryOf } from "../../setup/library"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

/* The site map: built by a job, stored in parts, served with the site's URL. */

let app: TestApp
let library: ReturnType<typeof libraryOf>
let base: string
let author: TestUser
const size = 3
const refresh = () => refreshSitemap(createCtx(app), { size })
const get = async (path: string, method?: string) => send(base + path, { method })
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((one) => one[1]!)
const partsOf = async () => locations((await get("/sitemap.xml")).body.toString("utf8"))
const partText = async (url: string) => gunzipSync((await get(new URL(url).pathname)).body).toString("utf8")
/** Returns every URL of the site map, part by part. */
const everything = async () => (await Promise.all((await partsOf()).map(partText))).flatMap(locations)

const documents: { id: number; uuid: string }[] = []
beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  base = await siteOf(app)
  author = await app.person("mapped")
  for (let n = 1; n <= 5; n++) documents.push(await library.document(author, `地图里的第 ${n} 份`))
  await app.database.pool.query("update document set status = 2")
  await library.set("system", { domain: "wenku.example.org/ignored" })
})

test("lists only public pages, in gzipped parts with the time of their last change", async () => {
  const [hidden, deleted, readable] = documents as [(typeof documents)[0], (typeof documents)[0], (typeof documents)[0]]
  await app.database.pool.query("update document set status = 4 where id = $1", [hidden.id])
  await app.call("DELETE /document", { id: [deleted.id] }, author)
  const article = await library.article(await app.admin(), "地图里的文章")
  const pending = await library.article(await app.admin(), "待审的文章")
  await app.database.pool.query("update article set status = 0 where id = $1", [pending.id])
  const open = await library.category("开着的分类")
  const closed = await library.category("关着的分类")
  const below = await library.category("关着的分类的下级", 0, closed)
  await app.database.pool.query("update category set enable = false where id = $1", [closed])
  const stranger = await app.person("silent")
  await refresh()

  const reply = await get("/sitemap.xml")
  expect([reply.status, reply.headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"])
  const urls = await everything()
  const has = (path: string) => urls.includes(`https://wenku.example.org${path}`)
  for (const path of ["/", "/category", "/article", `/document/${readable.uuid}`, `/article/${article.identifier}`])
    expect([path, has(path)]).toEqual([path, true])
  for (const path of [`/category/${open}`, `/user/${author.id}`]) expect([path, has(path)]).toEqual([path, true])
  for (const path of [`/document/${hidden.uuid}`, `/document/${deleted.uuid}`, `/article/${pending.identifier}`])
    expect([path, has(path)]).toEqual([path, false])
  for (const path of [`/category/${closed}`, `/category/${below}`, `/user/${stranger.id}`]) expect([path, has(path)]).toEqual([path, false])
  expect(new Set(urls).size).toBe(urls.length)

  const [{ at }] = (await library.rows<{ at: Date }>("select updated_at at from document where id = $1", [readable.id])) as [{ at: Date }]
  const ofDocument = (await Promise.all((await partsOf()).map(partText))).join("")
  const [{ version }] = (await library.rows<{ version: number }>("select version from document where id = $1", [readable.id])) as [
    { version: number },
  ]
  expect(ofDocument).toContain(
    `<url><loc>https://wenku.example.org/document/${readable.uuid}</loc><lastmod>${at.toISOString()}</lastmod>` +
      `<image:image><image:loc>https://wenku.example.org/view/cover/${readable.uuid}?v=${version}</image:loc></image:image></url>`,
  )
  expect(reply.body.toString("utf8")).toMatch(/documents-1\.xml\.gz<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
})

test("a part covers a range of ids and never more rows than its size; only parts with changed rows are rewritten", async () => {
  const before = (await refresh()).parts
  expect(before.filter(({ name }) => name.startsWith("documents")).length).toBeGreaterThan(1)
  expect(Math.max(...before.map(({ count }) => count))).toBeLessThanOrEqual(size)
  const last = documents.at(-1)!
  const written: string[] = []
  const { take } = app.storage
  app.storage.take = (key, ...rest) => {
    written.push(key)
    return take(key, ...rest)
  }
  await refresh()
  expect(written).toEqual([])
  await app.database.pool.query("update document set updated_at = now() + interval '1 second' where id = $1", [last.id])
  await refresh()
  expect(written).toEqual([`sitemap/documents-${Math.floor((last.id - 1) / size) + 1}.xml.gz`])
  // a lost part is restored
  await app.storage.remove("sitemap/pages.xml.gz")
  await refresh()
  expect(written.at(-1)).toBe("sitemap/pages.xml.gz")
  // a part is removed with its last document
  await app.database.pool.query("update document set status = 4")
  const { parts } = await refresh()
  expect(parts.filter(({ name }) => name.startsWith("documents"))).toEqual([])
  expect(await app.storage.size(written[0]!)).toBeNull()
  expect((await get(`/${written[0]!}`)).status).toBe(404)
  await app.database.pool.query("update document set status = 2")
  app.storage.take = take
  await refresh()
})

/** Runs the job's work; returns the parts that it wrote, and the tables' parts that it read. */
const follow = async () => {
  const written: string[] = []
  const { take } = app.storage
  app.storage.take = (key, ...rest) => {
    written.push(key.slice("sitemap/".length, -".xml.gz".length))
    return take(key, ...rest)
  }
  const manifest = await followSitemap(createCtx(app), { size }).finally(() => void (app.storage.take = take))
  return { manifest, written }
}
const partOf = (kind: string, id: number) => `${kind}-${Math.floor((id - 1) / size) + 1}`

test("a change of one document rewrites its part and its author's, without comparing the others", async () => {
  await refresh()
  const { compared_at } = (await readManifest(app))!
  expect((await follow()).written).toEqual([])
  const [, , third, , last] = documents as [unknown, unknown, (typeof documents)[0], unknown, (typeof documents)[0]]
  // what no change announces is not looked at
  await app.database.pool.query("update document set updated_at = now() + interval '1 minute' where id = $1", [third.id])
  expect((await follow()).written).toEqual([])
  expect(await app.call("PUT /document", { id: last.id, title: "改过名字的第五份" }, await app.admin())).toMatchObject({ ok: true })
  const { manifest, written } = await follow()
  expect(written).toEqual([partOf("documents", last.id)])
  expect(manifest.compared_at).toBe(compared_at)
  const [{ at }] = (await library.rows<{ at: Date }>("select updated_at at from document where id = $1", [last.id])) as [{ at: Date }]
  expect(manifest.parts.find(({ name }) => name === partOf("documents", last.id))!.lastmod! >= at.toISOString()).toBe(true)
  await refresh()
})

test("a document that is hidden leaves with the next job, and a new one comes", async () => {
  await refresh()
  const last = documents.at(-1)!
  const added = await library.document(author, "后来的一份")
  await app.database.pool.query("update document set status = 2 where id = $1", [added.id])
  expect(await app.call("PUT /document", { id: last.id, status: 4 }, await app.admin())).toMatchObject({ ok: true })
  await follow()
  const urls = await everything()
  expect(urls).toContain(`https://wenku.example.org/document/${added.uuid}`)
  expect(urls).not.toContain(`https://wenku.example.org/document/${last.uuid}`)
  await app.database.pool.query("update document set status = 2 where id = $1", [last.id])
  await app.call("DELETE /document", { id: [added.id] }, author)
  await refresh()
})

test("everything is compared after a change of everything, and six days after the last time", async () => {
  await refresh()
  const age = async (ms: number) => {
    const manifest = (await readManifest(app))!
    const compared_at = new Date(Date.now() - ms).toISOString()
    await app.storage.put("sitemap/manifest.json", Buffer.from(JSON.stringify({ ...manifest, compared_at })), false)
    return compared_at
  }
  const recent = await age(5 * 86_400_000)
  expect((await follow()).manifest.compared_at).toBe(recent)
  await createCtx(app).changed("*")
  expect((await follow()).manifest.compared_at).not.toBe(recent)
  const old = await age(6 * 86_400_000)
  expect((await follow()).manifest.compared_at).not.toBe(old)
})

test("HEAD has the same response, a cached copy gets 304, and only parts exist below /sitemap", async () => {
  const index = await get("/sitemap.xml")
  const head = await get("/sitemap.xml", "HEAD")
  expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, index.headers.etag])
  expect((await send(`${base}/sitemap.xml`, { headers: { "if-none-match": String(index.headers.etag) } })).status).toBe(304)
  const part = await get("/sitemap/pages.xml.gz")
  expect([part.status, part.headers["content-type"], part.headers["content-encoding"]]).toEqual([200, "application/gzip", undefined])
  const partHead = await get("/sitemap/pages.xml.gz", "HEAD")
  expect([partHead.status, partHead.body.length, partHead.headers["content-length"]]).toEqual([200, 0, String(part.body.length)])
  for (const path of ["/sitemap/", "/sitemap/manifest.json", "/sitemap/nothing-1.xml.gz", "/sitemap/%2e%2e/signing.xml.gz"])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test("without a domain the parts contain the requested address, for this visitor only; a changed domain applies at once [security: private-sitemap]", async () => {
  await library.set("system", { domain: "" })
  const index = await get("/sitemap.xml")
  const part = await get("/sitemap/pages.xml.gz")
  for (const reply of [index, part]) expect(reply.headers["cache-control"]).toBe("private, no-store")
  expect(locations(gunzipSync(part.body).toString("utf8"))).toEqual([`${base}/`, `${base}/category`, `${base}/article`])
  await library.set("system", { domain: "https://new.example" })
  expect(await everything()).toContain(`https://new.example/document/${documents[4]!.uuid}`)
  expect((await get("/sitemap/pages.xml.gz")).headers["cache-control"]).toBe("public, max-age=3600")
})

test("the first request builds what no job has built yet", async () => {
  await app.storage.removeAll("sitemap")
  expect(await everything()).toContain(`https://new.example/document/${documents[4]!.uuid}`)
})

test("a slow first build continues after the response, which says when to retry", async () => {
  await app.storage.removeAll("sitemap")
  const { setTimeout: later } = globalThis
  // requests wait for up to ten seconds; here for one tick
  const clock = vi
    .spyOn(globalThis, "setTimeout")
    .mockImplementation(((work: () => void, ms?: number) => later(work, ms === 10_000 ? 1 : ms)) as typeof setTimeout)
  let free = (): void => undefined
  const disk = new Promise<void>((done) => (free = done))
  const put = app.storage.put.bind(app.storage)
  const slow = vi.spyOn(app.storage, "put").mockImplementation(async (...given) => disk.then(() => put(...given)))
  const refused = await get("/sitemap.xml").finally(() => void clock.mockRestore())
  expect([refused.status, refused.headers["retry-after"], refused.headers["cache-control"]]).toEqual([503, "60", "no-store"])
  expect(JSON.parse(refused.body.toString("utf8"))).toMatchObject({ message: "站点地图正在生成，请稍后再来" })
  free()
  await until(async () => (await get("/sitemap.xml")).status === 200)
  slow.mockRestore()
})

test("PUT /sitemap requires the permission, and a job rewrites every part", async () => {
  expect(await app.call("PUT /sitemap")).toMatchObject({ status: 401 })
  expect(await app.call("PUT /sitemap", {}, author)).toMatchObject({ status: 403 })
  const staff = await staffWith(app, "ConfigAPI/UpdateSitemap")
  await refresh()
  const built = (await readManifest(app))!
  expect(await app.call("PUT /sitemap", {}, staff)).toEqual({ ok: true, status: 200, data: {} })
  await app.queue.work([buildSitemapJob], (job, [payload], signal) => job.run(createCtx(app), payload, signal), { CONVERT_CONCURRENCY: 1 })
  const anew = await until(async () => {
    const manifest = await readManifest(app)
    return manifest && manifest.built_at !== built.built_at && manifest
  })
  // parts of the job's default size
  expect(anew.parts.filter(({ name }) => name.startsWith("documents")).map(({ name }) => name)).toEqual(["documents-1"])
})

test("many rows are written in batches, each once", async () => {
  await app.database.pool.query(
    `insert into document (uuid, title, user_id, attachment_id, sha256, status)
     select 'map' || lpad(n::text, 13, '0'), '第 ' || n, $1, 0, repeat('0', 64), 2 from generate_series(1, 4100) n`,
    [author.id],
  )
  const { parts } = await refreshSitemap(createCtx(app), { size: 50_000 })
  const counted = parts.filter(({ name }) => name.startsWith("documents")).reduce((sum, { count }) => sum + count, 0)
  const urls = (await everything()).filter((url) => url.includes("/document/"))
  expect([urls.length, new Set(urls).size]).toEqual([counted, counted])
  expect(counted).toBeGreaterThan(4_100)
})
