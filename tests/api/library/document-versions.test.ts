import { describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { findDownload } from "@/server/modules/library/document/download.usecases"
import { sweepFiles } from "@/server/modules/library/files/sweep.usecases"
import { ConversionError } from "@/server/ports/converter/converter.port"
import { bearer, send } from "../../process/support/client"
import { readingApp, type Script } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import { until, type TestUser } from "../../setup/test-app"

const { app, library, read, owner, other } = await readingApp()
const base = await siteOf(app)
const replace = (id: number, attachment_id: number, as = owner) => app.call("PUT /document/file", { id, attachment_id }, as)
const newFile = (script: Script, as = owner, name = "新版.txt") => read.fileOf(as, script, name)
const versions = async (id: number, as = owner) => {
  const reply = await app.call("GET /document/version", { id }, as)
  return reply.ok ? reply.data.version.map(({ version, name, current }) => [version, name, current]) : reply.status
}
const text = async (uuid: string) => {
  const reply = await app.call("GET /document/text", { uuid, page: 1 })
  return reply.ok ? reply.data.text.map((one) => one.text) : reply.status
}
const downloaded = async (id: number, as = owner) => {
  const reply = await app.call("GET /document/download", { id }, as)
  if (!reply.ok) throw new Error(reply.message)
  const file = await findDownload(createCtx(app), reply.data.url.split("/").at(-1)!)
  return (await app.storage.read(file!.key))!.toString("utf8").split("\n", 1)[0]
}
const gate = () => {
  let open = () => undefined as void
  const hold = new Promise<void>((done) => (open = done))
  return { hold, open }
}

describe("replacing a document's file", () => {
  test("the old file is read and downloaded until the new one is converted; then everything changes in one step", async () => {
    const { id, uuid } = await read.submit(owner, "会换的", { pages: ["旧"] }, { name: "旧版.txt" })
    expect(await versions(id)).toEqual([[1, "旧版.txt", true]])
    const before = await read.row(uuid)
    const old = await downloaded(id)
    const { hold, open } = gate()
    expect(await replace(id, await newFile({ pages: ["新一", "新二"], hold }))).toMatchObject({ ok: true })
    expect(await versions(id)).toEqual([
      [2, "新版.txt", false],
      [1, "旧版.txt", true],
    ])
    await until(async () => (await library.rows("select 1 from document where id = $1 and lease_until is not null", [id])).length === 1)
    expect(await read.row(uuid)).toMatchObject({ status: 5, sha256: before.sha256, version: 1 })
    expect(await text(uuid)).toEqual(["旧"])
    expect(await downloaded(id)).toBe(old)
    expect(await replace(id, await newFile({ pages: ["更新"] }))).toMatchObject({ ok: false, status: 409 })
    open()
    const after = await read.settled(uuid)
    expect(after).toMatchObject({ status: 2, version: 2, pages: 2 })
    expect(after.sha256).not.toBe(before.sha256)
    expect(await text(uuid)).toEqual(["新一", "新二"])
    expect(await downloaded(id)).not.toBe(old)
    expect(await versions(id)).toEqual([
      [2, "新版.txt", true],
      [1, "旧版.txt", false],
    ])
    // the old file is kept, because a version references it
    await sweepFiles({ db: app.database.db, storage: app.storage }, new Date(Date.now() + 3 * 86_400_000))
    expect(await app.storage.size(`files/${before.sha256.slice(0, 2)}/${before.sha256}${before.ext}`)).not.toBeNull()
    expect(await replace(id, await newFile({ pages: ["第三版"] }, owner, "三.txt"))).toMatchObject({ ok: true })
    await until(async () => (await read.row(uuid)).version === 3)
    expect(await versions(id)).toEqual([
      [3, "三.txt", true],
      [2, "新版.txt", false],
      [1, "旧版.txt", false],
    ])
  })

  test("a new file that cannot be converted only gives the owner a message", async () => {
    const { id, uuid } = await read.submit(owner, "换坏的", { pages: ["好的"] })
    await replace(id, await newFile({ pages: [], fail: new ConversionError("encrypted") }))
    const now = await until(async () => {
      const row = await read.row(uuid)
      return row.status === 2 && row.convert_error && row
    })
    expect(now).toMatchObject({ version: 1, convert_error: expect.stringContaining("新文件没有转换成：文档已加密") })
    expect(await text(uuid)).toEqual(["好的"])
    expect(((await versions(id)) as unknown[][]).filter(([, , current]) => current)).toHaveLength(1)
    expect(await versions(id)).toHaveLength(1)
    expect(await replace(id, await newFile({ pages: ["这次好"] }))).toMatchObject({ ok: true })
    await until(async () => (await read.row(uuid)).version === 2)
  })

  test("a failed document uses the new file at once", async () => {
    const { id, uuid } = await read.submit(owner, "本来就坏", { pages: [], fail: new ConversionError("corrupt") })
    expect(await replace(id, await newFile({ pages: ["好"] }))).toMatchObject({ ok: true })
    expect(await read.settled(uuid)).toMatchObject({ status: 2, version: 2 })
    expect(await text(uuid)).toEqual(["好"])
  })
})

describe("an earlier version", () => {
  const versionIds = async (id: number) => {
    const reply = await app.call("GET /document/version", { id }, owner)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data.version.map((one) => one.id)
  }
  const twice = async (title: string) => {
    const { id, uuid } = await read.submit(owner, title, { pages: [`${title}旧`] }, { name: "旧版.txt" })
    await replace(id, await newFile({ pages: [`${title}新`] }))
    await until(async () => (await read.row(uuid)).version === 2)
    const [newest, oldest] = await versionIds(id)
    return { id, uuid, newest: newest!, oldest: oldest! }
  }
  const restore = (id: number, version_id: number, as = owner) => app.call("PUT /document/version", { id, version_id }, as)

  test("is put back by its owner: its file becomes the newest version, under the same address", async () => {
    const { id, uuid, newest, oldest } = await twice("换回")
    expect(await restore(id, newest)).toMatchObject({ ok: false, status: 409, message: "现在用的就是这个版本" })
    expect(await restore(id, oldest)).toMatchObject({ ok: true })
    await until(async () => (await read.row(uuid)).version === 3)
    expect(await text(uuid)).toEqual(["换回旧"])
    expect(await versions(id)).toEqual([
      [3, "旧版.txt", true],
      [2, "新版.txt", false],
      [1, "旧版.txt", false],
    ])
  })

  test("is downloaded by its owner and staff", async () => {
    const { id, oldest } = await twice("下载旧的")
    const reply = await app.call("GET /document/version/download", { id, version_id: oldest }, owner)
    if (!reply.ok) throw new Error(reply.message)
    const file = await findDownload(createCtx(app), reply.data.url.split("/").at(-1)!)
    const rows = await library.rows<{ sha256: string }>("select sha256 from document_version where id = $1", [oldest])
    expect(file).toMatchObject({ sha256: rows[0]!.sha256, name: "下载旧的.txt" })
    expect(await downloaded(id)).not.toBe((await app.storage.read(file!.key))!.toString("utf8").split("\n", 1)[0])
  })

  test("has its pages, as images, for its owner and staff alone, also after the sweep [security: 8.2.2]", async () => {
    const { id, oldest, newest } = await twice("看旧的")
    await sweepFiles({ db: app.database.db, storage: app.storage }, new Date(Date.now() + 3 * 86_400_000))
    const pages = (version_id: number, as: TestUser) => app.call("GET /document/version/pages", { id, version_id }, as)
    expect(await pages(oldest, owner)).toMatchObject({ ok: true, data: { pages: 1, version: 1 } })
    expect(await pages(newest, owner)).toMatchObject({ ok: true, data: { pages: 1, version: 2 } })
    const image = async (as: TestUser | null, version_id = oldest, page = 1) =>
      send(`${base}/view/version/${version_id}/${page}.svg?v=1`, { headers: bearer(as) })
    for (const as of [owner, await staffWith(app, "DocumentAPI/GetDocument")]) {
      const { status, headers } = await image(as)
      expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
        200,
        "image/svg+xml; charset=utf-8",
        "private, max-age=60",
      ])
    }
    for (const as of [null, other]) expect((await image(as)).status).toBe(404)
    const [foreign] = [await twice("看别人的")]
    for (const [version_id, page] of [
      [oldest, 2],
      [oldest, 0],
      [999_999, 1],
    ])
      expect((await image(owner, version_id, page)).status).toBe(404)
    expect(await app.call("GET /document/version/pages", { id, version_id: foreign.oldest }, owner)).toMatchObject({
      ok: false,
      status: 404,
    })
    expect(await app.call("DELETE /document", { id: [id] }, owner)).toMatchObject({ ok: true })
    expect((await image(owner)).status, "a document in the recycle bin").toBe(404)
  })

  test("is refused to visitors and other users, and an unknown one is a 404 [security: 8.2.2]", async () => {
    const { id, oldest } = await twice("别人的")
    const [foreign] = [await twice("另一份")]
    for (const key of ["GET /document/version/pages", "GET /document/version/download", "PUT /document/version"] as const) {
      expect(await app.call(key, { id, version_id: oldest })).toMatchObject({ ok: false, status: 401 })
      expect([403, 404]).toContain((await app.call(key, { id, version_id: oldest }, other)).status)
      expect(await app.call(key, { id, version_id: foreign.oldest }, owner)).toMatchObject({ ok: false, status: 404 })
      expect(await app.call(key, { id, version_id: 0 }, owner)).toMatchObject({ ok: false, status: 400 })
    }
  })
})

