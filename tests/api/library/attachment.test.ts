import { beforeAll, describe, expect, test } from "vitest"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import { createCtx } from "@/server/context"
import { requireAllowedBlob } from "@/server/modules/library/attachment/attachment.usecases"
import { attachmentTable } from "@/server/modules/library/files/attachment.table"
import { libraryOf } from "../../setup/library"
import { planOf, queriesOf } from "../../setup/queries"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let staff: TestUser
let sender: TestUser
beforeAll(async () => {
  app = await testApp()
  staff = await staffWith(app, ...["Update", "Delete", "Get", "List"].map((verb) => `AttachmentAPI/${verb}Attachment`))
  sender = await app.person()
})
const done = { ok: true, status: 200 }
let count = 0
/** Adds the row of a received file, with unique content unless given. */
const add = async (values: Partial<typeof attachmentTable.$inferInsert> = {}) => {
  const checksum = String(++count).padStart(64, "a")
  const row = {
    sha256: checksum,
    hash: checksum.slice(32),
    user_id: sender.id,
    type: AttachmentType.document,
    name: `第 ${count} 份.pdf`,
    ext: ".pdf",
    size: 10,
  }
  return (
    await app.database.db
      .insert(attachmentTable)
      .values({ ...row, ...values })
      .returning()
  )[0]!
}
const list = async (input: Record<string, unknown> = {}) => {
  const reply = await app.call("GET /attachment/list", input, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const ids = async (input: Record<string, unknown>) => (await list({ size: 100, ...input })).attachment.map(({ id }) => id)

describe("received files (docs/reference/api.md 2.11)", () => {
  test("are listed with sender and kind, newest first, filtered by words, kind, sender and ban", async () => {
    const book = await add({ description: "来自 Archive" })
    const face = await add({
      type: AttachmentType.avatar,
      type_id: sender.id,
      ext: ".webp",
      path: "/uploads/aa/face.webp",
      width: 200,
      height: 200,
    })
    const first = (await list()).attachment[0]!
    expect(first).toMatchObject({ id: face.id, type: 1, type_name: "头像", username: sender.username, width: 200, enable: true })
    expect(Object.keys(first)).not.toContain("sha256")
    expect(await ids({ wd: "archive" })).toEqual([book.id])
    expect(await ids({ type: [AttachmentType.avatar] })).toEqual([face.id])
    expect(await ids({ user_id: [sender.id], type: [AttachmentType.document] })).toEqual([book.id])
    expect(await ids({ enable: [false] })).toEqual([])
    expect(await app.call("GET /attachment", { id: book.id }, staff)).toMatchObject({
      data: { id: book.id, hash: book.hash, type_name: "文档" },
    })
    expect(await app.call("GET /attachment", { id: 999_999 }, staff)).toMatchObject({ status: 404, message: "附件不存在" })
  })

  test("a removed file is gone from the list, a banned file stays", async () => {
    const [gone, banned] = [await add({ deleted_at: new Date() }), await add({ deleted_at: new Date(), enable: false })]
    const listed = await ids({})
    expect(listed).toContain(banned.id)
    expect(listed).not.toContain(gone.id)
    expect(await app.call("GET /attachment", { id: gone.id }, staff)).toMatchObject({ status: 404 })
  })

  test("a ban applies to the bytes, whichever user sent them, and is withdrawn in the same way", async () => {
    const one = await add()
    const other = await add({ sha256: one.sha256, hash: one.hash, user_id: staff.id })
    const stranger = await add()
    const allowed = () => requireAllowedBlob(createCtx(app), one.sha256)
    expect(await app.call("PUT /attachment", { id: one.id, name: "改名.pdf", enable: false, description: "侵权" }, staff)).toMatchObject(
      done,
    )
    expect((await ids({ enable: [false] })).filter((id) => id >= one.id)).toEqual([other.id, one.id])
    await expect(allowed()).rejects.toMatchObject({ message: "文件已被标记为非法文件，禁止上传" })
    expect(await app.call("GET /attachment", { id: one.id }, staff)).toMatchObject({
      data: { name: "改名.pdf", description: "侵权", enable: false },
    })
    expect(await app.call("GET /attachment", { id: other.id }, staff)).toMatchObject({ data: { name: other.name } })
    expect(await app.call("GET /attachment", { id: stranger.id }, staff)).toMatchObject({ data: { enable: true } })
    expect(await app.call("PUT /attachment", { id: other.id, enable: true }, staff)).toMatchObject(done)
    await expect(allowed()).resolves.toBeUndefined()
  })

  test("nothing else of a file can be changed, and its name is required", async () => {
    const row = await add()
    const forged = { size: 1, hash: "b".repeat(32), path: "/etc/passwd", user_id: staff.id, type: 1, type_id: 5 }
    expect(await app.call("PUT /attachment", { id: row.id, description: "备注", ...forged }, staff)).toMatchObject(done)
    const storedRow = (await app.database.db.select().from(attachmentTable)).find(({ id }) => id === row.id)
    expect(storedRow).toEqual({ ...row, description: "备注", updated_at: storedRow!.updated_at })
    for (const wrong of [{ name: "" }, { name: "长".repeat(256) }, { enable: "也许" }, { id: 0 }])
      expect(await app.call("PUT /attachment", { id: row.id, ...wrong }, staff)).toMatchObject({ status: 400 })
    expect(await app.call("PUT /attachment", { id: 999_999, name: "没有" }, staff)).toMatchObject({ status: 404 })
  })

  test("only unused uploads can be deleted, all or none", async () => {
    const library = libraryOf(app)
    await library.document(sender, "用着的", { category_id: [await library.category("附件")] })
    const used = (await list()).attachment.find(({ type_id }) => type_id > 0 && type_id !== sender.id)!
    const [free, banned, picture] = [await add(), await add({ enable: false }), await add({ type: AttachmentType.banner })]
    for (const refused of [used, banned, picture])
      expect(await app.call("DELETE /attachment", { id: [free.id, refused.id] }, staff)).toMatchObject({ status: 400 })
    expect(await ids({})).toContain(free.id)
    expect(await app.call("DELETE /attachment", { id: [free.id, free.id] }, staff)).toMatchObject(done)
    expect(await ids({})).not.toContain(free.id)
    expect(await app.call("DELETE /attachment", { id: ["全部"] }, staff)).toMatchObject({ status: 400 })
  })

  test("no user without the permission reads or changes a file", async () => {
    const row = await add()
    for (const [as, status] of [
      [undefined, 401],
      [sender, 403],
    ] as const) {
      expect(await app.call("GET /attachment/list", {}, as)).toMatchObject({ status })
      expect(await app.call("GET /attachment", { id: row.id }, as)).toMatchObject({ status })
      expect(await app.call("PUT /attachment", { id: row.id, enable: false }, as)).toMatchObject({ status })
      expect(await app.call("DELETE /attachment", { id: [row.id] }, as)).toMatchObject({ status })
    }
    expect(await app.call("GET /attachment", { id: row.id }, staff)).toMatchObject({ data: { enable: true } })
  })

  test.each([{}, { type: [1] }, { enable: [false] }])("a page filtered by %o is read from an index", async (input) => {
    const queries = await queriesOf(app, () => app.call("GET /attachment/list", { size: 10, page: 2, ...input }, staff))
    expect(
      await planOf(
        app,
        queries.find(({ text }) => text.includes("offset"))!,
      ),
    ).not.toMatch(/Seq Scan on attachment|Sort/)
  })
})
