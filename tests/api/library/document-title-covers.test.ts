import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { refreshTitleCovers, recropCovers } from "@/server/modules/library/document/cover.usecases"
import { addAttachment } from "@/server/modules/library/files/attachments.usecases"
import { pictureKey, picturePath } from "@/server/modules/library/files/storage-keys.rules"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { siteOf } from "../../setup/site"
import { testApp, until, type TestUser } from "../../setup/test-app"

/* Covers of documents whose first page has no useful content (docs/decisions/097). The fake's covers contain the title that they show. */

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

test("texts, nearly empty first pages and failed conversions have a title cover; other pages are their own cover", async () => {
  const text = await submit("读书笔记", "笔记.md")
  const faint = await submit("只有一行字", "空.rtf", "FAINT")
  const broken = await submit("打不开", "坏.rtf", "FAIL corrupt")
  const full = await submit("写满的一页", "满.rtf")
  await shows(text.uuid, "读书笔记")
  await shows(faint.uuid, "只有一行字")
  await shows(broken.uuid, "打不开")
  expect((await coverOf(full.uuid)).cache).toBe("public, max-age=86400, s-maxage=3600, stale-while-revalidate=604800")
  expect((await row(full.id)).title_cover).toBe("")
})

test("a new title is on the cover: browsers revalidate and are told when nothing has changed", async () => {
  const { id, uuid } = await submit("旧标题", "标题.txt")
  await shows(uuid, "旧标题")
  // the cover is rendered once more when the size of the page is available
  const etag = await until(async () => {
    const { etag, cache } = await coverOf(uuid)
    expect(cache).toBe("public, max-age=60")
    return (await coverOf(uuid, { "if-none-match": etag! })).status === 304 && etag
  })
  expect((await app.call("PUT /document", { id, title: "新标题" }, owner)).ok).toBe(true)
  await shows(uuid, "新标题")
  expect((await coverOf(uuid, { "if-none-match": etag! })).status).toBe(200)
})

test("identical files have separate covers, with their own titles", async () => {
  const attachments = [await app.file(owner, "甲.txt", "同一份内容".repeat(60)), await app.file(admin, "乙.txt", "同一份内容".repeat(60))]
  const added = await Promise.all(
    [owner, admin].map((person, at) =>
      app.call("POST /document", { document: [{ attachment_id: attachments[at]!, title: `第 ${at} 份` }] }, person),
    ),
  )
  for (const [at, reply] of added.entries()) await shows(reply.ok ? reply.data.document[0]!.uuid : "", `第 ${at} 份`)
})

test("the cover drops the old name of a renamed author", async () => {
  const { id } = await submit("改名之前", "改名.txt")
  const before = (await row(id)).title_cover
  expect(before).not.toBe("")
  await app.database.pool.query("update \"user\" set username = username || '新' where id = $1", [owner.id])
  await refreshTitleCovers(createCtx(app))
  expect((await row(id)).title_cover).not.toBe(before)
})

test("covers of earlier versions are checked and cropped once", async () => {
  const { id } = await submit("早先的文档", "早先.rtf")
  const { sha256 } = await row(id)
  await app.database.pool.query("update conversion set cover = 0 where sha256 = $1", [sha256])
  expect(await recropCovers(createCtx(app), 10)).toBe(1)
  expect(await recropCovers(createCtx(app), 10)).toBe(0)
})

describe("a cover chosen by staff (docs/decisions/130)", () => {
  const upload = async (person: TestUser, content = "own") => {
    const picture = Buffer.from(`${content} ${++count}`)
    const sha256 = createHash("sha256").update(picture).digest("hex")
    const path = picturePath(sha256, ".webp")
    await app.storage.put(pictureKey(sha256, ".webp"), picture, false)
    await addAttachment(createCtx(app), {
      sha256,
      hash: createHash("md5").update(picture).digest("hex"),
      user_id: person.id,
      type: 6,
      path,
      ext: ".webp",
    })
    return { path, text: picture.toString(), sha256 }
  }
  const setCover = (id: number, own_cover: string, as = admin) => app.call("PUT /document", { id, own_cover }, as)

  test("replaces the title cover and the first page, survives a new file, and can be removed", async () => {
    const { id, uuid } = await submit("换封面", "换封面.txt")
    await shows(uuid, "换封面")
    const { path, text } = await upload(admin)
    expect((await setCover(id, path)).ok).toBe(true)
    await until(async () => (await coverOf(uuid)).bytes === text)
    const { etag, cache } = await coverOf(uuid)
    expect([cache, (await coverOf(uuid, { "if-none-match": etag! })).status]).toEqual(["public, max-age=60", 304])
    expect(await app.call("GET /document", { id }, admin)).toMatchObject({ data: { own_cover: path } })
    expect(await app.call("GET /document", { id })).toMatchObject({ data: { own_cover: "" } })
    const file = await app.file(owner, "换了文件.txt", `另一份${"正文".repeat(60)}`)
    expect((await app.call("PUT /document/file", { id, attachment_id: file }, owner)).ok).toBe(true)
    await until(async () => (await row(id)).status === 2)
    expect((await coverOf(uuid)).bytes).toBe(text)
    expect((await setCover(id, "")).ok).toBe(true)
    await shows(uuid, "换封面")
  })

  test("only staff choose it, and only from images that were uploaded here and are not banned [security: 8.2.3]", async () => {
    const { id, uuid } = await submit("谁的封面", "谁的封面.txt")
    const { path, text, sha256 } = await upload(admin)
    expect((await setCover(id, path, owner)).ok).toBe(true)
    expect(await app.call("GET /document", { id }, owner)).toMatchObject({ data: { own_cover: "" } })
    for (const address of [path.replace(/[0-9a-f]{6}\./, "000000."), "https://example.org/a.png", "/uploads/../../etc/passwd"])
      expect(await setCover(id, address)).toMatchObject({ ok: false, status: 400, message: "没有这张图片，请重新上传封面" })
    expect((await setCover(id, path)).ok).toBe(true)
    await until(async () => (await coverOf(uuid)).bytes === text)
    await app.database.pool.query("update attachment set enable = false where sha256 = $1", [sha256])
    app.pageAccess.forget(uuid)
    await shows(uuid, "谁的封面")
    expect(await setCover(id, "")).toMatchObject({ ok: true })
    expect(await setCover(id, path)).toMatchObject({ ok: false, status: 400 })
  })
})
