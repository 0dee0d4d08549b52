import { afterEach, beforeAll, expect, test } from "vitest"
import { HitKind, SensitiveAction, SensitiveCategory } from "@/lib/contract/community/sensitive-word.enums"
import { sensitiveHitTable, sensitiveWordTable } from "@/server/modules/community/sensitive-word/sensitive-word.table"
import { forgetWords } from "@/server/modules/community/sensitive-word/word-list.usecases"
import { starterWords } from "@/lib/rules/community/sensitive-word-lines"
import { libraryOf, type Library } from "../../setup/library"
import { groupWith, staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

let app: TestApp
let library: Library
let staff: TestUser
let writer: TestUser

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  staff = await app.admin()
  writer = await app.person()
})
afterEach(async () => {
  await app.database.db.delete(sensitiveWordTable)
  await app.database.db.delete(sensitiveHitTable)
  forgetWords(app)
})

const word = async (text: string, action: number, more = {}) => {
  const reply = await app.call("POST /sensitiveword", { word: text, action, ...more }, staff)
  expect(reply).toMatchObject({ ok: true })
}
const hits = async (filters = {}) => {
  const reply = await app.call("GET /sensitivehit/list", filters, staff)
  return reply.ok ? reply.data.sensitive_hit : []
}

test("a word is unique in the form in which it is matched; words that cannot be matched are refused", async () => {
  await word("代开发票", SensitiveAction.review)
  expect(await app.call("POST /sensitiveword", { word: "代開 发票" }, staff)).toMatchObject({
    ok: false,
    status: 409,
    message: expect.stringContaining("已经有这个敏感词了"),
  })
  for (const bad of ["。。", "a", "甲,乙", "#甲"])
    expect(await app.call("POST /sensitiveword", { word: bad }, staff)).toMatchObject({ ok: false, status: 400 })
  expect(await app.call("POST /sensitiveword", { word: "甲乙" }, writer)).toMatchObject({ ok: false, status: 403 })
})

test("an import keeps good lines, names bad ones by number, and an export can be imported again", async () => {
  const text = "# 词表\n甲乙丙,广告,打码,同音\n丁戊,没有,拒绝\n甲乙 丙\n己庚\n辛壬,其他,记录,什么\n癸子,其他,记录,停用"
  expect(await app.call("POST /sensitiveword/import", { text }, staff)).toMatchObject({
    ok: true,
    data: { added: 3, changed: 0, same: 0, refused: [{ line: 3 }, { line: 4 }, { line: 6 }] },
  })
  const out = await app.call("GET /sensitiveword/export", {}, staff)
  expect(out).toMatchObject({
    ok: true,
    data: { text: "# 词,分类,处理,同音,停用\n甲乙丙,广告,打码,同音\n己庚,其他,审核\n癸子,其他,记录,停用\n" },
  })
  expect(await app.call("POST /sensitiveword/import", { text: out.ok ? out.data.text : "" }, staff)).toMatchObject({
    ok: true,
    data: { added: 0, same: 3, refused: [] },
  })
  expect(await app.call("POST /sensitiveword/import", { text: "己庚,赌博,拒绝" }, staff)).toMatchObject({ data: { changed: 1 } })
  expect(await app.call("POST /sensitiveword/import", { text: starterWords }, staff)).toMatchObject({ data: { refused: [] } })
  expect(await app.call("POST /sensitiveword/import", { text }, writer)).toMatchObject({ ok: false, status: 403 })
})

test("staff test a text and see each hit with its position, category and action; a changed list applies at once", async () => {
  await word("代开发票", SensitiveAction.refuse, { category: SensitiveCategory.fraud })
  const tested = () => app.call("POST /sensitiveword/test", { text: "可以代 開发票" }, staff)
  const hit = { begin: 2, end: 7, word: "代开发票", category: SensitiveCategory.fraud, action: SensitiveAction.refuse, by_sound: false }
  expect(await tested()).toMatchObject({ ok: true, data: { hit: [hit] } })
  await app.database.db.select().from(sensitiveWordTable)
  const list = await app.call("GET /sensitiveword/list", { action: [SensitiveAction.refuse], wd: "发票" }, staff)
  const [row] = list.ok ? list.data.sensitive_word : []
  await app.call("PUT /sensitiveword", { id: row!.id, enable: false }, staff)
  expect(await tested()).toMatchObject({ ok: true, data: { hit: [] } })
  expect(await app.call("POST /sensitiveword/test", { text: "" }, staff)).toMatchObject({ ok: false, status: 400 })
})

test("a comment is refused, reviewed, masked or recorded; staff who review comments are only recorded", async () => {
  await word("甲甲甲", SensitiveAction.refuse)
  await word("乙乙乙", SensitiveAction.review)
  await word("丙丙丙", SensitiveAction.mask)
  await word("丁丁丁", SensitiveAction.log)
  const { id } = await library.document(await app.person(), "有评论的文档")
  const say = async (content: string, as?: TestUser) => app.call("POST /comment", { document_id: id, content }, as ?? (await app.person()))
  expect(await say("这个甲-甲-甲")).toMatchObject({
    ok: false,
    status: 400,
    message: expect.stringMatching(/^内容里的“甲-甲-甲”/),
  })
  expect(await say("这个乙乙乙")).toMatchObject({ ok: true, data: { status: 0 } })
  const mask = await say("这个丙 丙丙好")
  const stored = mask.ok ? await app.call("GET /comment", { id: mask.data.id }, staff) : mask
  expect(stored).toMatchObject({ ok: true, data: { content: "这个* **好" } })
  expect(await say("这个丁丁丁")).toMatchObject({ ok: true, data: { status: 1 } })
  expect(await say("站长说甲甲甲", staff)).toMatchObject({ ok: true })
  expect((await hits({ kind: [HitKind.comment] })).map((hit) => [hit.word, hit.object_id > 0])).toEqual([
    ["甲甲甲", true],
    ["丁丁丁", true],
    ["丙丙丙", true],
    ["乙乙乙", true],
    ["甲甲甲", false],
  ])
})

