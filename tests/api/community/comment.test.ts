import { beforeAll, describe, expect, test } from "vitest"
import type { Comment } from "@/lib/contract/types"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let now = new Date("2026-11-20T04:00:00Z")
let owner: TestUser
let reader: TestUser
let documentId: number

beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  owner = await app.person()
  reader = await app.person()
  documentId = (await library.document(owner, "被评论的文档")).id
})
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const say = async (as: TestUser, content: string, more = {}) => {
  later(60)
  const reply = await app.call("POST /comment", { document_id: documentId, content, ...more }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const listed = async (input: object, as?: TestUser): Promise<{ total: number; comment: Comment[] }> => {
  const reply = await app.call("GET /comment/list", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const countOf = async (table: "document" | "article" | "comment", id: number) =>
  (await library.rows<{ comment_count: number }>(`select comment_count from ${table} where id = $1`, [id]))[0]!.comment_count

describe("writing", () => {
  test("is plain text, trimmed, with its author; counted at the document, the author and the parent comment", async () => {
    const person = await app.person()
    const { id, status } = await say(person, "  <b>很好</b> & 清楚\u0007  ")
    expect(status).toBe(1)
    const answer = await say(reader, "同意", { parent_id: id })
    const { comment } = await listed({ document_id: documentId })
    expect(comment.find((row) => row.id === id)).toMatchObject({
      content: "<b>很好</b> & 清楚",
      parent_id: 0,
      comment_count: 1,
      user: { id: person.id, username: person.username },
    })
    expect(comment.find((row) => row.id === answer.id)).toMatchObject({ parent_id: id })
    expect(await countOf("document", documentId)).toBe(2)
    expect((await library.userOf(person)).comment_count).toBe(1)
    expect((await listed({ document_id: documentId, parent_id: [id] })).comment.map((row) => row.id)).toEqual([answer.id])
  })

  test.each([
    ["", "请输入评论内容"],
    ["   \n ", "请输入评论内容"],
    ["长".repeat(1001), "评论内容长度不能超过1000个字符"],
  ])("case %#: invalid content is rejected", async (content, message) => {
    expect(await app.call("POST /comment", { document_id: documentId, content }, reader)).toMatchObject({ ok: false, status: 400, message })
  })

  test("a user must wait between two comments, also with parallel requests [security: 2.4.1]", async () => {
    later(60)
    const person = await app.person()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => app.call("POST /comment", { document_id: documentId, content: "抢沙发" }, person)),
    )
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1)
    expect(replies.find((reply) => !reply.ok)).toMatchObject({ status: 403, message: "评论得太快，10 秒后再试" })
    later(7)
    expect(await app.call("POST /comment", { document_id: documentId, content: "再来" }, person)).toMatchObject({
      ok: false,
      message: "评论得太快，3 秒后再试",
    })
    later(3)
    expect(await app.call("POST /comment", { document_id: documentId, content: "再来" }, person)).toMatchObject({ ok: true })
  })

  test("a missing or unreadable document or article cannot be commented on", async () => {
    later(60)
    expect(await app.call("POST /comment", { document_id: 99999, content: "无" }, reader)).toMatchObject({
      ok: false,
      status: 404,
      message: "文档不存在",
    })
    const { id } = await library.document(owner, "被禁用的")
    await app.database.pool.query("update document set status = 4 where id = $1", [id])
    expect(await app.call("POST /comment", { document_id: id, content: "无" }, reader)).toMatchObject({ ok: false, status: 404 })
    await app.call("DELETE /document", { id: [id] }, owner)
    expect(await app.call("POST /comment", { document_id: id, content: "无" }, owner)).toMatchObject({ ok: false, status: 404 })
    expect((await library.userOf(owner)).comment_count).toBe(0)
  })

  test("a reply must belong to the same document or article as its parent comment", async () => {
    const other = await library.document(owner, "另一份")
    const { id } = await say(reader, "在另一份", { document_id: other.id })
    later(60)
    for (const parent_id of [id, 99999])
      expect(await app.call("POST /comment", { document_id: documentId, content: "答", parent_id }, reader)).toMatchObject({
        ok: false,
        status: 404,
        message: "要回复的评论不存在",
      })
    const article = await library.article(owner, "同号文章")
    await app.database.pool.query("update comment set document_id = $1, type = 1 where id = $2", [article.id, id])
    await app.database.pool.query("update article set id = $1 where id = $2", [documentId + 5000, article.id])
    expect(await app.call("POST /comment", { document_id: documentId, content: "答", parent_id: id }, reader)).toMatchObject({
      ok: false,
      status: 404,
    })
  })

  test("with captchas enabled each comment needs a captcha of its own", async () => {
    await library.set("security", { enable_captcha_comment: true })
    const person = await app.person()
    later(60)
    expect(await app.call("POST /comment", { document_id: documentId, content: "机器" }, person)).toMatchObject({
      ok: false,
      status: 400,
      message: "请输入验证码",
    })
    expect(
      await app.call("POST /comment", { document_id: documentId, content: "机器", captcha: "1234", captcha_id: "x" }, person),
    ).toMatchObject({ ok: false, status: 400 })
    expect((await listed({ user_id: person.id }, person)).total).toBe(0)
    await library.set("captcha", { type: "digit" })
    const drawn = await app.call("GET /user/captcha", { type: "comment" })
    const solved = { captcha: app.captcha.drawn.at(-1)!.answer, captcha_id: drawn.ok ? drawn.data.id : "" }
    expect(await app.call("POST /comment", { document_id: documentId, content: "是人", ...solved }, person)).toMatchObject({ ok: true })
    later(60)
    expect(await app.call("POST /comment", { document_id: documentId, content: "又来", ...solved }, person)).toMatchObject({
      ok: false,
      status: 400,
      message: "验证码错误",
    })
    await library.set("security", { enable_captcha_comment: false })
  })
})

describe("permissions and review", () => {
  test("the permission of one group is enough; review is required only if every group requires it", async () => {
    const person = await app.person()
    await library.onlyGroup(person, { enable_comment: false })
    later(60)
    expect(await app.call("POST /comment", { document_id: documentId, content: "不许" }, person)).toMatchObject({
      ok: false,
      status: 403,
      message: "你所在用户组不允许评论",
    })
    const strict = await library.onlyGroup(person, { enable_comment: true, enable_comment_approval: true })
    expect(await say(person, "要审")).toMatchObject({ status: 0 })
    await library.onlyGroup(person, { enable_comment: true, enable_comment_approval: false })
    await library.join(person, strict)
    expect(await say(person, "不审")).toMatchObject({ status: 1 })
    await library.onlyGroup(person, { enable_comment: false })
    await library.join(person, strict)
    expect((await say(person, "一组不许一组许")).status).toBe(1)
  })

  test("a pending comment is visible to its author and staff only; approval counts it and notifies the owner, rejection undoes that", async () => {
    const [author, writer] = [await app.person(), await app.person()]
    const { id: document_id } = await library.document(writer, "审核用")
    await library.onlyGroup(author, { enable_comment: true, enable_comment_approval: true })
    const { id } = await say(author, "请审核", { document_id })
    const admin = await app.admin()
    expect((await listed({ document_id })).total).toBe(0)
    expect((await listed({ document_id, status: [0] }, reader)).total).toBe(0)
    expect((await listed({ document_id, user_id: author.id, status: [0] }, author)).total).toBe(1)
    expect((await listed({ status: [0] }, admin)).comment.map((row) => row.id)).toContain(id)
    expect(await countOf("document", document_id)).toBe(0)
    expect((await library.dynamics(writer)).some(([type]) => type === 1)).toBe(false)
    expect(await app.call("POST /comment/check", { id: [id], status: 1 }, author)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("POST /comment/check", { id: [id], status: 9 }, admin)).toMatchObject({ ok: false, status: 400 })
    const before = await library.credits(writer)
    expect(await app.call("POST /comment/check", { id: [id], status: 1 }, admin)).toMatchObject({ ok: true })
    expect((await listed({ document_id })).total).toBe(1)
    expect(await countOf("document", document_id)).toBe(1)
    expect((await library.userOf(author)).comment_count).toBe(1)
    expect(await library.credits(writer)).toBe(before + 1)
    expect((await library.dynamics(writer))[0]).toEqual([1, "文档《审核用》收到一条评论，获得 1 魔豆", 1])
    await app.call("POST /comment/check", { id: [id], status: 2 }, admin)
    expect(await countOf("document", document_id)).toBe(0)
    await app.call("PUT /comment", { id, status: 1, content: "改过的" }, admin)
    expect((await listed({ document_id })).comment).toMatchObject([{ content: "改过的" }])
    expect(await library.credits(writer)).toBe(before + 1)
  })
})

describe("reading", () => {
  test("lists comments of documents and articles separately, with a limited page size and titles on request", async () => {
    const { id, uuid } = await library.document(owner, "有标题的")
    const article = await library.article(owner, "同号")
    await app.database.pool.query("delete from article where id = $1", [id])
    await app.database.pool.query("update article set id = $1 where id = $2", [id, article.id])
    const first = await say(reader, "文档的", { document_id: id })
    const second = await say(reader, "文章的", { document_id: id, type: 1 })
    expect((await listed({ document_id: id, with_document_title: "true" })).comment).toMatchObject([
      { id: first.id, document_title: "有标题的", document_uuid: uuid },
    ])
    expect((await listed({ document_id: id, type: [1], with_document_title: true })).comment).toMatchObject([
      { id: second.id, document_title: "同号" },
    ])
    expect((await listed({ document_id: id })).comment[0]!.document_title).toBe("")
    await app.database.pool.query(
      "insert into comment (document_id, user_id, content, status, created_at) select $1, $2, 'x', 1, '2026-01-01' from generate_series(1, 120)",
      [id, (await app.person()).id],
    )
    const page = await listed({ document_id: id, size: 1000 })
    expect(page.comment).toHaveLength(100)
    expect(page.total).toBe(121)
  })

  test("comments on hidden documents are visible to their author only, without the title [security: list-leaks]", async () => {
    const { id } = await library.document(owner, "会被隐藏的秘密")
    const person = await app.person()
    await say(person, "看过", { document_id: id })
    await app.database.pool.query("update document set status = 6 where id = $1", [id])
    expect((await listed({ document_id: id }, reader)).total).toBe(0)
    expect((await listed({ user_id: person.id, with_document_title: true })).total).toBe(0)
    expect((await listed({ document_id: id }, owner)).total).toBe(1)
    expect((await listed({ user_id: person.id, with_document_title: true }, person)).comment).toMatchObject([
      { content: "看过", document_title: "已被删除", document_uuid: "" },
    ])
    expect((await listed({ document_id: id }, await app.admin())).total).toBe(1)
  })

  test("reading a single comment and editing it require a permission", async () => {
    const { id } = await say(reader, "单条")
    expect(await app.call("GET /comment", { id }, reader)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("GET /comment", { id }, await app.admin())).toMatchObject({
      ok: true,
      data: { content: "单条", document_title: "被评论的文档" },
    })
    expect(await app.call("PUT /comment", { id, content: "改" }, reader)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("GET /comment", { id: 99999 }, await app.admin())).toMatchObject({ ok: false, status: 404 })
  })
})

describe("deleting", () => {
  test("authors delete their own comments, staff any; all or none; replies stay and counts are correct", async () => {
    const { id: document_id } = await library.document(owner, "删评论")
    const first = await say(reader, "首评", { document_id })
    const answer = await say(owner, "回复", { document_id, parent_id: first.id })
    expect(await app.call("DELETE /comment", { id: [first.id] }, await app.person())).toMatchObject({
      ok: false,
      status: 403,
      message: "评论不存在或没有权限删除",
    })
    expect(await app.call("DELETE /comment", { id: [first.id, answer.id] }, reader)).toMatchObject({ ok: false, status: 403 })
    expect(await countOf("document", document_id)).toBe(2)
    const before = (await library.userOf(reader)).comment_count
    expect(await app.call("DELETE /comment", { id: [first.id] }, reader)).toMatchObject({ ok: true })
    expect((await listed({ document_id })).comment).toMatchObject([{ id: answer.id, parent_id: 0 }])
    expect(await countOf("document", document_id)).toBe(1)
    expect((await library.userOf(reader)).comment_count).toBe(before - 1)
    expect(await app.call("DELETE /comment", { id: [answer.id] }, await app.admin())).toMatchObject({ ok: true })
    expect(await countOf("document", document_id)).toBe(0)
  })

  test("deleting a comment on an article lowers the count of the article, not of the document with the same id [security: ids-of-one-kind]", async () => {
    const { id } = await library.document(owner, "不受影响")
    const article = await library.article(owner, "文章评论")
    await say(reader, "留", { document_id: id })
    const gone = await say(reader, "去", { document_id: article.id, type: 1 })
    expect(await countOf("article", article.id)).toBe(1)
    await app.call("DELETE /comment", { id: [gone.id] }, reader)
    expect([await countOf("article", article.id), await countOf("document", id)]).toEqual([0, 1])
  })
})
