import { beforeAll, beforeEach, expect, test } from "vitest"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { libraryOf, type Library } from "../../setup/library"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

/* Several rows of the review queue are decided at once, each by the rules of a single verdict (docs/decisions/476). */

let app: TestApp
let library: Library
let author: TestUser
let staff: TestUser
let colleague: TestUser
const rights = [
  "ReviewAPI/ListReview",
  "ReviewAPI/DecideReview",
  "DocumentAPI/ListDocument",
  "DocumentAPI/CheckDocument",
  "ArticleAPI/ListArticle",
  "ArticleAPI/CheckArticles",
]
type Row = { kind: number; id: number }
let documents: Row[]
let article: Row

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  author = await app.person()
  staff = await staffWith(app, ...rights)
  colleague = await staffWith(app, ...rights)
})
let count = 0
beforeEach(async () => {
  await app.database.pool.query("delete from review_claim")
  await app.database.pool.query("delete from review_verdict")
  documents = []
  for (const name of ["甲", "乙"]) {
    const { id } = await library.document(author, `${name} ${++count}`)
    documents.push({ kind: ReviewKind.document, id })
  }
  article = { kind: ReviewKind.article, id: (await library.article(author, `文章 ${count}`)).id }
  await app.database.pool.query("update document set status = 6 where id = any($1::bigint[])", [documents.map(({ id }) => id)])
  await app.database.pool.query("update article set status = 0 where id = $1", [article.id])
})

const decide = (item: Row[], more: object = { approve: true }, as: TestUser | undefined = staff) =>
  app.call("POST /review/verdict/batch", { item, ...more }, as)
const statusOf = async ({ id }: Row) =>
  (await library.rows<{ status: number }>("select status from document where id = $1", [id]))[0]!.status

test("rows of several kinds are approved in one call, and count in the figures", async () => {
  expect(await decide([...documents, article, documents[0]!])).toMatchObject({ ok: true, data: { decided: 3, failed: [] } })
  expect(await library.rows("select status from article where id = $1", [article.id])).toEqual([{ status: 1 }])
  expect(await app.call("GET /review/figures", {}, staff)).toMatchObject({ data: { decided: 3, approved: 3 } })
})

test("rows are rejected with one reason", async () => {
  expect(await decide(documents, { approve: false, reason: "广告" })).toMatchObject({ ok: true, data: { decided: 2 } })
  for (const { id } of documents)
    expect(await app.call("GET /document", { id }, author)).toMatchObject({ data: { status: 7, reject_reason: "广告" } })
})

test("a row that cannot be decided is listed with its reason, and the others are decided", async () => {
  const [first, second] = documents as [Row, Row]
  expect(await app.call("PUT /review/claim", first, colleague)).toMatchObject({ ok: true })
  expect(await decide([first, second, { kind: ReviewKind.document, id: 999_999 }])).toMatchObject({
    ok: true,
    data: {
      decided: 1,
      failed: [
        { ...first, message: `${colleague.username} 正在审核这一项` },
        { kind: ReviewKind.document, id: 999_999, message: "它已经不在等待审核了" },
      ],
    },
  })
  expect(await statusOf(first)).toBe(6)
  expect(await statusOf(second)).not.toBe(6)
})

test("a kind that the caller may not decide is listed as refused", async () => {
  const narrow = await staffWith(
    app,
    "ReviewAPI/ListReview",
    "ReviewAPI/DecideReview",
    "ArticleAPI/ListArticle",
    "ArticleAPI/CheckArticles",
  )
  expect(await decide([documents[0]!, article], { approve: true }, narrow)).toMatchObject({
    data: { decided: 1, failed: [{ ...documents[0], message: "你没有权限审核文档" }] },
  })
})

test("visitors, users without the permission, no rows, too many rows and other kinds are refused", async () => {
  expect(await app.call("POST /review/verdict/batch", { item: documents, approve: true })).toMatchObject({ ok: false, status: 401 })
  expect(await decide(documents, { approve: true }, author)).toMatchObject({ ok: false, status: 403 })
  expect(await decide([])).toMatchObject({ ok: false, status: 400, message: "请选择要审核的内容" })
  expect(await decide(Array.from({ length: 51 }, (_, at) => ({ kind: ReviewKind.document, id: at + 1 })))).toMatchObject({
    ok: false,
    status: 400,
    message: "一次最多审核 50 项",
  })
  expect(await decide([{ kind: ReviewKind.refund, id: 1 }])).toMatchObject({
    ok: false,
    status: 400,
    message: "举报、投诉、申诉和退款要逐条审核",
  })
  expect(await decide(documents, {})).toMatchObject({ ok: false, status: 400 })
})
