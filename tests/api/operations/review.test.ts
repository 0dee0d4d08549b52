import { beforeAll, describe, expect, test } from "vitest"
import { ReportKind } from "@/lib/contract/community/report.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { libraryOf, type Library } from "../../setup/library"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

let app: TestApp
let library: Library
let author: TestUser
let first: TestUser
let second: TestUser
const reads = ["DocumentAPI/GetDocument", "ArticleAPI/GetArticle"]
const lists = ["DocumentAPI/ListDocument", "ArticleAPI/ListArticle", "CommentAPI/ListComment", "ReportAPI/ListReport"]
const verdicts = ["DocumentAPI/CheckDocument", "ArticleAPI/CheckArticles", "CommentAPI/CheckComment", "ReportAPI/UpdateReport"]
const desk = ["ReviewAPI/ListReview", "ReviewAPI/DecideReview"]

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
const back = (table: string, id: number, hours: number) =>
  query(`update ${table} set updated_at = now() - make_interval(hours => $2) where id = $1`, [id, hours])

const ids = { document: 0, article: 0, comment: 0, report: 0 }
let uuid = ""
let reported = { id: 0, uuid: "" }

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  author = await app.person()
  first = await staffWith(app, ...desk, ...lists, ...verdicts, ...reads)
  second = await staffWith(app, ...desk, ...lists, ...verdicts, ...reads)
  const document = await library.document(author, "等待审核的文档", { description: "简介" })
  ids.document = document.id
  uuid = document.uuid
  ids.article = (await library.article(author, "等待审核的文章")).id
  reported = await library.document(author, "被举报的文档")
  const comment = await app.call("POST /comment", { document_id: reported.id, content: "等待审核的评论" }, await app.person())
  ids.comment = comment.ok ? comment.data.id : 0
  await query("update document set status = 6 where id = $1", [document.id])
  await query("update article set status = 0 where id = $1", [ids.article])
  await query("update comment set status = 0 where id = $1", [ids.comment])
  await app.call("POST /report", { type: ReportKind.document, document_id: reported.id, reason: 1, remark: "全是广告" }, await app.person())
  const { rows } = await query("select id from report_case")
  ids.report = Number(rows[0].id)
  await back("document", ids.document, 3)
  await back("article", ids.article, 2)
  await back("comment", ids.comment, 1)
})

