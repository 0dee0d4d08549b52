import { createHash } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { listUuidsOfHash } from "@/server/modules/library/document/document.repository"
import { readingApp } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import type { TestUser } from "../../setup/test-app"

/* Existing clients address pages and covers by the MD5 of the file, which lists and documents return as `attachment.hash`. */

const { app, library, read, owner, other, admin } = await readingApp()
await library.set("converter", { enable_convert_repeated_document: false })
const viewer = await staffWith(app, "DocumentAPI/GetDocument")
const base = await siteOf(app)

const status = async (path: string, as?: TestUser) =>
  (await fetch(base + path, { redirect: "manual", headers: as ? { authorization: `Bearer ${as.token}` } : {} })).status
const hashOf = async (uuid: string) => {
  const { sha256, ext } = await read.row(uuid)
  return createHash("md5")
    .update((await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!)
    .digest("hex")
}
/** Creates a document with the same content for another user. */
const copyOf = async (uuid: string, as: TestUser, more: object = {}) => {
  const { sha256, ext } = await read.row(uuid)
  const attachment_id = await app.file(as, "同一份.txt", (await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!)
  const reply = await app.call("POST /document", { document: [{ attachment_id, title: "同一份", ...more }] }, as)
  if (!reply.ok) throw new Error(reply.message)
  await read.settled(reply.data.document[0]!.uuid)
  return reply.data.document[0]!
}

let first: { id: number; uuid: string }
let hash: string
beforeEach(async () => {
  first = await read.submit(owner, "按哈希", { pages: ["一", "二", "三"] })
  hash = await hashOf(first.uuid)
})

describe("pages and covers by the MD5 of the file", () => {
  test("are the same images as by uuid, whatever extension a link has", async () => {
    const drawn = await (await fetch(`${base}/view/page/${first.uuid}/2.svg`)).text()
    for (const ext of ["svg", "gzip.svg", "webp", "png", "jpg"]) {
      const reply = await fetch(`${base}/view/page/${hash}/2.${ext}`)
      expect([reply.status, reply.headers.get("content-type")], ext).toEqual([200, "image/svg+xml; charset=utf-8"])
      expect(await reply.text(), ext).toBe(drawn)
    }
    const cover = await fetch(`${base}/view/cover/${hash}`)
    expect([cover.status, cover.headers.get("content-type"), cover.headers.get("cache-control")]).toEqual([
      200,
      "image/webp",
      "public, max-age=60",
    ])
    expect(await cover.text()).toBe(await (await fetch(`${base}/view/cover/${first.uuid}`)).text())
    expect(await status(`/view/thumb/${hash}/1`)).toBe(200)
  })

  test("of an unknown file return 404", async () => {
    for (const path of [
      `/view/page/${hash}/4.svg`,
      `/view/page/${hash}/0.svg`,
      `/view/page/${hash}/1.gif`,
      `/view/page/${hash.toUpperCase()}/1.svg`,
      `/view/page/${"0".repeat(32)}/1.svg`,
      `/view/cover/${"0".repeat(32)}`,
      `/view/cover/${hash.slice(1)}`,
    ])
      expect(await status(path), path).toBe(404)
  })

  test("of a hidden document are visible to its owner and staff only [security: page-image-access]", async () => {
    await read.change(first.uuid, "status = 6")
    for (const path of [`/view/page/${hash}/1.svg`, `/view/cover/${hash}`]) {
      expect([await status(path), await status(path, other)], path).toEqual([404, 404])
      for (const as of [owner, viewer, admin]) expect(await status(path, as), path).toBe(200)
    }
  })

  test("of a deleted document are gone for all users", async () => {
    expect(await status(`/view/page/${hash}/1.svg`)).toBe(200)
    expect(await app.call("DELETE /document", { id: [first.id] }, owner)).toMatchObject({ ok: true })
    for (const as of [undefined, owner, admin]) expect(await status(`/view/page/${hash}/1.svg`, as)).toBe(404)
  })

  test("beyond the preview limit are denied", async () => {
    await read.change(first.uuid, "preview = 1, price = 5")
    expect([await status(`/view/page/${hash}/1.svg`), await status(`/view/page/${hash}/2.svg`)]).toEqual([200, 403])
    expect([await status(`/view/page/${hash}/2.svg`, other), await status(`/view/page/${hash}/2.svg`, owner)]).toEqual([403, 200])
  })

  test("come from the oldest document of the content that shows the page to the user", async () => {
    const second = await copyOf(first.uuid, other)
    await read.change(first.uuid, "status = 7")
    const page = `/view/page/${hash}/2.svg`
    expect([await status(page), await status(page, owner)]).toEqual([200, 200])
    // the limit of the second document applies to everyone except its owner and the owner of the first
    await read.change(second.uuid, "preview = 1")
    expect([await status(page), await status(page, other), await status(page, owner)]).toEqual([403, 200, 200])
    await read.change(first.uuid, "status = 2")
    expect(await status(page)).toBe(200)
  })

  test("are searched among public documents first, so that any number of hidden documents hides nothing", async () => {
    const second = await copyOf(first.uuid, other)
    const third = await copyOf(first.uuid, admin)
    await read.change(first.uuid, "status = 4")
    expect(await listUuidsOfHash(app.database.db, hash)).toEqual([second.uuid, third.uuid, first.uuid])
  })
})

test("documents, lists, search, related ones and the recycle bin carry the hash that clients use for pages and covers", async () => {
  const second = await read.submit(owner, "按哈希的另一份", { pages: ["四"] })
  const hashesIn = (reply: { ok: boolean; data?: unknown }) =>
    (reply.data as { document: { id: number; attachment: { hash: string } | null }[] }).document.find(({ id }) => id === first.id)
      ?.attachment?.hash
  expect(await app.call("GET /document", { id: first.id })).toMatchObject({ data: { attachment: { hash } } })
  expect(hashesIn(await app.call("GET /document/list", { order: "id desc" }))).toBe(hash)
  expect(hashesIn(await app.call("GET /document/search", { wd: "按哈希", sort: "latest" }))).toBe(hash)
  expect(hashesIn(await app.call("GET /document/related", { id: second.id }))).toBe(hash)
  await app.call("DELETE /document", { id: [first.id] }, owner)
  expect(hashesIn(await app.call("GET /document/recycle", { page: 1, size: 10 }, admin))).toBe(hash)
})
