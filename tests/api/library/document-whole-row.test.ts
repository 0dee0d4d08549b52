import { beforeAll, describe, expect, test } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Output } from "@/lib/contract/types"
import { libraryOf, type Library } from "../../setup/library"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* `PUT /document` by clients that send the whole document back as they read it (docs/reference/api.md 2.5). */

const { converted, disabled, pending, rejected, reviewing } = DocumentStatus
let app: TestApp
let library: Library
let admin: TestUser
let owner: TestUser
beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  ;[admin, owner] = [await app.admin(), await app.person()]
})
const read = async (id: number, as: TestUser = admin): Promise<Output<"GET /document">> => {
  const reply = await app.call("GET /document", { id, with_author: false, with_all_content: true }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
/** Creates a one-page document with this text that everyone can read. */
const readable = async (title: string, words = "文件里的正文\n第二行") => {
  const { id } = await library.document(owner, title)
  await app.database.pool.query("update document set status = 2, pages = 1, converted_pages = 1 where id = $1", [id])
  await app.database.pool.query(
    `insert into page (sha256, version, page, width, height, text) select sha256, version, 1, 595, 842, $2 from document where id = $1
     on conflict (sha256, version, page) do update set text = excluded.text`,
    [id, words],
  )
  return id
}
/** Sends the row as an existing client does: numeric values, nested objects, no file id. */
const put = async (id: number, changes: object, as: TestUser = admin) => {
  const { attachment, page_sizes: _, ...row } = await read(id)
  return app.call("PUT /document", { ...row, attachment: { hash: attachment?.hash, id: 0 }, ...changes }, as)
}
const done = { ok: true, status: 200 }

describe("the text of a document", () => {
  test("replaces the text of the file, and is returned by its own call or not at all", async () => {
    const id = await readable("正文")
    expect(await put(id, { content: "新的内容" })).toMatchObject(done)
    expect(await read(id, owner)).toMatchObject({ content: "新的内容", title: "正文" })
    expect(await put(id, { title: "改名" })).toMatchObject(done)
    expect(await read(id, owner)).toMatchObject({ content: "新的内容", title: "改名" })
    for (const content of ["", "文件里的正文  第二行"]) {
      await put(id, { content: "别的内容" })
      expect(await put(id, { content: content })).toMatchObject(done)
      expect((await read(id, owner)).content).toBe("文件里的正文\n第二行")
    }
    expect(await library.rows("select 1 from document_content where document_id = $1", [id])).toEqual([])
  })

  test("stays the text of the file if it is sent back unchanged, whole or as the excerpt", async () => {
    const long = "很长的正文。".repeat(3_000)
    const id = await readable("长文", long)
    const excerpt = await app.call("GET /document", { id, with_all_content: false }, admin)
    expect(excerpt.ok && excerpt.data.content.length).toBe(8_192)
    expect(await put(id, { content: excerpt.ok && excerpt.data.content })).toMatchObject(done)
    expect(await put(id, { content: long.replaceAll("。", "。\r\n") })).toMatchObject(done)
    expect((await read(id)).content).toBe(long)
    expect(await library.rows("select 1 from document_content where document_id = $1", [id])).toEqual([])
  })

  test("goes into review if the uploads of its owner are reviewed, like other changed words", async () => {
    const writer = await app.person()
    await library.onlyGroup(writer, { enable_upload: true, enable_document_review: true })
    const id = await readable("要审核")
    await app.database.pool.query("update document set user_id = $2 where id = $1", [id, writer.id])
    app.sessions.forgetAll()
    expect(await put(id, {}, writer)).toMatchObject(done)
    expect((await read(id)).status).toBe(converted)
    // the fallback for an empty description is not saved as one
    expect(await library.rows("select description from document where id = $1", [id])).toEqual([{ description: "" }])
    expect(await put(id, { content: "自己写的正文" }, writer)).toMatchObject(done)
    expect(await read(id)).toMatchObject({ status: reviewing, content: "自己写的正文" })
  })

  test("of the old file is removed with it", async () => {
    const id = await readable("换文件")
    await put(id, { content: "说的是旧文件" })
    expect(await put(id, { attachment: { id: await app.file(admin, "新文件.txt") } })).toMatchObject(done)
    expect((await read(id)).content).not.toBe("说的是旧文件")
  })
})

describe("the status", () => {
  const statusOf = async (id: number) => (await read(id)).status

  test("is a decision of staff: disabled, enabled, in review, rejected", async () => {
    const id = await readable("状态")
    for (const [status, after] of [
      [disabled, disabled],
      [reviewing, reviewing],
      [rejected, rejected],
      [pending, pending],
    ] as const) {
      expect(await put(id, { status }), String(status)).toMatchObject(done)
      expect(await statusOf(id)).toBe(after)
    }
    expect((await library.dynamics(owner)).map(([, sentence]) => sentence).slice(0, 3)).toEqual([
      "文档《状态》通过了审核",
      "文档《状态》没有通过审核",
      "文档《状态》要重新审核",
    ])
  })

  test("that no decision can set is rejected with an error message, and nothing in the row is written", async () => {
    const id = await readable("不行")
    expect(await put(id, { status: rejected, title: "改名" })).toMatchObject({ status: 409, message: "文档现在的状态不能这样改" })
    await put(id, { status: disabled })
    expect(await put(id, { status: 3, title: "改名" })).toMatchObject({ status: 400, message: "请选择审核结果" })
    expect(await read(id)).toMatchObject({ title: "不行", status: disabled })
    const editor = await staffWith(app, "DocumentAPI/UpdateDocument", "DocumentAPI/GetDocument")
    expect(await put(id, { status: converted }, editor)).toMatchObject({ status: 403, message: "你没有权限访问【文档审核】" })
  })

  test("of a conversion that has progressed meanwhile is rejected; one sent by an owner is ignored", async () => {
    const id = await readable("转换完了")
    const stale = { status: 409, message: "文档的转换状态已经变了，请刷新后再改" }
    for (const status of [0, 1, 3, 5]) expect(await put(id, { status, title: "改名" })).toMatchObject(stale)
    expect(await read(id)).toMatchObject({ status: converted, title: "转换完了" })
    expect(await put(id, { status: converted, title: "改名" })).toMatchObject(done)
    expect(await put(id, { status: disabled, title: "又改" }, owner)).toMatchObject(done)
    expect(await read(id)).toMatchObject({ status: converted, title: "又改" })
  })

  test("6 is accepted by PUT /document/check as well: a visible document returns to review", async () => {
    const id = await readable("再审")
    const check = (status: number) => app.call("PUT /document/check", { id: [id], status }, admin)
    expect(await check(6)).toMatchObject(done)
    expect(await statusOf(id)).toBe(reviewing)
    expect(await app.call("GET /document", { id }, await app.person())).toMatchObject({ status: 404 })
    expect(await check(1)).toMatchObject({ status: 400, message: "请选择审核结果" })
  })
})

describe("the file", () => {
  test("is replaced by another upload of the user; the current file and a missing file change nothing", async () => {
    const id = await readable("文件")
    const before = (await read(id)).attachment!
    for (const attachment of [{ id: before.id, hash: before.hash }, { id: 0 }, { id: null }, null])
      expect(await put(id, { attachment })).toMatchObject(done)
    expect((await read(id)).attachment).toEqual(before)
    expect(await put(id, { attachment: { id: 999_999 } })).toMatchObject({
      status: 400,
      message: "新文件没有传完，或已经用过了，请重新上传",
    })
    expect(await put(id, { attachment: { id: await app.file(admin, "新.txt") } })).toMatchObject(done)
    const versions = await app.call("GET /document/version", { id }, admin)
    expect(versions.ok && versions.data.version.map(({ name }) => name)).toEqual(["新.txt", "文件.txt"])
  })
})

describe("the language", () => {
  test("is a code or a name", async () => {
    const id = await readable("语言")
    const languageAfter = async (language: string) => ((await put(id, { language })).ok ? (await read(id)).language : null)
    expect(await languageAfter("英语")).toBe("en")
    expect(await languageAfter("ja")).toBe("ja")
    expect(await put(id, { language: "火星语" })).toMatchObject({ status: 400, message: "所选语言不存在，请重新选择" })
    expect(await app.call("PUT /document/language", { language: "法语", document_id: [id] }, admin)).toMatchObject(done)
    expect((await read(id)).language).toBe("fr")
  })
})
