import { beforeAll, describe, expect, test } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { reconcileIndex } from "@/server/modules/library/search/indexing.usecases"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let owner: TestUser
let other: TestUser

beforeAll(async () => {
  app = await testApp({
    converter: createFakeConverter({
      pages: 4,
      capabilities: [{ name: "LibreOffice", installed: false, version: "", enables: "", install: "apt-get install libreoffice" }],
    }),
  })
  await app.startWorkers(2)
  owner = await app.person()
  other = await app.person()
})

const submit = async (as: TestUser, title: string, content?: string, extra = {}) => {
  const attachment_id = await app.file(as, `${title}.txt`, content)
  const reply = await app.call("POST /document", { document: [{ attachment_id, title, ...extra }] }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.document[0]!
}
const settled = (uuid: string, as?: TestUser) =>
  until(async () => {
    const reply = await app.call("GET /document", { uuid }, as)
    return reply.ok && ([DocumentStatus.converted, DocumentStatus.failed] as number[]).includes(reply.data.status) ? reply.data : null
  })

describe("from a file to a readable document", () => {
  test("a submitted file is converted page by page, with sizes, text and a cover", async () => {
    const { uuid } = await submit(owner, "函数的概念与性质", "奇偶函数")
    const document = await settled(uuid)
    expect(document).toMatchObject({
      title: "函数的概念与性质",
      status: 2,
      pages: 4,
      converted_pages: 4,
      preview: 0,
      ext: ".txt",
      username: owner.username,
    })
    expect(document.page_sizes).toHaveLength(4)
    expect(document.content).toContain("奇偶函数")
    expect(document.cover).toBe(`/view/cover/${uuid}?v=1`)
  })

  test("a second upload of the same content is readable without another conversion", async () => {
    const first = await submit(owner, "第一份", "完全相同的内容")
    await settled(first.uuid)
    const second = await submit(other, "第二份", "完全相同的内容")
    const document = await settled(second.uuid)
    expect(document).toMatchObject({ status: 2, pages: 4, converted_pages: 4 })
  })

  test.each([
    ["encrypted", "文档已加密"],
    ["corrupt", "文件已损坏"],
  ])("a file that fails as %s ends as failed, with a readable reason", async (reason, words) => {
    const { uuid } = await submit(owner, `坏文件 ${reason}`, `FAIL ${reason}`)
    const document = await settled(uuid, owner)
    expect(document.status).toBe(DocumentStatus.failed)
    expect(document.convert_error).toContain(words)
  })

  test("without LibreOffice the document waits with a message; a retry converts it", async () => {
    const { uuid, id } = await submit(owner, "等待办公软件", "FAIL need_office")
    const waiting = await until(async () => {
      const reply = await app.call("GET /document", { uuid }, owner)
      return reply.ok && reply.data.convert_error ? reply.data : null
    })
    expect(waiting.status).toBe(DocumentStatus.pending)
    expect(waiting.convert_error).toContain("LibreOffice")
    expect(waiting.convert_error).not.toContain("apt-get")
    const forAdmin = await app.call("GET /document", { uuid }, await app.admin())
    expect(forAdmin.ok && forAdmin.data.convert_error).toContain("安装命令：apt-get install libreoffice")
    expect(await app.call("PUT /document/retry", { id }, other)).toMatchObject({ ok: false, status: 404 })
    expect(await app.call("PUT /document/retry", { id }, owner)).toMatchObject({ ok: true })
  })

  test("an uploaded file becomes exactly one document, however often and by whichever user it is submitted [security: 2.3.4]", async () => {
    const attachment_id = await app.file(owner)
    const input = { document: [{ attachment_id, title: "一次" }] }
    expect(await app.call("POST /document", input, other)).toMatchObject({ ok: false, status: 400 })
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.call("POST /document", input, owner)))
    // a repeated request gets the first response again
    const made = replies.map(
      (reply) => reply.ok && reply.data.document.map(({ id, uuid, attachment_id }) => [id, uuid, attachment_id].join(" ")).join(),
    )
    expect(new Set(made).size).toBe(1)
    expect(made[0]).toMatch(new RegExp(`^\\d+ [0-9a-f]{16} ${attachment_id}$`))
    const { rows } = await app.database.pool.query("select id from document where attachment_id = $1", [attachment_id])
    expect(rows).toHaveLength(1)
  })

  test("submitted and new files can be sent together; the file of a deleted document and a duplicate file are rejected", async () => {
    const [before, fresh, deleted] = await Promise.all(
      ["以前", "新的", "删掉"].map((text) => app.file(owner, `${text}.txt`, `${text} ${Math.random()}`)),
    )
    const item = (attachment_id: number | undefined) => ({ attachment_id: attachment_id!, title: "一起" })
    const idOf = async (...ids: (number | undefined)[]) => {
      const reply = await app.call("POST /document", { document: ids.map(item) }, owner)
      if (!reply.ok) throw new Error(reply.message)
      return new Map(reply.data.document.map((one) => [one.attachment_id, one.id]))
    }
    const first = await idOf(before)
    const together = await idOf(before, fresh)
    expect(new Set(together.keys())).toEqual(new Set([before, fresh]))
    expect(together.get(before!)).toBe(first.get(before!))
    const gone = (await idOf(deleted)).get(deleted!)!
    expect(await app.call("DELETE /document", { id: [gone] }, owner)).toMatchObject({ ok: true })
    for (const ids of [[deleted], [fresh, fresh]])
      expect(await app.call("POST /document", { document: ids.map(item) }, owner)).toMatchObject({ ok: false, status: 400 })
  })

  test("an unknown category is rejected and nothing is created", async () => {
    const attachment_id = await app.file(owner)
    const reply = await app.call("POST /document", { category_id: [999], document: [{ attachment_id, title: "无分类" }] }, owner)
    expect(reply).toMatchObject({ ok: false, status: 400, message: "所选分类不存在，请重新选择" })
    expect(await app.call("POST /document", { document: [{ attachment_id, title: "有了" }] }, owner)).toMatchObject({ ok: true })
  })
})

