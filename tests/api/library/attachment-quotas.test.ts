import { createHash } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { bearer, md5, send as request, upload, type ClientAnswer } from "../../process/support/client"
import { offsetOf, tusCreate, tusHead, tusPatch, tusLocation } from "../../process/support/tus"
import { createCtx } from "@/server/context"
import { sweepExpiredJob } from "@/server/modules/operations/maintenance/expired.jobs"
import { libraryOf } from "../../setup/library"
import { siteOf } from "../../setup/site"
import { testApp, type TestUser } from "../../setup/test-app"

const megabyte = 1024 * 1024
const plenty = Number.MAX_SAFE_INTEGER
let free = plenty
let now = new Date()
const app = await testApp({ freeSpace: async () => free, limitScale: 1, now: () => now })
const library = libraryOf(app)
const url = await siteOf(app)
const unlimited = { uploads_per_hour: 0, max_unfinished_uploads: 0, max_unused_megabytes: 0, free_space_reserve: 0 }
let person: TestUser
let count = 0
beforeEach(async () => {
  free = plenty
  await library.set("security", unlimited)
  person = await app.person()
})

const create = (size: number, as = person) => tusCreate(url, as, size, { filename: `第${++count}份.txt` })
const send = (size: number, as = person) => upload(url, as, `第${++count}份.txt`, Buffer.alloc(size, "a"))
const said = ({ status, body }: ClientAnswer) => ({
  status,
  message: String((JSON.parse(body.toString("utf8") || "{}") as { message?: string }).message),
})

/** Uploads a file in one part. */
const sendParts = async (size: number) => {
  const uploadPath = tusLocation(await create(size))
  return tusPatch(url, uploadPath, person, 0, Buffer.alloc(size, "b"))
}

describe("pending files of a user [security: storage-quotas, 2.3.2, 5.2.4]", () => {
  test("files that are not yet documents, uploaded and still to come, fill the quota; submitting or cancelling frees space", async () => {
    await library.set("security", { ...unlimited, max_unused_megabytes: 2 })
    const first = await send(megabyte)
    expect(first.status).toBe(200)
    const uploadPath = tusLocation(await create(megabyte / 2))
    const refusal = { status: 403, message: expect.stringContaining("还没有提交的文件太多（每人最多 2 MB）") }
    expect(said(await create(megabyte))).toEqual(refusal)
    expect(said(await send(megabyte))).toEqual(refusal)
    expect((await tusPatch(url, uploadPath, person, 0, Buffer.alloc(megabyte / 2))).status, "what was admitted may end").toBe(204)
    expect(said(await create(megabyte))).toEqual(refusal)
    const id = (first.json.data as { id: number }).id
    expect(await app.call("POST /document", { document: [{ attachment_id: id, title: "提交了" }] }, person)).toMatchObject({ ok: true })
    expect((await create(megabyte)).status).toBe(201)
    // other users are not affected, and neither is user 1
    expect((await create(megabyte, await app.person())).status).toBe(201)
    for (let n = 0; n < 3; n++) expect((await create(megabyte, await app.admin())).status).toBe(201)
  })

  test("an upload that declares its length later counts as the largest one, and so does a body without a length", async () => {
    await library.set("security", { ...unlimited, max_unused_megabytes: 2 })
    const message = expect.stringContaining("还没有提交的文件太多（每人最多 2 MB）") as string
    const headers = { "tus-resumable": "1.0.0", "upload-defer-length": "1", "upload-metadata": `filename ${btoa("later.txt")}` }
    const later = await request(`${url}/api/v1/upload/tus`, { method: "POST", headers: { ...headers, ...bearer(person) } })
    expect(said(later)).toEqual({ status: 403, message })
    await library.set("security", { ...unlimited, max_unused_megabytes: 1_024 })
    expect((await request(`${url}/api/v1/upload/tus`, { method: "POST", headers: { ...headers, ...bearer(person) } })).status).toBe(201)
    await library.set("security", { ...unlimited, max_unused_megabytes: 50 })
    expect(said(await create(megabyte))).toEqual({ status: 403, message: expect.stringContaining("每人最多 50 MB") as string })
  })

  test("a claim of an existing file counts like an upload", async () => {
    await library.set("security", { ...unlimited, max_unused_megabytes: 1 })
    const content = Buffer.from("站内已有".repeat(50_000))
    const other = await app.person()
    const id = await app.file(other, "已有.txt", content)
    expect(await app.call("POST /document", { document: [{ attachment_id: id, title: "已有" }] }, other)).toMatchObject({ ok: true })
    expect((await send(megabyte - 100_000)).status).toBe(200)
    const claim = await app.call("POST /upload/claim", { hash: md5(content), size: content.length, name: "已有.txt" }, person)
    if (!claim.ok) throw new Error(claim.message)
    const hash = createHash("sha256").update(claim.data.salt)
    for (const [at, length] of claim.data.ranges) hash.update(content.subarray(at, at + length))
    const reply = await app.call("PUT /upload/claim", { id: claim.data.id, proof: hash.digest("hex") }, person)
    expect(reply).toMatchObject({ ok: false, status: 403, message: expect.stringContaining("还没有提交") })
  })

  test("unfinished uploads are limited in number, also when started in parallel; finishing, cancelling or one day frees a slot", async () => {
    await library.set("security", { ...unlimited, max_unfinished_uploads: 3 })
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(10)))
    const places = replies.filter(({ status }) => status === 201).map(tusLocation)
    expect(places).toHaveLength(3)
    expect(said(replies.find(({ status }) => status !== 201)!)).toEqual({
      status: 403,
      message: expect.stringContaining("3 份文件还没有传完"),
    })
    expect((await tusPatch(url, places[0]!, person, 0, Buffer.alloc(10, "c"))).status).toBe(204)
    expect((await create(10)).status).toBe(201)
    expect((await create(10)).status).toBe(403)
    const given = await request(`${url}${places[1]!}`, {
      method: "DELETE",
      headers: { "tus-resumable": "1.0.0", authorization: `Bearer ${person.token}` },
    })
    expect(given.status).toBe(204)
    expect((await create(10)).status).toBe(201)
    expect((await create(10)).status).toBe(403)
    const before = now
    now = new Date(now.getTime() + 25 * 3_600_000)
    expect((await create(10)).status).toBe(201)
    await sweepExpiredJob.run(createCtx(app), {}, AbortSignal.timeout(5_000))
    expect(await library.rows("select id from unfinished_upload where user_id = $1", [person.id])).toHaveLength(1)
    now = before
  })

  test("a resumable upload without the version of its protocol is refused as JSON", async () => {
    const reply = await fetch(`${url}/api/v1/upload/tus`, { method: "POST", headers: { authorization: `Bearer ${person.token}` } })
    expect([reply.status, await reply.json()]).toEqual([412, { code: 3, message: "缺少请求头 Tus-Resumable" }])
  })

  test("two simultaneous files do not both take the last free space", async () => {
    await library.set("security", { ...unlimited, max_unused_megabytes: 1 })
    const replies = await Promise.all(Array.from({ length: 4 }, () => send(megabyte * 0.6)))
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403, 403, 403])
    expect(await library.rows("select id from attachment where user_id = $1", [person.id])).toHaveLength(1)
  })

  test("uploads an hour are limited, in one request or in parts, then 429 with the time to wait; a new limit applies at once", async () => {
    await library.set("security", { ...unlimited, uploads_per_hour: 3 })
    expect([(await send(5)).status, (await sendParts(5)).status, (await send(5)).status]).toEqual([200, 204, 200])
    for (const reply of [await send(5), await create(5)]) {
      expect(said(reply)).toEqual({ status: 429, message: "上传得太快了，每人每小时最多 3 份，请稍后再试" })
      expect(said(await send(5, await app.person())).status).toBe(200)
    }
    expect(Number((await send(5)).headers["retry-after"])).toBeGreaterThan(0)
    await library.set("security", { uploads_per_hour: 50 })
    expect((await send(5)).status).toBe(200)
  })
})

