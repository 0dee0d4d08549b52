import { beforeEach, expect, test } from "vitest"
import { cookie, md5, send } from "../../process/support/client"
import { readingApp } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import { until } from "../../setup/test-app"

/* Images of a document that stays public, which a CDN may have stored while everybody could see them. */

const { app, library, read, owner, admin } = await readingApp()
const base = await siteOf(app)
const origin = "https://wenku.example.org"
await library.set("system", { domain: "wenku.example.org" })
await library.set("ssr", { cdn_provider: "cloudflare", cdn_zone: "zone", cdn_token: "token" })

const pages = ["一", "二", "三", "四"]
/** By percentage: beyond a limit by number, no pages are drawn. */
const limitTo = (count: number) => library.set("converter", { max_preview_percent: (100 * count) / pages.length })
const submit = async (title: string) => {
  await limitTo(3)
  return read.submit(owner, title, { pages })
}
const reconvert = async ({ id, uuid }: { id: number; uuid: string }) => {
  const { version } = await read.row(uuid)
  expect(await app.call("PUT /document/reconvert", { id: [id] }, admin)).toMatchObject({ ok: true, data: { count: 1 } })
  return until(async () => {
    const row = await read.row(uuid)
    return row.version > version && row
  })
}
const purgesOf = (uuid: string) => app.cdn.purged.filter(({ folders }) => folders.includes(`${origin}/view/page/${uuid}/`))
const purged = (uuid: string) => until(async () => purgesOf(uuid)[0])

beforeEach(() => void (app.cdn.purged.length = 0))

test("a smaller preview removes the images of the document from the CDN, and its page with them [security: page-image-access]", async () => {
  const document = await submit("预览变少")
  const { uuid } = document
  await limitTo(1)
  expect(await reconvert(document)).toMatchObject({ status: 2, preview: 1 })
  const { folders, addresses, tags } = await purged(uuid)
  expect(folders).toEqual(expect.arrayContaining([`${origin}/view/thumb/${uuid}/`, `${origin}/view/page/${document.id}/`]))
  expect(addresses).toContain(`${origin}/document/${uuid}`)
  expect(tags).toEqual([`document-${uuid}`])
  expect(await app.pageAccess.check(app, uuid, 2, async () => null, "")).toMatchObject({ allowed: false, public: false })
  expect(await app.pageAccess.check(app, uuid, 1, async () => null, "")).toMatchObject({ allowed: true, public: true })
})

test("another file removes the images of the one before, also under its MD5", async () => {
  const { id, uuid } = await submit("换文件")
  const { sha256, ext } = await read.row(uuid)
  const before = md5((await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!)
  const attachment_id = await read.fileOf(owner, { pages })
  expect(await app.call("PUT /document/file", { id, attachment_id }, owner)).toMatchObject({ ok: true })
  const { folders } = await purged(uuid)
  expect((await read.row(uuid)).sha256).not.toBe(sha256)
  expect(folders).toContain(`${origin}/view/page/${before}/`)
})

test("the first conversion, one with the same preview and one with a larger one remove nothing", async () => {
  const same = await submit("预览不变")
  await reconvert(same)
  await limitTo(4)
  expect(await reconvert(same)).toMatchObject({ preview: 0 })
  // the jobs of one queue run in order
  const smaller = await submit("后来变少")
  await limitTo(1)
  await reconvert(smaller)
  await purged(smaller.uuid)
  expect(purgesOf(same.uuid)).toEqual([])
})

test.each(["page", "thumb"])("a shared cache asks for a public %s again: 304 while it is public, the refusal afterwards", async (kind) => {
  const document = await submit(`再问 ${kind}`)
  const path = (page: number) => `${base}/view/${kind}/${document.uuid}/${page}${kind === "page" ? ".gzip.svg" : ""}?v=1`
  const get = async (page: number, headers: Record<string, string> = {}) => send(path(page), { headers })
  const first = await get(3)
  const etag = String(first.headers.etag)
  expect([first.status, first.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, s-maxage=3600, immutable"])
  expect(String((await get(2)).headers.etag)).not.toBe(etag)
  const again = await get(3, { "if-none-match": `"other", ${etag}` })
  expect([again.status, again.body.length, again.headers["cache-control"]]).toEqual([304, 0, first.headers["cache-control"]])
  await limitTo(1)
  await reconvert(document)
  const refused = await get(3, { "if-none-match": etag })
  expect([refused.status, refused.headers["cache-control"], refused.headers.etag]).toEqual([403, "no-store", undefined])
  const mine = await get(3, { ...cookie(owner), "if-none-match": etag })
  expect([mine.status, String(mine.headers["cache-control"]).startsWith("private"), mine.headers.etag]).toEqual([200, true, undefined])
})
