import { beforeAll, expect, test } from "vitest"
import { HitKind, SensitiveAction } from "@/lib/contract/community/sensitive-word.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { libraryOf } from "../../setup/library"
import { planOf, queriesOf } from "../../setup/queries"
import { staffWith } from "../../setup/staff"
import { testApp, type TestApp, type TestUser } from "../../setup/test-app"

/* The lists of documents, articles and comments say who reviews a row at the desk, and which sensitive words it contains. */

let app: TestApp
let author: TestUser
let staff: TestUser
let colleague: TestUser
const ids = { document: 0, article: 0, comment: 0 }
const lists = ["DocumentAPI/ListDocument", "ArticleAPI/ListArticle", "CommentAPI/ListComment"]
const verdicts = ["DocumentAPI/CheckDocument", "ArticleAPI/CheckArticles", "CommentAPI/CheckComment"]

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
const addHit = (kind: number, id: number, word: string, action: number, page = 0) =>
  query(
    "insert into sensitive_hit (kind, object_id, field, page, user_id, word, category, action) values ($1, $2, 'text', $3, $4, $5, 7, $6)",
    [kind, id, page, author.id, word, action],
  )

beforeAll(async () => {
  app = await testApp()
  const library = libraryOf(app)
  author = await app.person()
  staff = await staffWith(app, ...lists, ...verdicts)
  colleague = await staffWith(app, "ReviewAPI/ListReview", "ReviewAPI/DecideReview", ...lists, ...verdicts)
  ids.document = (await library.document(author, "文档")).id
  const { id: commented } = await library.document(author, "被评论的文档")
  ids.article = (await library.article(author, "文章")).id
  const comment = await app.call("POST /comment", { document_id: commented, content: "评论" }, await app.person())
  ids.comment = comment.ok ? comment.data.id : 0
  await query("update document set status = 6 where id = $1", [ids.document])
  await query("update article set status = 0 where id = $1", [ids.article])
  await query("update comment set status = 0 where id = $1", [ids.comment])
  for (const [kind, id] of [
    [ReviewKind.document, ids.document],
    [ReviewKind.article, ids.article],
    [ReviewKind.comment, ids.comment],
  ] as const)
    expect(await app.call("PUT /review/claim", { kind, id }, colleague)).toMatchObject({ ok: true })
  await addHit(HitKind.document, ids.document, "记录", SensitiveAction.log)
  await addHit(HitKind.documentText, ids.document, "审核", SensitiveAction.review, 2)
  await addHit(HitKind.documentText, ids.document, "审核", SensitiveAction.review, 3)
  // a hit of another kind with the same number
  await addHit(HitKind.profile, ids.document, "别处", SensitiveAction.review)
  await addHit(HitKind.article, ids.article, "文章里的", SensitiveAction.mask)
  await addHit(HitKind.comment, ids.comment, "评论里的", SensitiveAction.review)
})

type Row = { id: number; claimed_by?: string; hits?: { word: string }[] }
const rowsFor = async (as?: TestUser): Promise<Row[]> => {
  const replies = await Promise.all([
    app.call("GET /document/list", {}, as),
    app.call("GET /article/list", {}, as),
    app.call("GET /comment/list", {}, as),
  ])
  const [documents, articles, comments] = replies
  return [
    ...(documents.ok ? documents.data.document.filter(({ id }) => id === ids.document) : []),
    ...(articles.ok ? articles.data.article : []),
    ...(comments.ok ? comments.data.comment : []),
  ]
}

test("each row names the reviewer and its words, the strictest first, each once", async () => {
  expect(await rowsFor(staff)).toMatchObject([
    {
      claimed_by: colleague.username,
      hits: [
        { word: "审核", category: 7, action: SensitiveAction.review },
        { word: "记录", action: SensitiveAction.log },
      ],
    },
    { claimed_by: colleague.username, hits: [{ word: "文章里的" }] },
    { claimed_by: colleague.username, hits: [{ word: "评论里的" }] },
  ])
})

test("whoever holds the claim is not warned of it, and a claim that has ended is not named", async () => {
  expect((await rowsFor(colleague)).map(({ claimed_by }) => claimed_by)).toEqual(["", "", ""])
  await query("update review_claim set until = now() - interval '1 second'")
  expect((await rowsFor(staff)).map(({ claimed_by }) => claimed_by)).toEqual(["", "", ""])
  await query("update review_claim set until = now() + interval '10 minutes'")
})

test("authors, visitors and staff who only list see neither", async () => {
  await query("update document set status = 2 where id = $1", [ids.document])
  await query("update article set status = 1 where id = $1", [ids.article])
  await query("update comment set status = 1 where id = $1", [ids.comment])
  for (const as of [undefined, author, await staffWith(app, ...lists)]) {
    app.answers.clear()
    const rows = await rowsFor(as)
    expect(rows).toHaveLength(3)
    for (const row of rows) expect([row.claimed_by, row.hits]).toEqual([undefined, undefined])
  }
})

test("a row names at most five words, from an index", async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) await addHit(HitKind.document, ids.document, `词${number}`, SensitiveAction.refuse)
  expect((await rowsFor(staff))[0]!.hits!.map(({ word }) => word)).toEqual(["词1", "词2", "词3", "词4", "词5"])
  const queries = await queriesOf(app, () => app.call("GET /document/list", {}, staff))
  const marks = queries.find(({ text }) => text.includes("row_number()"))!
  expect(await planOf(app, marks)).toMatch(/sensitive_hit_object/)
})