test("names, signatures and reports are checked", async () => {
  await word("甲甲甲", SensitiveAction.review)
  await word("丙丙丙", SensitiveAction.mask)
  const change = (input: object) => app.call("PUT /user/profile", input, writer)
  expect(await change({ username: "我是甲甲甲" })).toMatchObject({ ok: false, status: 400, message: expect.stringContaining("里的“") })
  expect(await change({ username: "我是丙丙丙" })).toMatchObject({ ok: false, status: 400, message: expect.stringContaining("里的“") })
  expect(await change({ signature: "甲甲甲" })).toMatchObject({ ok: true, data: { review: true } })
  expect(await app.call("GET /user", { id: writer.id })).toMatchObject({ ok: true, data: { signature: "" } })
  expect(await change({ signature: "说丙丙丙" })).toMatchObject({ ok: true, data: { review: false } })
  expect(await app.call("GET /user", { id: writer.id })).toMatchObject({ ok: true, data: { signature: "说***" } })
  const { id } = await library.document(await app.person(), "被举报的文档")
  expect(await app.call("POST /report", { document_id: id, reason: 1, remark: "丙丙丙" }, writer)).toMatchObject({ ok: true })
  const reports = await app.call("GET /report/list", {}, staff)
  expect(reports).toMatchObject({ ok: true, data: { report: [{ reporter_remark: "***" }] } })
})

test("the name of an account that staff create is refused, or only recorded for staff who edit profiles", async () => {
  await word("甲甲甲", SensitiveAction.refuse)
  const helper = await staffWith(app, "UserAPI/AddUser")
  const group_id = [await groupWith(app, [])]
  const add = (username: string, as: TestUser) => app.call("POST /user", { username, password: "correct horse 7", group_id }, as)
  expect(await add("叫甲甲甲一", helper)).toMatchObject({ ok: false, status: 400, message: expect.stringContaining("用户名里的“甲甲甲”") })
  const made = await add("叫甲甲甲二", staff)
  expect(made).toMatchObject({ ok: true })
  expect(await hits({ kind: [HitKind.profile] })).toMatchObject([
    { object_id: made.ok ? made.data.id : 0, field: "username", word: "甲甲甲" },
    { object_id: 0, user_id: helper.id },
  ])
})

test("a searched word leaves a hit, once an hour for each visitor, and no record of the search", async () => {
  await word("乙乙乙", SensitiveAction.review)
  for (let at = 0; at < 3; at++) expect(await app.call("GET /search", { wd: "找乙乙乙" }, writer)).toMatchObject({ ok: true })
  expect(await hits({ kind: [HitKind.search] })).toMatchObject([{ object_id: 0, user_id: writer.id, field: "wd", word: "乙乙乙" }])
  const records = await app.call("GET /searchrecord/list", { wd: "乙乙乙" }, staff)
  expect(records).toMatchObject({ ok: true, data: { total: 0 } })
})

test("the texts of an article are checked, also across tags, and masked without breaking them", async () => {
  await word("甲甲甲", SensitiveAction.refuse)
  await word("乙乙乙", SensitiveAction.review)
  await word("丙丙丙", SensitiveAction.mask)
  const publisher = await app.person()
  const { groupTable } = await import("@/server/modules/people/group/group.table")
  await app.database.db.update(groupTable).set({ enable_article_approval: false, enable_article: true } as never)
  const publish = (content: string, title = "标题") => app.call("POST /article", { title, content, category_id: [] }, publisher)
  expect(await publish("<p>甲<strong>甲</strong>甲</p>")).toMatchObject({
    ok: false,
    status: 400,
    message: expect.stringContaining("里的“"),
  })
  expect(await publish("<p>好</p>", "甲甲甲")).toMatchObject({ ok: false, status: 400, message: expect.stringContaining("里的“") })
  expect(await publish("<p>丙<strong>丙</strong>丙</p>")).toMatchObject({ ok: true, data: { content: "<p>*<strong>*</strong>*</p>" } })
  expect(await publish("<p>乙乙乙</p>")).toMatchObject({ ok: true, data: { status: 0 } })
})

test("a document's title is refused or sent to review when it is changed", async () => {
  await word("甲甲甲", SensitiveAction.refuse)
  await word("乙乙乙", SensitiveAction.review)
  const { id } = await library.document(writer, "好文档")
  await library.rows("update document set status = 2 where id = $1", [id])
  expect(await app.call("PUT /document", { id, title: "甲甲甲" }, writer)).toMatchObject({
    ok: false,
    status: 400,
    message: expect.stringContaining("里的“"),
  })
  expect(await app.call("PUT /document", { id, title: "乙乙乙" }, writer)).toMatchObject({ ok: true })
  expect(await app.call("GET /document", { id }, writer)).toMatchObject({ ok: true, data: { title: "乙乙乙", status: 6 } })
  expect(await hits({ kind: [HitKind.document], object_id: id })).toMatchObject([{ word: "乙乙乙", field: "title", user_id: writer.id }])
  expect(await app.call("GET /sensitivehit/list", {}, writer)).toMatchObject({ ok: false, status: 403 })
})