describe("visibility [security: 8.2.2]", () => {
  test("a document in review is visible to owner and staff; all other users get a 404", async () => {
    const { uuid, id } = await submit(owner, "待审的文档", "待审")
    await settled(uuid)
    await app.database.pool.query("update document set status = 6 where id = $1", [id])
    app.pageAccess.forget(uuid)
    for (const as of [undefined, other]) expect(await app.call("GET /document", { uuid }, as)).toMatchObject({ ok: false, status: 404 })
    expect(await app.call("GET /document", { uuid }, owner)).toMatchObject({ ok: true })
    expect(await app.call("GET /document", { uuid }, await app.admin())).toMatchObject({ ok: true })
    const listed = await app.call("GET /document/list", { status: [6] }, other)
    expect(listed.ok && listed.data.document.map((row) => row.uuid)).not.toContain(uuid)
    const ownList = await app.call("GET /document/list", { user_id: [owner.id], status: [6] }, owner)
    expect(ownList.ok && ownList.data.document.map((row) => row.uuid)).toEqual([uuid])
  })

  test("deleting hides a document from all users at once, and only its owner may delete it", async () => {
    const { uuid, id } = await submit(owner, "要删除的", "删除")
    expect(await app.call("DELETE /document", { id: [id] }, other)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("DELETE /document", { id: [id] }, owner)).toMatchObject({ ok: true })
    expect(await app.call("GET /document", { uuid }, owner)).toMatchObject({ ok: false, status: 404 })
  })
})

describe("finding and downloading", () => {
  test("search finds every word of a title in any order, and takes %, _ and \\ literally [security: 1.2.4]", async () => {
    const { uuid } = await submit(owner, "PostgreSQL 性能调优 100%_手册", "性能")
    await settled(uuid)
    await reconcileIndex({ app }, () => false)
    const find = async (wd: string) => {
      const reply = await app.call("GET /document/search", { wd })
      return reply.ok ? reply.data.document.map((row) => row.uuid) : []
    }
    expect(await find("性能 postgresql")).toContain(uuid)
    expect(await find("100%_")).toContain(uuid)
    expect(await find("0%手")).not.toContain(uuid)
    expect(await find("  ")).toEqual([])
    expect(await find("\\")).not.toContain(uuid)
  })

  test("own documents are listed by words of title, keywords or description; words sent by visitors are ignored", async () => {
    const writer = await app.person()
    const attachment_id = await app.file(writer)
    const document = [{ attachment_id, title: "期末试卷", keywords: "几何,函数" }]
    expect(await app.call("POST /document", { document }, writer)).toMatchObject({ ok: true })
    const total = async (wd: string, as?: TestUser) => {
      const reply = await app.call("GET /document/list", { wd, user_id: [writer.id], status: [0, 1, 2] }, as)
      return reply.ok ? reply.data.total : reply.message
    }
    expect(await total("几何 试卷", writer)).toBe(1)
    expect(await total("没有的词", writer)).toBe(0)
    expect(await total("没有的词")).toBe(await total(""))
  })

  test("a download requires a login, is counted, and stops at the daily limit even in parallel [security: 2.3.2, caps-under-load]", async () => {
    const reader = await app.person()
    const { id } = await submit(owner, "可下载", "下载")
    expect(await app.call("GET /document/download", { id })).toMatchObject({ ok: false, status: 401 })
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, n) => app.call("GET /document/download", { id }, reader, `198.51.100.${n}`)),
    )
    expect(replies.filter((reply) => reply.ok)).toHaveLength(10)
    expect(replies.find((reply) => !reply.ok)).toMatchObject({ status: 403, message: "你的账号今日下载次数已达上限(10)" })
    const row = await app.call("GET /document", { id }, owner)
    expect(row.ok && row.data.download_count).toBe(10)
  })

  test("the download call rejects a priced document, except for its owner", async () => {
    const { id } = await submit(owner, "有价格的", "价格", { price: 5 })
    expect(await app.call("GET /document/download", { id }, other)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("GET /document/download", { id }, owner)).toMatchObject({ ok: true })
  })
})
