import { createHash, randomBytes } from "node:crypto"
import { beforeAll, describe, expect, test } from "vitest"
import type { Output } from "@/lib/contract/types"
import { createCtx } from "@/server/context"
import { sweepExpiredJob } from "@/server/modules/operations/maintenance/expired.jobs"
import { libraryOf, type Library } from "../../setup/library"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let owner: TestUser
let other: TestUser
let now = new Date()

beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  ;[owner, other] = [await app.person(), await app.person()]
})
type Claim = Output<"POST /upload/claim">
const md5 = (content: Buffer) => createHash("md5").update(content).digest("hex")
const begin = async (content: Buffer, as: TestUser, more: object = {}): Promise<Claim> => {
  const reply = await app.call("POST /upload/claim", { hash: md5(content), size: content.length, name: "我的.txt", ...more }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const proofOf = ({ salt, ranges }: Claim, content: Buffer) => {
  const hash = createHash("sha256").update(salt)
  for (const [offset, length] of ranges) hash.update(content.subarray(offset, offset + length))
  return hash.digest("hex")
}
const finish = (id: string, proof: string, as: TestUser) => app.call("PUT /upload/claim", { id, proof }, as)
/** Uploads a file as a document that everyone can see. */
const uploaded = async (content: Buffer, as = owner, name = "原来的.txt") => {
  const id = await app.file(as, name, content)
  const made = await app.call("POST /document", { document: [{ attachment_id: id, title: "原来的" }] }, as)
  if (!made.ok) throw new Error(made.message)
  return { id, content, document: made.data.document[0]! }
}
const filesOf = async (person: TestUser) => (await library.rows("select id from attachment where user_id = $1", [person.id])).length

describe("claiming a file that the site already has", () => {
  test.each([
    ["small", 500],
    ["large", 700_000],
  ])("%s: a user with the file gets a file of their own at once, which becomes a document", async (_, size) => {
    const { content } = await uploaded(randomBytes(size))
    const claim = await begin(content, other)
    expect(claim.id).not.toBe("")
    if (size < 1_000) expect(claim.ranges).toEqual([[0, size]])
    else {
      expect(claim.ranges).toHaveLength(3)
      for (const [offset, length] of claim.ranges) {
        expect(length).toBeLessThanOrEqual(65_536)
        expect(offset + length).toBeLessThanOrEqual(size)
      }
      expect((await begin(content, other)).ranges).not.toEqual(claim.ranges)
    }
    const reply = await finish(claim.id, proofOf(claim, content), other)
    expect(reply).toMatchObject({ ok: true, data: { hash: md5(content), size, name: "我的.txt", ext: ".txt" } })
    const made = await app.call("POST /document", { document: [{ attachment_id: reply.ok ? reply.data.id : 0, title: "秒传来的" }] }, other)
    expect(made).toMatchObject({ ok: true })
  })

  test("hash and size are not enough: a wrong answer about the bytes gives no file and no second attempt [security: 8.2.2]", async () => {
    const { content } = await uploaded(randomBytes(300_000))
    const before = await filesOf(other)
    const claim = await begin(content, other)
    for (const wrong of ["0".repeat(64), createHash("sha256").update(claim.salt).digest("hex"), md5(content).repeat(2)]) {
      const fresh = await begin(content, other)
      expect(await finish(fresh.id, wrong, other)).toMatchObject({ ok: false, status: 400 })
      expect(await finish(fresh.id, proofOf(fresh, content), other)).toMatchObject({ ok: false, status: 400 })
    }
    expect(await filesOf(other)).toBe(before)
    // neither another user's proof nor the proof for another challenge is accepted
    expect(await finish(claim.id, proofOf(claim, content), await app.person())).toMatchObject({ ok: false, status: 400 })
    const next = await begin(content, other)
    expect(await finish(next.id, proofOf(claim, content), other)).toMatchObject({ ok: false, status: 400 })
    expect(await filesOf(other)).toBe(before)
  })

  test("a correct answer is accepted once, also with parallel requests", async () => {
    const { content } = await uploaded(randomBytes(4_000))
    const claim = await begin(content, other)
    const proof = proofOf(claim, content)
    const replies = await Promise.all(Array.from({ length: 6 }, () => finish(claim.id, proof, other)))
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
  })

  test("a challenge expires after ten minutes", async () => {
    const { content } = await uploaded(randomBytes(4_000))
    const claim = await begin(content, other)
    now = new Date(now.getTime() + 10 * 60_000 + 1)
    expect(await finish(claim.id, proofOf(claim, content), other)).toMatchObject({
      ok: false,
      status: 400,
      message: expect.stringContaining("失效"),
    })
    await begin(content, other)
    now = new Date(now.getTime() + 10 * 60_000 + 1)
    await sweepExpiredJob.run(createCtx(app), {}, AbortSignal.timeout(5_000))
    expect(await library.rows("select id from upload_claim")).toEqual([])
  })

  test("no challenge is sent for a file that is unknown, of another size or kind, lost, removed or banned", async () => {
    const { content, id } = await uploaded(randomBytes(4_000))
    expect(await begin(randomBytes(4_000), other)).toEqual({ id: "", salt: "", ranges: [] })
    expect((await begin(content, other, { size: 3_999 })).id).toBe("")
    expect((await begin(content, other, { name: "我的.pdf" })).id).toBe("")
    const started = await begin(content, other)
    await app.database.pool.query("update attachment set enable = false where id = $1", [id])
    expect((await begin(content, other)).id).toBe("")
    expect(await finish(started.id, proofOf(started, content), other)).toMatchObject({ ok: false, status: 409 })
    await app.database.pool.query("update attachment set enable = true, deleted_at = now() where id = $1", [id])
    expect((await begin(content, other)).id).toBe("")
    const lost = await uploaded(randomBytes(4_000))
    const [row] = await library.rows<{ path: string }>("select path from attachment where id = $1", [lost.id])
    const claimed = await begin(lost.content, other)
    await app.storage.remove(row!.path.slice(1))
    expect((await begin(lost.content, other)).id).toBe("")
    expect(await finish(claimed.id, proofOf(claimed, lost.content), other)).toMatchObject({ ok: false, status: 400 })
  })

  test("a document without its file is no reason not to send it, and the file that is sent completes it", async () => {
    const { content, document, id } = await uploaded(randomBytes(4_000))
    await app.database.pool.query("update document set status = 2 where id = $1", [document.id])
    const exists = async () => (await app.call("GET /document/exist", { hash: md5(content) }, other)).status
    expect(await exists()).toBe(200)
    const [row] = await library.rows<{ path: string }>("select path from attachment where id = $1", [id])
    await app.storage.remove(row!.path.slice(1))
    expect(await app.call("GET /document/download", { id: document.id }, owner)).toMatchObject({ ok: false, status: 404 })
    expect(await exists()).toBe(404)
    await uploaded(content, other)
    expect(await app.call("GET /document", { id: document.id }, other)).toMatchObject({ ok: true, data: { file_missing: false } })
    expect((await begin(content, other)).id).not.toBe("")
  })

  test("reveals nothing about a file that the user may not see: never submitted, in review, rejected, disabled, deleted [security: silent-claim]", async () => {
    const alone = randomBytes(4_000)
    await app.file(owner, "没有提交的.txt", alone)
    expect((await begin(alone, other)).id).toBe("")
    expect((await begin(alone, owner)).id).not.toBe("")
    const { content, document } = await uploaded(randomBytes(4_000))
    expect((await begin(content, other)).id).not.toBe("")
    for (const status of [6, 7, 4]) {
      await app.database.pool.query("update document set status = $1 where id = $2", [status, document.id])
      expect(await begin(content, other), String(status)).toEqual({ id: "", salt: "", ranges: [] })
      expect((await begin(content, owner)).id).not.toBe("")
    }
    await app.database.pool.query("update document set status = 2, deleted_at = now() where id = $1", [document.id])
    expect((await begin(content, other)).id).toBe("")
  })

  test("requires the permission to upload and an allowed file", async () => {
    const { content } = await uploaded(randomBytes(4_000))
    const none = await app.person()
    await library.punish(none, 3)
    expect(await app.call("POST /upload/claim", { hash: md5(content), size: 4_000, name: "x.txt" }, none)).toMatchObject({
      ok: false,
      status: 403,
    })
    expect(await app.call("POST /upload/claim", { hash: md5(content), size: 4_000, name: "x.exe" }, other)).toMatchObject({
      ok: false,
      status: 400,
    })
    expect(await app.call("POST /upload/claim", { hash: md5(content), size: 60_000_000, name: "x.txt" }, other)).toMatchObject({
      ok: false,
      status: 413,
    })
    const claim = await begin(content, other)
    await library.punish(other, 3)
    expect(await finish(claim.id, proofOf(claim, content), other)).toMatchObject({ ok: false, status: 403 })
    await library.pardon(other)
  })
})

describe("what a user may upload", () => {
  test("is answered before an upload, with reasons", async () => {
    const person = await app.person()
    const limit = async (as = person) => {
      const reply = await app.call("GET /upload/limit", {}, as)
      if (!reply.ok) throw new Error(reply.message)
      return reply.data
    }
    expect(await limit()).toMatchObject({ allowed: true, reason: "", review: false, megabytes: 50, left_today: -1, reward: 5 })
    expect((await limit()).ext).toContain(".pdf")
    await library.set("security", { upload_every_day: 2, document_allowed_ext: [".pdf", ".txt"] as never, max_document_size: 7 })
    expect(await limit()).toMatchObject({ left_today: 2, megabytes: 7, ext: [".pdf", ".txt"] })
    await library.document(person, "一")
    expect(await limit()).toMatchObject({ allowed: true, left_today: 1, reward: 0 })
    const three = [1, 2, 3].map(async (n) => ({ attachment_id: await app.file(person), title: String(n) }))
    expect(await app.call("POST /document", { document: await Promise.all(three) }, person)).toMatchObject({
      ok: false,
      status: 403,
      message: expect.stringContaining("还能上传 1 份"),
    })
    const replies = await Promise.all(
      [1, 2, 3].map(async () =>
        app.call("POST /document", { document: [{ attachment_id: await app.file(person), title: "并发" }] }, person),
      ),
    )
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
    expect(await limit()).toMatchObject({ allowed: false, left_today: 0, reason: expect.stringContaining("明天") })
    expect(await limit(await app.admin())).toMatchObject({ left_today: -1, allowed: true })
    await library.set("security", { upload_every_day: 0, document_allowed_ext: [] as never, max_document_size: 50 })
    await library.punish(person, 3, { reason: "刷量" })
    expect(await limit()).toMatchObject({ allowed: false, reason: expect.stringContaining("刷量"), reward: 0 })
  })

  test("deleting and purging uploads of today does not raise the daily limit", async () => {
    await library.set("security", { upload_every_day: 1 })
    const person = await app.person()
    const { id } = await library.document(person, "占名额")
    await app.call("DELETE /document", { id: [id] }, person)
    expect(await app.call("DELETE /document/recycle", { id: [id] }, person)).toMatchObject({ ok: true })
    expect(
      await app.call("POST /document", { document: [{ attachment_id: await app.file(person), title: "再来" }] }, person),
    ).toMatchObject({ ok: false, status: 403 })
    await library.set("security", { upload_every_day: 0 })
  })

  test("a permission does not lift the limit", async () => {
    await library.set("security", { upload_every_day: 1 })
    const staff = await staffWith(app, "DocumentAPI/GetDocument")
    await library.document(staff, "第一份")
    expect(await app.call("GET /upload/limit", {}, staff)).toMatchObject({ data: { allowed: false } })
    await library.set("security", { upload_every_day: 0 })
  })
})