describe("conditions of a replacement", () => {
  test("only the owner and staff with the permission, with an unused file of their own that has different content [security: 8.2.2]", async () => {
    const { id, uuid } = await read.submit(owner, "谁的", { pages: ["一"] })
    const staff = await staffWith(app, "DocumentAPI/UpdateDocument")
    expect(await replace(id, await newFile({ pages: ["x"] }, other), other)).toMatchObject({ ok: false, status: 403 })
    expect(await replace(id, await newFile({ pages: ["x"] }, other), owner)).toMatchObject({ ok: false, status: 400 })
    expect(await replace(id, Number((await read.row(uuid)).attachment_id))).toMatchObject({ ok: false, status: 400 })
    const { sha256, ext } = await read.row(uuid)
    const same = await app.file(owner, "同.txt", (await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!)
    expect(await replace(id, same)).toMatchObject({ ok: false, status: 409 })
    expect(await replace(id, await newFile({ pages: ["工作人员的"] }, staff), staff)).toMatchObject({ ok: true })
    await until(async () => (await read.row(uuid)).version === 2)
    expect(await text(uuid)).toEqual(["工作人员的"])
    expect([await versions(id, other), await versions(999_999)]).toEqual([404, 404])
  })

  test("if uploads are reviewed the new file is visible only after its approval", async () => {
    const reviewed = await app.person()
    const { id, uuid } = await read.submit(reviewed, "要审的", { pages: ["审过的"] })
    await library.onlyGroup(reviewed, { enable_upload: true, enable_document_review: true })
    expect(await replace(id, await newFile({ pages: ["没审的"] }, reviewed), reviewed)).toMatchObject({ ok: true })
    expect(await read.row(uuid)).toMatchObject({ status: 6, version: 2, pages: 0 })
    expect(await text(uuid)).toBe(404)
    expect(await app.call("PUT /document/check", { id: [id], status: 2 }, await app.admin())).toMatchObject({ ok: true })
    await read.settled(uuid)
    expect(await text(uuid)).toEqual(["没审的"])
  })

  test("a disabled document stays disabled, a user without the upload permission replaces nothing, and the daily limit counts", async () => {
    const { id, uuid } = await read.submit(owner, "禁的", { pages: ["一"] })
    await read.change(uuid, "status = 4")
    expect(await replace(id, await newFile({ pages: ["x"] }))).toMatchObject({ ok: false, status: 403 })
    await read.change(uuid, "status = 2")
    const file = await newFile({ pages: ["y"] })
    await library.set("security", { upload_every_day: 1 })
    expect(await replace(id, file)).toMatchObject({ ok: false, status: 403, message: expect.stringContaining("上限") })
    await library.set("security", { upload_every_day: 0 })
    await library.punish(owner, 3)
    expect(await replace(id, file)).toMatchObject({ ok: false, status: 403 })
    await library.pardon(owner)
    await library.onlyGroup(owner, { enable_upload: false })
    expect(await replace(id, file)).toMatchObject({ ok: false, status: 403, message: "没有权限上传文档" })
    await library.onlyGroup(owner, { enable_upload: true })
  })

  test("parallel replacements do not exceed the daily limit [security: caps-under-load]", async () => {
    const person = await app.person()
    const rows = await Promise.all([1, 2, 3, 4].map((n) => read.submit(person, `一起换 ${n}`, { pages: [`一 ${n}`] })))
    const files = await Promise.all(rows.map((_, n) => newFile({ pages: [`二 ${n}`] }, person)))
    await library.set("security", { upload_every_day: 5 })
    const replies = await Promise.all(rows.map(({ id }, n) => replace(id, files[n]!, person)))
    await library.set("security", { upload_every_day: 0 })
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("a file whose content was banned after the upload replaces nothing, and becomes no document", async () => {
    const { id } = await read.submit(owner, "换成被禁的", { pages: ["一"] })
    const content = Buffer.from("不许传的内容")
    const file = await app.file(owner, "被禁.txt", content)
    await app.database.pool.query("update attachment set enable = false where id = $1", [await app.file(other, "被禁.txt", content)])
    const refused = { ok: false, status: 409, message: "文件已被标记为非法文件，禁止上传" }
    expect(await replace(id, file)).toMatchObject(refused)
    expect(await app.call("POST /document", { document: [{ attachment_id: file, title: "被禁" }] }, owner)).toMatchObject(refused)
  })
})
