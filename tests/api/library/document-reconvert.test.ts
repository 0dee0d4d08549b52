import { describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { requeueAbandoned } from "@/server/modules/library/document/conversion.jobs"
import { claimDocument, dropLeases, noteDeaths } from "@/server/modules/library/document/conversion.repository"
import { sweepFiles } from "@/server/modules/library/files/sweep.usecases"
import { incompleteDocuments } from "@/server/modules/operations/doctor/files.usecases"
import { ConversionError, machineWarnings } from "@/server/ports/converter/converter.port"
import { readingApp } from "../../setup/reading"
import { until } from "../../setup/test-app"

const { app, library, read, scripted, owner, other, admin } = await readingApp()
const reconvert = (input: object, as = admin) => app.call("PUT /document/reconvert", input, as)
const text = async (uuid: string) => {
  const reply = await app.call("GET /document/text", { uuid, page: 1 })
  return reply.ok ? reply.data.text.map((one) => one.text) : reply.status
}
const gate = () => {
  let open = () => undefined as void
  const hold = new Promise<void>((done) => (open = done))
  return { hold, open }
}
/** Returns the conversions that started since then, in order, each by the text of its first page. */
const begunSince = (count: number) => scripted.begun.slice(count).map((script) => script.pages[0])
/** Returns the script of the document's file, so that it can be changed before the next conversion. */
const scriptOf = async (uuid: string) => {
  const { sha256, ext } = await read.row(uuid)
  const name = (await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!.toString("utf8").split("\n", 1)[0]!
  return scripted.scripts.get(name)!
}

describe("converting a readable document again", () => {
  test("the old pages are served until the new ones are complete, then all change in one step", async () => {
    const { id, uuid } = await read.submit(owner, "重转", { pages: ["旧一", "旧二"] })
    const script = await scriptOf(uuid)
    const { hold, open } = gate()
    Object.assign(script, { pages: ["新一", "新二", "新三"], hold })
    expect(await reconvert({ id: [id] })).toMatchObject({ ok: true, data: { count: 1 } })
    await until(async () => (await library.rows("select 1 from document where id = $1 and lease_until is not null", [id])).length === 1)
    // until then, nothing has changed for readers
    expect(await read.row(uuid)).toMatchObject({ status: 5, version: 1, pages: 2 })
    expect(await app.call("GET /document", { uuid }, other)).toMatchObject({ ok: true, data: { status: 2, version: 1, pages: 2 } })
    expect(await app.call("GET /document", { uuid }, owner)).toMatchObject({ ok: true, data: { status: 5 } })
    expect(await text(uuid)).toEqual(["旧一", "旧二"])
    expect(await app.pageAccess.check(app, uuid, 2, async () => null, "")).toMatchObject({
      found: true,
      allowed: true,
      version: 1,
      coming: false,
    })
    for (const call of ["GET /document/list", "GET /document/search"] as const) {
      const reply = await app.call(call, { wd: "重转", size: 24 })
      expect(reply.ok && reply.data.document.map((row) => row.uuid), call).toContain(uuid)
    }
    expect(await app.call("GET /document/related", { uuid })).toMatchObject({ ok: true })
    open()
    await read.settled(uuid)
    expect(await read.row(uuid)).toMatchObject({ status: 2, version: 2, pages: 3, converted_pages: 3 })
    expect(await text(uuid)).toEqual(["新一", "新二", "新三"])
    expect(await app.call("GET /document", { uuid })).toMatchObject({ data: { cover: `/view/cover/${uuid}?v=2`, version: 2 } })
  })

  test("an old version is removed when no document uses it", async () => {
    const { id, uuid } = await read.submit(owner, "旧版清理", { pages: ["一"] })
    const { sha256 } = await read.row(uuid)
    await reconvert({ id: [id] })
    await until(async () => (await read.row(uuid)).version === 2)
    const folders = async () => {
      const versions = new Set<string>()
      for await (const key of app.storage.list(`pages/${sha256.slice(0, 2)}/${sha256}`)) versions.add(key.split("/")[3]!)
      return [...versions].toSorted()
    }
    expect(await folders()).toEqual(["v1", "v2"])
    await sweepFiles({ db: app.database.db, storage: app.storage }, new Date(Date.now() + 2 * 3_600_000))
    expect(await folders()).toEqual(["v2"])
    expect(
      (await library.rows<{ version: number }>("select distinct version from page where sha256 = $1", [sha256])).map((row) => row.version),
    ).toEqual([2])
    expect(await text(uuid)).toEqual(["一"])
  })

  test("a failed conversion keeps the old pages, and the owner sees the reason", async () => {
    const { id, uuid } = await read.submit(owner, "重转失败", { pages: ["原来的"] })
    const script = await scriptOf(uuid)
    script.fail = new ConversionError("corrupt")
    await reconvert({ id: [id] })
    const now = await until(async () => {
      const row = await read.row(uuid)
      return row.status === 2 && row.convert_error && row
    })
    expect(now).toMatchObject({ version: 1, convert_error: expect.stringContaining("没有重新转换成：文件已损坏") })
    expect(await text(uuid)).toEqual(["原来的"])
    expect(await app.call("GET /document", { uuid }, other)).toMatchObject({ data: { status: 2, convert_error: "" } })
    expect(await app.call("GET /document", { uuid }, owner)).toMatchObject({
      data: { convert_error: expect.stringContaining("还是原来的页面") },
    })
  })

  test("a worker crash is detected, and the conversion is tried three times at most", async () => {
    const { id, uuid } = await read.submit(owner, "重转中断", { pages: ["原来的"] })
    await app.database.pool.query(
      "update document set status = 5, convert_place = 0, lease_until = now() + interval '30 seconds' where id = $1",
      [id],
    )
    expect(await claimDocument(app.database.db, id)).toBeNull()
    // in one transaction, so that the minutely sweep does not run in between
    await app.database.db.transaction(async (tx) => {
      await dropLeases(tx)
      expect(await noteDeaths(tx)).toEqual([{ id, wait: 2 }])
      expect(await claimDocument(tx, id)).toBeNull()
    })
    await app.database.pool.query("update document set lease_until = now(), convert_deaths = 3 where id = $1", [id])
    await requeueAbandoned(createCtx(app))
    const settled = await read.settled(uuid)
    expect(settled).toMatchObject({ status: 2, version: 1, convert_error: expect.stringContaining("多次中断") })
    expect(await text(uuid)).toEqual(["原来的"])
  })
})

describe("which documents", () => {
  test("without ids all failed documents are converted, except hidden and deleted ones", async () => {
    const failed = await read.submit(owner, "失败的", { pages: ["好了"], fail: new ConversionError("timeout") })
    const gone = await read.submit(owner, "失败又删", { pages: ["好了"], fail: new ConversionError("timeout") })
    const hidden = await read.submit(owner, "禁用的", { pages: ["一"] })
    await read.change(hidden.uuid, "status = 4")
    await app.call("DELETE /document", { id: [gone.id] }, owner)
    expect((await read.row(failed.uuid)).status).toBe(3)
    delete (await scriptOf(failed.uuid)).fail
    expect(await reconvert({ id: [hidden.id, gone.id] })).toMatchObject({ ok: true, data: { count: 0 } })
    expect(await reconvert({})).toMatchObject({ ok: true, data: { count: 1 } })
    expect(await read.settled(failed.uuid)).toMatchObject({ status: 2, version: 1 })
    expect((await read.row(hidden.uuid)).status).toBe(4)
    expect(await reconvert({}, owner)).toMatchObject({ ok: false, status: 403 })
  })

  test("documents that lack equations or fonts because the machine lacked a program, and no others", async () => {
    await app.database.pool.query("update document set status = 4")
    const lacking = await read.submit(owner, "缺公式", { pages: ["一"], warnings: [machineWarnings.equations] })
    const fontless = await read.submit(owner, "缺字体", { pages: ["二"], warnings: [{ message: machineWarnings.fonts, staffOnly: true }] })
    const lost = await read.submit(owner, "缺一页", { pages: ["三"], warnings: ["第 1 页无法预览"] })
    const examined = await incompleteDocuments(app.database.db)
    expect(examined).toMatchObject({ text: "2 份，转换它们时服务器没有 LibreOffice Math 或中文字体" })
    for (const { uuid } of [lacking, fontless]) (await scriptOf(uuid)).warnings = []
    expect(await reconvert({ incomplete: true })).toMatchObject({ ok: true, data: { count: 2 } })
    for (const { uuid } of [lacking, fontless]) {
      await read.settled(uuid)
      expect(await read.row(uuid)).toMatchObject({ status: 2, version: 2 })
    }
    expect(await read.row(lost.uuid)).toMatchObject({ status: 2, version: 1 })
    expect(await reconvert({ incomplete: true }), "complete now").toMatchObject({ ok: true, data: { count: 0 } })
    expect(await incompleteDocuments(app.database.db)).toMatchObject({ text: "没有" })
  })

  test("with all documents, new files are converted first", async () => {
    await app.database.pool.query("update document set status = 4")
    const documents = await Promise.all(["甲", "乙", "丙"].map((title) => read.submit(owner, title, { pages: [title] })))
    const { hold, open } = gate()
    const blocker = await read.submit(owner, "占着", { pages: ["占"], hold }, { wait: false })
    await until(async () => (await read.row(blocker.uuid)).status === 1)
    expect(await reconvert({ all: true })).toMatchObject({ ok: true, data: { count: 3 } })
    const fresh = await read.submit(other, "新来的", { pages: ["新"] }, { wait: false })
    const before = scripted.begun.length
    open()
    for (const { uuid } of [...documents, fresh]) await read.settled(uuid)
    expect(begunSince(before)[0]).toBe("新")
    expect(new Set(begunSince(before))).toEqual(new Set(["新", "甲", "乙", "丙"]))
    for (const { uuid } of documents) expect(await read.row(uuid)).toMatchObject({ version: 2 })
  })
})

describe("many files of one user and one of another", () => {
  test("the file of the other user does not wait for all of them", async () => {
    const { hold, open } = gate()
    const blocker = await read.submit(owner, "先占", { pages: ["占"], hold }, { wait: false })
    await until(async () => (await read.row(blocker.uuid)).status === 1)
    const many = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => ({ attachment_id: await read.fileOf(owner, { pages: ["多"] }), title: `多 ${n}` })),
    )
    expect(await app.call("POST /document", { document: many }, owner)).toMatchObject({ ok: true })
    const single = await read.submit(other, "只有一份", { pages: ["一"] }, { wait: false })
    const before = scripted.begun.length
    open()
    await read.settled(single.uuid)
    expect(begunSince(before)[0]).toBe("一")
  })
})
