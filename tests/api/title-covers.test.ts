import { expect, test } from "vitest"
import { createCtx } from "../../server/context"
import { refreshTitleCovers, recropCovers } from "../../server/modules/document/cover.usecases"
import { createFakeConverter } from "../../server/ports/converter/fake.converter"
import { siteOf } from "../setup/site"
import { testApp, until } from "../setup/test-app"

/* Covers of documents whose first page tells nothing (docs/decisions/097). The fake's covers name the title that they show. */

const app = await testApp({ converter: createFakeConverter({ pages: 2, titleCovers: true }) })
await app.startWorkers(1)
const base = await siteOf(app)
const owner = await app.person()
const admin = await app.admin()

let count = 0
const submit = async (title: string, name: string, text = "正文") => {
  const attachment_id = await app.file(owner, name, `${text}\n${++count}${"正文".repeat(50)}`)
  const reply = await app.call("POST /document", { document: [{ attachment_id, title }] }, owner)
  if (!reply.ok) throw new Error(reply.message)
  const document = reply.data.document[0]!
  await until(async () => [2, 3].includes((await row(document.id)).status))
  return document
}
const row = async (id: number) =>
  (await app.database.pool.query("select status, title_cover, sha256 from document where id = $1", [id])).rows[0] as {
    status: number
    title_cover: string
    sha256: string
  }
const coverOf = async (uuid: string, headers = {}) => {
  const reply = await fetch(`${base}/view/cover/${uuid}?v=1`, { headers })
  return { status: reply.status, cache: reply.headers.get("cache-control"), etag: reply.headers.get("etag"), bytes: await reply.text() }
}
const shows = (uuid: string, title: string) => until(async () => (await coverOf(uuid)).bytes === `cover of ${title}`)

test("texts, nearly empty first pages and failed conversions have the cover of their title; other pages are their own cover", async () => {
  const text = await submit("读书笔记", "笔记.md")
  const faint = await submit("只有一行字", "空.rtf", "FAINT")
  const broken = await submit("打不开", "坏.rtf", "FAIL corrupt")
  const full = await submit("写满的一页", "满.rtf")
  await shows(text.uuid, "读书笔记")
  await shows(faint.uuid, "只有一行字")
  await shows(broken.uuid, "打不开")
  expect((await coverOf(full.uuid)).cache).toContain("immutable")
  expect((await row(full.id)).title_cover).toBe("")
})

test("a new title is on the cover: browsers ask again and are told when nothing has changed", async () => {
  const { id, uuid } = await submit("旧标题", "标题.txt")
  const { etag, cache } = await coverOf(uuid)
  expect(cache).toBe("public, max-age=60")
  expect((await coverOf(uuid, { "if-none-match": etag! })).status).toBe(304)
  expect((await app.call("PUT /document", { id, title: "新标题" }, owner)).ok).toBe(true)
  await shows(uuid, "新标题")
  expect((await coverOf(uuid, { "if-none-match": etag! })).status).toBe(200)
})

test("equal files keep a cover each, with their own titles", async () => {
  const attachments = [await app.file(owner, "甲.txt", "同一份内容".repeat(60)), await app.file(admin, "乙.txt", "同一份内容".repeat(60))]
  const added = await Promise.all(
    [owner, admin].map((person, at) =>
      app.call("POST /document", { document: [{ attachment_id: attachments[at]!, title: `第 ${at} 份` }] }, person),
    ),
  )
  for (const [at, reply] of added.entries()) await shows(reply.ok ? reply.data.document[0]!.uuid : "", `第 ${at} 份`)
})

test("the name of an author who is called differently now leaves the cover", async () => {
  const { id } = await submit("改名之前", "改名.txt")
  const before = (await row(id)).title_cover
  expect(before).not.toBe("")
  await app.database.pool.query("update \"user\" set username = username || '新' where id = $1", [owner.id])
  await refreshTitleCovers(createCtx(app))
  expect((await row(id)).title_cover).not.toBe(before)
})

test("covers of earlier versions are judged and cropped once", async () => {
  const { id } = await submit("早先的文档", "早先.rtf")
  const { sha256 } = await row(id)
  await app.database.pool.query("update conversion set cover = 0 where sha256 = $1", [sha256])
  expect(await recropCovers(createCtx(app), 10)).toBe(1)
  expect(await recropCovers(createCtx(app), 10)).toBe(0)
})
