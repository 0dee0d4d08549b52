import { describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { examineFiles, removeOrphan } from "@/server/modules/library/files/examination.usecases"
import { sweepFiles } from "@/server/modules/library/files/sweep.usecases"
import { purgeExpired } from "@/server/modules/library/recycle/recycle.usecases"
import { readingApp } from "../../setup/reading"
import { staffWith } from "../../setup/staff"
import { until, type TestUser } from "../../setup/test-app"

let now = new Date()
const { app, library, read, owner, other, admin } = await readingApp({ now: () => now })
const remove = async (id: number, as: TestUser) => expect(await app.call("DELETE /document", { id: [id] }, as)).toMatchObject({ ok: true })
const listed = async (as: TestUser, more: object = {}) => {
  const reply = await app.call("GET /document/recycle", more, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.document
}
const keys = async () => {
  const storedKeys: string[] = []
  for (const folder of ["files", "pages", "images"]) for await (const key of app.storage.list(folder)) storedKeys.push(key)
  return storedKeys
}
const stores = () => ({ db: app.database.db, storage: app.storage })
const filesOf = async (sha256: string) => (await keys()).filter((key) => key.includes(sha256))

describe("the recycle bin", () => {
  test("lists own documents, for staff all, newest first with the day of deletion", async () => {
    const [a, b] = [await read.submit(owner, "删一", { pages: ["一"] }), await read.submit(other, "删二", { pages: ["二"] })]
    await remove(a.id, owner)
    now = new Date(now.getTime() + 1_000)
    await remove(b.id, admin)
    expect((await listed(owner)).map(({ title }) => title)).toEqual(["删一"])
    expect((await listed(admin)).map(({ title }) => title)).toEqual(["删二", "删一"])
    expect(await listed(admin, { own: "true" })).toEqual([])
    expect((await listed(admin, { wd: "删一" })).map(({ title }) => title)).toEqual(["删一"])
    const [mine] = await listed(owner)
    expect(mine).toMatchObject({
      deleted_username: owner.username,
      cover: "",
      attachment: { hash: expect.stringMatching(/^[0-9a-f]{32}$/) },
    })
    expect(new Date(mine!.purge_at!).getTime() - new Date(mine!.deleted_at!).getTime()).toBe(30 * 86_400_000)
    const staff = await staffWith(app, "RecycleAPI/ListRecycleDocument")
    expect(await listed(staff)).toHaveLength(2)
  })

  test("filters by status, category and owner", async () => {
    const shelf = await library.category("架上")
    const [a, b] = [
      await read.submit(owner, "滤一", { pages: ["一"] }, { category_id: [shelf] }),
      await read.submit(other, "滤二", { pages: ["二"] }),
    ]
    await read.change(b.uuid, "status = 4")
    for (const { id } of [a, b]) await remove(id, admin)
    const titles = async (more: object) => (await listed(admin, { wd: "滤", ...more })).map(({ title }) => title)
    expect(await titles({ status: "4" })).toEqual(["滤二"])
    expect(await titles({ status: ["2", "4"] })).toEqual(["滤二", "滤一"])
    expect(await titles({ category_id: String(shelf) })).toEqual(["滤一"])
    expect(await titles({ user_id: String(other.id) })).toEqual(["滤二"])
    expect(await titles({ status: "all", category_id: "" })).toHaveLength(2)
    expect((await listed(admin, { wd: "滤二" }))[0]).toMatchObject({ deleted_user_id: admin.id })
  })

  test("restores status, counts and the paid credits once, and again after every deletion", async () => {
    const [one, two] = [await library.category("一"), await library.category("二")]
    const { id, uuid } = await read.submit(owner, "回来", { pages: ["一"] }, { category_id: [one, two] })
    await read.change(uuid, "status = 4")
    const [before, counts] = [await library.userOf(owner), await library.categoryCounts(one, two)]
    await remove(id, owner)
    expect(await library.credits(owner)).toBe(before.credit_count - 1)
    expect(await app.call("PUT /document/recycle", { id: [id] }, other)).toMatchObject({ ok: false, status: 403 })
    const replies = await Promise.all([0, 1, 2].map(() => app.call("PUT /document/recycle", { id: [id] }, owner)))
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
    expect(await library.userOf(owner)).toMatchObject({ doc_count: before.doc_count, credit_count: before.credit_count })
    expect((await library.dynamics(owner))[0]).toEqual([14, "恢复了文档《回来》，退回 1 魔豆", 1])
    expect(await library.categoryCounts(one, two)).toEqual(counts)
    expect(await read.row(uuid)).toMatchObject({ status: 4, deleted_at: null })
    now = new Date(now.getTime() + 1_000)
    expect(await app.call("GET /document/deletion", { id: [id] }, owner)).toMatchObject({ ok: true, data: { credit: 1, days: 30 } })
    expect(await app.call("GET /document/deletion", { id: [id] }, other)).toMatchObject({ ok: false, status: 403 })
    await remove(id, owner)
    expect(await library.credits(owner)).toBe(before.credit_count - 1)
    await app.call("PUT /document/recycle", { id: [id] }, admin)
    expect(await library.credits(owner), "staff restore it, the owner has it back").toBe(before.credit_count)
    await library.expectLedgerHolds()
  })

  test("only staff can restore or purge documents that staff deleted", async () => {
    const { id } = await read.submit(owner, "违规", { pages: ["一"] })
    await remove(id, admin)
    expect(await app.call("PUT /document/recycle", { id: [id] }, owner)).toMatchObject({
      ok: false,
      status: 403,
      message: expect.stringContaining("工作人员"),
    })
    expect(await app.call("DELETE /document/recycle", { id: [id] }, owner)).toMatchObject({ ok: false, status: 403 })
    const staff = await staffWith(app, "RecycleAPI/RecoverRecycleDocument")
    expect(await app.call("DELETE /document/recycle", { id: [id] }, staff)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("PUT /document/recycle", { id: [id] }, staff)).toMatchObject({ ok: true })
  })

  test("only deleted documents can be purged [security: 2.3.1]", async () => {
    const { id, uuid } = await read.submit(owner, "还在", { pages: ["一"] })
    expect(await app.call("DELETE /document/recycle", { id: [id] }, owner)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("GET /document", { uuid })).toMatchObject({ ok: true })
  })
})

describe("purging", () => {
  test("deletes the rows, and the files that no row uses any more", async () => {
    const content = `同一份内容 ${"字".repeat(100)}`
    const submit = async (as: TestUser, title: string) => {
      const reply = await app.call(
        "POST /document",
        { document: [{ attachment_id: await app.file(as, `${title}.txt`, content), title }] },
        as,
      )
      if (!reply.ok) throw new Error(reply.message)
      await read.settled(reply.data.document[0]!.uuid)
      return reply.data.document[0]!
    }
    const [a, b] = [await submit(owner, "甲的"), await submit(other, "乙的")]
    const { sha256 } = await read.row(a.uuid)
    const all = await filesOf(sha256)
    expect(all.some((key) => key.startsWith("files/"))).toBe(true)
    expect(all.some((key) => key.endsWith("cover.webp"))).toBe(true)
    await app.call("POST /document/view", { uuid: a.uuid })
    await remove(a.id, owner)
    expect(await app.call("DELETE /document/recycle", { id: [a.id] }, owner)).toMatchObject({ ok: true })
    expect(await library.rows("select id from document where id = $1", [a.id])).toEqual([])
    await sweepFiles(stores(), now)
    expect(await filesOf(sha256)).toEqual(all)
    expect(await app.call("GET /document/download", { id: b.id }, other)).toMatchObject({ ok: true })

    await remove(b.id, other)
    await sweepFiles(stores(), now)
    expect(await filesOf(sha256), "in the recycle bin files stay").toEqual(all)
    expect(await app.call("DELETE /document/recycle", { id: [b.id] }, other)).toMatchObject({ ok: true })
    await until(async () => (await filesOf(sha256)).length === 0)
    for (const table of ["page", "conversion", "text_band", "page_imprint"])
      await until(async () => (await library.rows(`select sha256 from ${table} where sha256 = $1`, [sha256])).length === 0)
    expect(await app.call("DELETE /document/recycle", { id: [b.id] }, other)).toMatchObject({ ok: false, status: 403 })
  })

  test("a file that is uploaded again during its removal is kept", async () => {
    const content = `抢着上传 ${"字".repeat(100)}`
    for (let n = 0; n < 5; n++) {
      const attachment_id = await app.file(owner, "抢.txt", content)
      const made = await app.call("POST /document", { document: [{ attachment_id, title: `抢 ${n}` }] }, owner)
      const { id, uuid } = made.ok ? made.data.document[0]! : { id: 0, uuid: "" }
      await read.settled(uuid)
      await remove(id, owner)
      const [, again] = await Promise.all([
        app.call("DELETE /document/recycle", { id: [id] }, owner).then(() => sweepFiles(stores(), now)),
        app.file(other, "抢.txt", content),
      ])
      await sweepFiles(stores(), now)
      const [row] = await library.rows<{ sha256: string; ext: string }>("select sha256, ext from attachment where id = $1", [again])
      expect(await app.storage.size(`files/${row!.sha256.slice(0, 2)}/${row!.sha256}${row!.ext}`)).not.toBeNull()
      await app.database.pool.query("update attachment set deleted_at = $2 where id = $1", [again, now])
      await sweepFiles(stores(), now)
      expect(await filesOf(row!.sha256)).toEqual([])
    }
  })

  test("happens automatically after the configured number of days, not earlier", async () => {
    const { id } = await read.submit(owner, "到期", { pages: ["一"] })
    await library.set("security", { recycle_days: 3 })
    await remove(id, owner)
    const exists = async () => (await library.rows("select id from document where id = $1", [id])).length === 1
    now = new Date(now.getTime() + 2 * 86_400_000)
    await purgeExpired(createCtx(app), () => false)
    expect(await exists()).toBe(true)
    now = new Date(now.getTime() + 2 * 86_400_000)
    await purgeExpired(createCtx(app), () => false)
    expect(await exists()).toBe(false)
    await library.set("security", { recycle_days: 30 })
  })

  test("emptying the bin requires the permission and keeps all other documents", async () => {
    const [gone, stays] = [await read.submit(owner, "清空", { pages: ["一"] }), await read.submit(owner, "留下", { pages: ["二"] })]
    await remove(gone.id, owner)
    expect(await app.call("DELETE /document/recycle/all", {}, owner)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("DELETE /document/recycle/all", {}, admin)).toMatchObject({ ok: true })
    expect(await listed(admin)).toEqual([])
    expect(await app.call("GET /document", { uuid: stays.uuid })).toMatchObject({ ok: true })
  })

  test("unused uploads are deleted after a day, banned contents stay recorded", async () => {
    const unused = await app.file(owner, "没用.txt", `没有提交 ${"字".repeat(60)}`)
    const [row] = await library.rows<{ sha256: string }>("select sha256 from attachment where id = $1", [unused])
    await sweepFiles(stores(), now)
    expect(await filesOf(row!.sha256)).toHaveLength(1)
    now = new Date(now.getTime() + 25 * 3_600_000)
    await sweepFiles(stores(), now)
    expect(await filesOf(row!.sha256)).toEqual([])
    const banned = await app.file(owner, "违禁.txt", `违禁 ${"字".repeat(60)}`)
    await app.database.pool.query("update attachment set enable = false, deleted_at = $2 where id = $1", [banned, now])
    const [attachment] = await library.rows<{ sha256: string }>("select sha256 from attachment where id = $1", [banned])
    await sweepFiles(stores(), now)
    now = new Date(now.getTime() + 3 * 86_400_000)
    await sweepFiles(stores(), now)
    expect(await filesOf(attachment!.sha256)).toEqual([])
    await expect(app.file(owner, "违禁.txt", `违禁 ${"字".repeat(60)}`)).rejects.toThrow("非法文件")
  })
})

describe("npm run doctor -- files", () => {
  test("finds files without rows and rows without files, and deletes only unnamed files [security: checksum-check]", async () => {
    const { uuid } = await read.submit(owner, "体检", { pages: ["一", "二"] })
    const { sha256, version } = await read.row(uuid)
    await sweepFiles(stores(), new Date(now.getTime() + 2 * 86_400_000))
    const clean = await examineFiles(stores())
    expect(clean).toMatchObject({ orphans: [], missing: [] })
    const orphan = `files/ab/${"ab".repeat(32)}.pdf`
    const pages = `pages/${sha256.slice(0, 2)}/${sha256}/v99/1.gzip.svg`
    for (const key of [orphan, pages, "files/strange"]) await app.storage.put(key, Buffer.from("x"), false)
    const file = (await filesOf(sha256)).find((key) => key.startsWith("files/"))!
    const content = (await app.storage.read(file))!
    await app.storage.remove(file)
    await app.storage.remove(`pages/${sha256.slice(0, 2)}/${sha256}/v${version}/2.gzip.svg`)
    const report = await examineFiles(stores())
    expect(report.orphans.toSorted()).toEqual([orphan, "files/strange", pages].toSorted())
    expect(report.missing.map(({ key }) => key).toSorted()).toEqual([file, `pages/${sha256.slice(0, 2)}/${sha256}/v${version}`].toSorted())
    expect(await app.storage.size(orphan)).toBe(1)
    for (const key of report.orphans) expect(await removeOrphan(stores(), key)).toBe(true)
    await app.storage.put(file, content, false)
    expect(await removeOrphan(stores(), file), "named again meanwhile").toBe(false)
    expect(await app.storage.size(file)).toBe(content.length)
    expect((await examineFiles(stores())).orphans).toEqual([])
  })
})