describe("a disk that is almost full [security: storage-quotas, fault-injection]", () => {
  const full = { status: 507, message: "服务器剩余空间不足，暂时不能上传，请稍后再试或联系管理员" }
  beforeEach(() => library.set("security", { ...unlimited, free_space_reserve: 100 }))

  test("below the reserve no upload is accepted from any user; reads are answered as before", async () => {
    free = 100 * megabyte + 1_000
    expect((await send(100)).status).toBe(200)
    for (const as of [person, await app.admin()]) {
      expect(said(await send(5_000, as))).toEqual(full)
      expect(said(await create(5_000, as))).toEqual(full)
    }
    expect(await app.call("GET /upload/limit", {}, person)).toMatchObject({ ok: true })
    await library.set("security", { free_space_reserve: 0 })
    expect((await send(5_000)).status).toBe(200)
  })

  test("a running upload waits without loss, and continues once there is space", async () => {
    const content = Buffer.from("要接着传的".repeat(2_000))
    const uploadPath = tusLocation(await tusCreate(url, person, content.length, { filename: "接着传.txt", md5: md5(content) }))
    expect((await tusPatch(url, uploadPath, person, 0, content.subarray(0, 10_000))).status).toBe(204)
    free = 50 * megabyte
    expect(said(await tusPatch(url, uploadPath, person, 10_000, content.subarray(10_000)))).toEqual(full)
    expect(offsetOf(await tusHead(url, uploadPath, person))).toBe(10_000)
    free = plenty
    const end = await tusPatch(url, uploadPath, person, 10_000, content.subarray(10_000))
    expect(end.status).toBe(204)
    const [row] = await library.rows<{ hash: string }>("select hash from attachment where id = $1", [end.headers["x-attachment-id"]])
    expect(row!.hash).toBe(md5(content))
  })
})