const queue = async (as: TestUser, input: object = {}) => {
  const reply = await app.call("GET /review/list", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const titles = async (as: TestUser, input: object = {}) => (await queue(as, input)).review.map(({ kind, title }) => [kind, title])

describe("the queue", () => {
  test("merges what waits by its deadline; reports are due in a quarter of the time", async () => {
    expect(await titles(first)).toEqual([
      [ReviewKind.report, "被举报的文档"],
      [ReviewKind.document, "等待审核的文档"],
      [ReviewKind.article, "等待审核的文章"],
      [ReviewKind.comment, "等待审核的评论"],
    ])
    const { total, kinds, review } = await queue(first)
    expect(total).toBe(4)
    expect(kinds.map(({ total: waiting }) => waiting)).toEqual([1, 1, 1, 1])
    const waited = (item: (typeof review)[number]) => Date.parse(item.due_at!) - Date.parse(item.waiting_since!)
    expect([waited(review[0]!), waited(review[1]!)].map((ms) => ms / 3_600_000)).toEqual([6, 24])
    expect(review[1]).toMatchObject({ user: { id: author.id }, claim: null })
  })

  test("has a thing that reports have hidden once, as their case", async () => {
    await query("update document set status = 6 where id = $1", [reported.id])
    expect(await titles(first, { kind: [ReviewKind.document] })).toContainEqual([ReviewKind.document, "被举报的文档"])
    await query("update report_case set is_hidden = true where id = $1", [ids.report])
    expect(await titles(first, { kind: [ReviewKind.document] })).not.toContainEqual([ReviewKind.document, "被举报的文档"])
    expect(await titles(first)).toContainEqual([ReviewKind.report, "被举报的文档"])
    await query("update report_case set is_hidden = false where id = $1", [ids.report])
    await query("update document set status = 2 where id = $1", [reported.id])
  })

  test("is filtered and paged", async () => {
    expect(await titles(first, { kind: [ReviewKind.article] })).toEqual([[ReviewKind.article, "等待审核的文章"]])
    expect(await titles(first, { page: 2, size: 3 })).toEqual([[ReviewKind.comment, "等待审核的评论"]])
  })

  test("contains only kinds that the caller may list elsewhere", async () => {
    const narrow = await staffWith(app, ...desk, "CommentAPI/ListComment")
    expect(await titles(narrow)).toEqual([[ReviewKind.comment, "等待审核的评论"]])
    expect((await queue(narrow)).kinds).toEqual([{ kind: ReviewKind.comment, total: 1 }])
    const document = { kind: ReviewKind.document, id: ids.document }
    expect(await app.call("GET /review", document, narrow)).toMatchObject({ ok: false, status: 403 })
    const comment = { kind: ReviewKind.comment, id: ids.comment, approve: true }
    expect(await app.call("POST /review/verdict", comment, narrow)).toMatchObject({ ok: false, status: 403 })
  })

  test("is closed to visitors and to users without the permission", async () => {
    for (const [key, input] of [
      ["GET /review/list", {}],
      ["GET /review", { kind: 1, id: ids.document }],
      ["GET /review/figures", {}],
      ["PUT /review/claim", { kind: 1, id: ids.document }],
      ["DELETE /review/claim", { kind: 1, id: ids.document }],
      ["POST /review/verdict", { kind: 1, id: ids.document, approve: true }],
    ] as const) {
      expect(await app.call(key, input), key).toMatchObject({ ok: false, status: 401 })
      expect(await app.call(key, input, author), key).toMatchObject({ ok: false, status: 403 })
    }
  })
})

test("an item carries the thing, the hits of sensitive words and its author's record", async () => {
  await query(
    "insert into sensitive_hit (kind, object_id, field, page, user_id, word, category, action, excerpt) values (2, $1, 'text', 3, $2, '广告', 7, 2, '全是广告')",
    [ids.document, author.id],
  )
  await query(
    `insert into page (sha256, version, page, text) select sha256, version, n, repeat('字', n * 10000) from document, generate_series(1, 3) n
    where id = $1 on conflict (sha256, version, page) do update set text = excluded.text`,
    [ids.document],
  )
  await library.punish(author, 2)
  expect(await app.call("GET /review", { kind: ReviewKind.document, id: ids.document }, first)).toMatchObject({
    ok: true,
    data: {
      title: "等待审核的文档",
      uuid,
      href: `/document/${uuid}`,
      description: "简介",
      hits: [{ word: "广告", page: 3, excerpt: "全是广告" }],
      record: { documents: 2, rejected: 0, punishments: 1 },
      // at most 30,000 characters
      text: [1, 2].map((page) => ({ page, text: "字".repeat(page * 10_000) })),
    },
  })
  // whoever may only list sees no more than the lists show
  const lister = await staffWith(app, ...desk, ...lists)
  expect(await app.call("GET /review", { kind: ReviewKind.document, id: ids.document }, lister)).toMatchObject({ data: { text: [] } })
  expect(await app.call("GET /review", { kind: ReviewKind.article, id: ids.article }, lister)).toMatchObject({ data: { article: "" } })
  await library.pardon(author)
  expect(await app.call("GET /review", { kind: ReviewKind.article, id: ids.article }, first)).toMatchObject({
    data: { article: "<p>等待审核的文章的正文</p>" },
  })
  expect(await app.call("GET /review", { kind: ReviewKind.comment, id: ids.comment }, first)).toMatchObject({
    data: { content: "等待审核的评论", href: `/document/${reported.uuid}` },
  })
  expect(await app.call("GET /review", { kind: ReviewKind.document, id: reported.id }, first)).toMatchObject({ ok: false, status: 404 })
  expect(await app.call("GET /review", { kind: 9, id: 1 }, first)).toMatchObject({ ok: false, status: 400 })
})

describe("claims and verdicts", () => {
  test("what one reviewer has claimed no other decides, until it is released or has expired", async () => {
    const item = { kind: ReviewKind.document, id: ids.document }
    const both = await Promise.all([app.call("PUT /review/claim", item, first), app.call("PUT /review/claim", item, second)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const [holder, other] = both[0]!.ok ? [first, second] : [second, first]
    expect(await app.call("PUT /review/claim", item, other)).toMatchObject({
      ok: false,
      status: 409,
      message: `${holder.username} 正在审核这一项`,
    })
    expect(await app.call("POST /review/verdict", { ...item, approve: true }, other)).toMatchObject({ ok: false, status: 409 })
    expect((await queue(other)).review.find((one) => one.kind === item.kind && one.id === item.id)).toMatchObject({
      claim: { username: holder.username },
    })
    await app.call("DELETE /review/claim", item, other)
    expect(await app.call("PUT /review/claim", item, other)).toMatchObject({ ok: false })
    await app.call("DELETE /review/claim", item, holder)
    expect(await app.call("PUT /review/claim", item, other)).toMatchObject({ ok: true })
    await query("update review_claim set until = now() - interval '1 second'")
    expect(await app.call("PUT /review/claim", item, holder)).toMatchObject({ ok: true })
  })

  test("the lists of each kind refuse what a colleague has claimed at the desk, and only that", async () => {
    await query("delete from review_claim")
    const message = `${first.username} 正在审核台审核这一项，等对方审完再处理`
    for (const [kind, id] of [
      [ReviewKind.document, ids.document],
      [ReviewKind.article, ids.article],
      [ReviewKind.comment, ids.comment],
      [ReviewKind.report, ids.report],
    ] as const)
      expect(await app.call("PUT /review/claim", { kind, id }, first)).toMatchObject({ ok: true })
    const refused = { ok: false, status: 409, message }
    expect(await app.call("PUT /document/check", { id: [ids.document], status: 6 }, second)).toMatchObject(refused)
    expect(await app.call("PUT /article/check", { article_id: [ids.article], status: 0 }, second)).toMatchObject(refused)
    expect(await app.call("POST /comment/check", { id: [ids.comment], status: 0 }, second)).toMatchObject(refused)
    expect(await app.call("PUT /report/case", { case_id: ids.report, verdict: 2 }, second)).toMatchObject(refused)
    const several = await app.call("PUT /document/check", { id: [ids.document, reported.id], status: 6 }, second)
    expect(several).toMatchObject({ status: 409, message: `${first.username} 正在审核台审核其中一项，等对方审完再处理` })
    // whoever holds the claim, and what is not claimed
    expect(await app.call("PUT /document/check", { id: [ids.document], status: 6 }, first)).toMatchObject({ ok: true })
    expect(await app.call("PUT /document/check", { id: [reported.id], status: 2 }, second)).toMatchObject({ ok: true })
    await query("update review_claim set until = now() - interval '1 second'")
    expect(await app.call("PUT /document/check", { id: [ids.document], status: 6 }, second)).toMatchObject({ ok: true })
  })

  test("a verdict uses the review of each kind, leaves the queue and counts in the figures", async () => {
    await query("delete from review_claim")
    const decide = (kind: number, id: number, more: object, as = first) => app.call("POST /review/verdict", { kind, id, ...more }, as)
    expect(await decide(ReviewKind.document, ids.document, { approve: false, reason: "内容不完整" })).toMatchObject({ ok: true })
    expect(await app.call("GET /document", { id: ids.document }, author)).toMatchObject({
      data: { status: 7, reject_reason: "内容不完整" },
    })
    expect(await decide(ReviewKind.article, ids.article, { approve: true })).toMatchObject({ ok: true })
    expect(await decide(ReviewKind.comment, ids.comment, { approve: true }, second)).toMatchObject({ ok: true })
    expect(await decide(ReviewKind.report, ids.report, { approve: false, reason: "已下架" })).toMatchObject({ ok: true })
    expect(await app.call("GET /document", { uuid: reported.uuid })).toMatchObject({ ok: false, status: 404 })
    expect((await queue(first)).total).toBe(0)
    for (const [kind, id] of [
      [ReviewKind.document, ids.document],
      [ReviewKind.report, ids.report],
    ] as const)
      expect(await decide(kind, id, { approve: true })).toMatchObject({ ok: false, status: 404, message: "它已经不在等待审核了" })
    const figures = await app.call("GET /review/figures", {}, first)
    expect(figures).toMatchObject({
      data: {
        decided: 4,
        approved: 2,
        reviewer: [
          { username: first.username, decided: 3, approved: 1 },
          { username: second.username, decided: 1, approved: 1 },
        ],
      },
    })
    const median = figures.ok ? figures.data.median_seconds : 0
    expect(median).toBeGreaterThanOrEqual(3_600)
    expect(median).toBeLessThan(2 * 3_600)
    expect(await app.call("GET /review/figures", { days: 0 }, first)).toMatchObject({ ok: false, status: 400 })
  })
})
