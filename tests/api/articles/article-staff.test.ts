import { beforeAll, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { purgeExpiredArticles } from "@/server/modules/articles/article/recycle.usecases"
import { libraryOf, type Library } from "../../setup/library"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let now = new Date("2026-11-20T04:00:00Z")
let author: TestUser
let other: TestUser

beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  ;[author, other] = [await app.person(), await app.person()]
})
const at = (text: string) => (now = new Date(text))
const rowOf = async (id: number) =>
  (
    await library.rows<{ status: number; reject_reason: string; recommend_at: Date | null; deleted_at: Date | null }>(
      "select status, reject_reason, recommend_at, deleted_at from article where id = $1",
      [id],
    )
  )[0]!
const audited = async (call: string) => (await library.rows("select id from audit where call = $1", [call])).length
const listed = async (input: object, as?: TestUser) => {
  const reply = await app.call("GET /article/list", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.article.map((one) => one.title)
}
const bin = async (as: TestUser, more: object = {}) => {
  const reply = await app.call("GET /article/recycle/list", more, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const refused = (status: number, message?: string) => ({ ok: false, status, ...(message && { message }) })

describe("review", () => {
  test("staff reject with a reason, return to review and approve; the author is notified, readers see only approved articles", async () => {
    const staff = await staffWith(app, "ArticleAPI/CheckArticles")
    const { id, identifier } = await library.article(author, "待审的")
    const check = (input: object, as: TestUser | undefined = staff) => app.call("PUT /article/check", { article_id: [id], ...input }, as)
    expect(await app.call("PUT /article/check", { article_id: [id], status: 2 })).toMatchObject(refused(401))
    expect(await check({ status: 2 }, author)).toMatchObject(refused(403))
    expect(await check({ status: 3 })).toMatchObject(refused(400, "请选择审核结果"))
    expect(await app.call("PUT /article/check", { article_id: [], status: 1 }, staff)).toMatchObject(refused(400, "请选择文章"))
    expect(await check({ status: 2, reject_reason: "长".repeat(201) })).toMatchObject(refused(400, "拒绝原因长度不能超过200个字符"))
    // existing clients misspell the reason
    expect(await check({ status: 2, rejeact_reason: "是广告" })).toMatchObject({ ok: true })
    expect(await rowOf(id)).toMatchObject({ status: 2, reject_reason: "是广告" })
    expect(await app.call("GET /article", { identifier }, other)).toMatchObject(refused(404))
    expect(await app.call("GET /article", { identifier }, author)).toMatchObject({ ok: true, data: { reject_reason: "是广告" } })
    expect((await library.dynamics(author))[0]![1]).toBe("文章《待审的》没有通过审核，原因：是广告")
    await check({ status: 0 })
    expect(await rowOf(id)).toMatchObject({ status: 0, reject_reason: "" })
    await check({ status: 1, reject_reason: "不留" })
    expect(await rowOf(id)).toMatchObject({ status: 1, reject_reason: "" })
    expect((await library.dynamics(author))[0]![1]).toBe("文章《待审的》通过了审核")
    const lines = (await library.dynamics(author)).length
    await check({ status: 1 })
    expect((await library.dynamics(author)).length).toBe(lines)
    expect(await app.call("GET /article", { identifier }, other)).toMatchObject({ ok: true })
    expect(await audited("PUT /article/check")).toBe(4)
  })

  test("articles by staff have the chosen status, number and recommendation; authors cannot choose any of them", async () => {
    const admin = await app.admin()
    const more = { status: 2, reject_reason: "先不发", is_recommend: true, notice: 5 }
    const theirs = await library.article(admin, "管理员的", more)
    expect(theirs).toMatchObject({ status: 2, reject_reason: "先不发", notice: 5, recommend_at: now.toISOString() })
    const ownArticle = await library.article(author, "自己的", more)
    expect(ownArticle).toMatchObject({ status: 1, reject_reason: "", notice: 0, recommend_at: null })
    const change = (input: object, as: TestUser) => app.call("PUT /article", { id: ownArticle.id, ...input }, as)
    await change({ status: 2, is_recommend: true }, author)
    expect(await rowOf(ownArticle.id)).toMatchObject({ status: 1, recommend_at: null })
    expect(await change({ status: 2, reject_reason: "改一改", is_recommend: true }, admin)).toMatchObject({ ok: true })
    expect(await rowOf(ownArticle.id)).toMatchObject({ status: 2, reject_reason: "改一改", recommend_at: now })
    // a client that does not support recommendations sends false with the whole row
    await change({ status: 2, reject_reason: "改一改", is_recommend: false }, admin)
    expect((await rowOf(ownArticle.id)).recommend_at).toEqual(now)
    const editor = await staffWith(app, "ArticleAPI/UpdateArticle")
    await change({ title: "编辑不审", status: 1 }, editor)
    expect(await rowOf(ownArticle.id)).toMatchObject({ status: 2 })
  })
})

describe("recommending and moving", () => {
  test("recommends once, withdraws, and the list filters by it", async () => {
    const staff = await staffWith(app, "ArticleAPI/RecommendArticles")
    const [a, b] = [await library.article(author, "荐甲"), await library.article(author, "荐乙")]
    const recommend = (article_id: number[], is_recommend: unknown, as: TestUser | undefined = staff) =>
      app.call("PUT /article/recommend", { article_id, is_recommend }, as)
    expect(await app.call("PUT /article/recommend", { article_id: [a.id], is_recommend: true })).toMatchObject(refused(401))
    expect(await recommend([a.id], true, author)).toMatchObject(refused(403))
    expect(await recommend([a.id], "是")).toMatchObject(refused(400))
    at("2026-11-20T05:00:00Z")
    await recommend([a.id], true)
    at("2026-11-20T06:00:00Z")
    expect(await recommend([a.id, b.id, 99_999], true)).toMatchObject({ ok: true })
    expect((await rowOf(a.id)).recommend_at).toEqual(new Date("2026-11-20T05:00:00Z"))
    expect(await listed({ wd: "荐", is_recommend: "true", order: "recommend_at desc" })).toEqual(["荐乙", "荐甲"])
    await recommend([b.id], false)
    expect(await listed({ wd: "荐", is_recommend: ["1"] })).toEqual(["荐甲"])
    expect(await listed({ wd: "荐", is_recommend: ["0"] })).toEqual(["荐乙"])
    expect(await audited("PUT /article/recommend")).toBe(3)
  })

  test("announcements are ordered by their number and filtered by is_notice in the format of the clients", async () => {
    const admin = await app.admin()
    for (const [title, notice] of [
      ["告一", 1],
      ["告九", 9],
      ["告无", 0],
    ] as const)
      await library.article(admin, title, { notice })
    for (const is_notice of ["1", "true", ["true"], true]) expect(await listed({ wd: "告", is_notice })).toEqual(["告九", "告一"])
    expect(await listed({ wd: "告", is_notice: "0" })).toEqual(["告无"])
    expect(await listed({ wd: "告", is_notice: ["0", "1"] })).toEqual(["告无", "告九", "告一"])
  })

  test("new categories replace the old ones including their parents, and the counts are updated", async () => {
    const staff = await staffWith(app, "ArticleAPI/SetArticlesCategory")
    const [old, root] = [await library.category("旧", 1), await library.category("根", 1)]
    const leaf = await library.category("叶", 1, root)
    const documents = await library.category("文档的")
    const [a, b] = [await library.article(author, "移甲", { category_id: [old] }), await library.article(author, "移乙")]
    const move = (category_id: number[], as: TestUser | undefined = staff) =>
      app.call("PUT /article/category", { article_id: [a.id, b.id], category_id }, as)
    expect(await app.call("PUT /article/category", { article_id: [a.id], category_id: [leaf] })).toMatchObject(refused(401))
    expect(await move([leaf], author)).toMatchObject(refused(403))
    expect(await move([])).toMatchObject(refused(400, "请选择文章分类"))
    expect(await move([documents])).toMatchObject(refused(400, "所选分类不存在，请重新选择"))
    expect(await move([leaf])).toMatchObject({ ok: true })
    expect(await library.categoryCounts(old, root, leaf)).toEqual([0, 2, 2])
    expect(await listed({ category_id: [root] })).toEqual(["移乙", "移甲"])
    // two categories of one article: the list contains it once (docs/reference/api.md 2.6)
    expect(await listed({ category_id: [root, leaf] })).toEqual(["移乙", "移甲"])
    expect(await audited("PUT /article/category")).toBe(1)
  })
})

describe("the recycle bin", () => {
  test("is for staff: lists, restores with counts, purges only articles that are in it", async () => {
    const staff = await staffWith(
      app,
      "ArticleAPI/ListRecycleArticle",
      "ArticleAPI/RestoreRecycleArticle",
      "ArticleAPI/DeleteRecycleArticle",
    )
    const shelf = await library.category("收", 1)
    const [a, b, otherArticle] = [
      await library.article(author, "收甲", { category_id: [shelf] }),
      await library.article(author, "收乙", { category_id: [shelf] }),
      await library.article(author, "收着", { category_id: [shelf] }),
    ]
    at("2026-11-21T04:00:00Z")
    await app.call("DELETE /article", { id: [a.id] }, author)
    at("2026-11-21T05:00:00Z")
    await app.call("DELETE /article", { id: [b.id] }, author)
    for (const key of ["GET /article/recycle/list", "POST /article/recycle/restore", "DELETE /article/recycle"] as const) {
      expect(await app.call(key, { id: [a.id] })).toMatchObject(refused(401))
      expect(await app.call(key, { id: [a.id] }, author)).toMatchObject(refused(403))
    }
    const { total, article } = await bin(staff, { wd: "收" })
    expect([total, article.map(({ title }) => title)]).toEqual([2, ["收乙", "收甲"]])
    expect(article[0]).toMatchObject({
      content: "",
      deleted_at: "2026-11-21T05:00:00.000Z",
      purge_at: "2026-12-21T05:00:00.000Z",
      category_id: [shelf],
      user: { username: author.username },
    })
    expect((await bin(staff, { wd: "收甲", category_id: [shelf] })).total).toBe(1)
    const before = (await library.userOf(author)).article_count
    expect(await app.call("POST /article/recycle/restore", { id: [a.id, otherArticle.id] }, staff)).toMatchObject({ ok: true })
    expect((await library.userOf(author)).article_count).toBe(before + 1)
    expect(await library.categoryCounts(shelf)).toEqual([2])
    expect(await app.call("GET /article", { identifier: a.identifier }, other)).toMatchObject({ ok: true })

    await app.database.pool.query(
      "insert into attachment (sha256, hash, user_id, type, type_id, path) values (repeat('c', 64), repeat('d', 32), $1, 3, $2, '/uploads/cc/x.webp')",
      [author.id, b.id],
    )
    expect(await app.call("DELETE /article/recycle", { id: [b.id, otherArticle.id] }, staff)).toMatchObject({ ok: true })
    expect(await library.rows("select id from article where id = any($1::bigint[])", [[b.id, otherArticle.id]])).toHaveLength(1)
    expect(await library.rows("select id from article_category where article_id = $1", [b.id]).catch(() => [])).toEqual([])
    expect(
      (await library.rows<{ deleted_at: Date | null }>("select deleted_at from attachment where type = 3 and type_id = $1", [b.id]))[0]!
        .deleted_at,
    ).not.toBeNull()
    expect(await audited("POST /article/recycle/restore")).toBe(1)
    expect(await audited("DELETE /article/recycle")).toBe(1)
  })
})

describe("around an article", () => {
  test("related articles share keywords or title words; neighbours share the category; hidden articles are left out", async () => {
    const shelf = await library.category("近", 1)
    const write = (title: string, more: object = {}) => library.article(author, title, { category_id: [shelf], ...more })
    const first = await write("整理家里的相册", { keywords: "相册,备份" })
    const middle = await write("给相册做备份", { keywords: "备份" })
    const far = await write("冬天的菜园")
    const hidden = await write("相册备份的广告", { keywords: "相册,备份" })
    const last = await library.article(author, "备份之外", { keywords: "备份" })
    await app.database.pool.query("update article set status = 2 where id = $1", [hidden.id])
    const related = async (identifier: string, as?: TestUser) => {
      const reply = await app.call("GET /article/related", { identifier }, as)
      return reply.ok ? reply.data.article : reply
    }
    expect(await app.call("GET /article/related", {})).toMatchObject(refused(400, "参数错误:文章标识为空"))
    expect(await app.call("GET /article/related", { identifier: "" })).toMatchObject(refused(400, "参数错误:文章标识为空"))
    expect(await related("nothing")).toMatchObject(refused(404, "相关文章不存在"))
    expect(await related(hidden.identifier)).toMatchObject(refused(404, "相关文章不存在"))
    const articles = (await related(first.identifier)) as { title: string; category_id: number[] }[]
    expect(articles.map(({ title }) => title)).toEqual([middle.title, last.title, far.title])
    expect(articles[0]!.category_id).toEqual([shelf])
    const around = async (identifier: string) => {
      const reply = await app.call("GET /article/neighbour", { identifier })
      return reply.ok ? [reply.data.previous?.title ?? null, reply.data.next?.title ?? null] : reply
    }
    expect(await around(first.identifier)).toEqual([null, middle.title])
    expect(await around(middle.identifier)).toEqual([first.title, far.title])
    expect(await around(far.identifier)).toEqual([middle.title, null])
    expect(await around(last.identifier)).toEqual([null, null])
    expect(await around("nothing")).toMatchObject(refused(404))
  })
})

test("source and source address are stored; an invalid address is rejected with its field", async () => {
  const { id, identifier } = await library.article(author, "转来的", { source: "人民日报", source_url: "https://paper.example/a?b=1" })
  expect(await app.call("GET /article", { identifier })).toMatchObject({
    data: { source: "人民日报", source_url: "https://paper.example/a?b=1" },
  })
  for (const source_url of ["javascript:alert(1)", "paper.example", "https://"]) {
    const reply = await app.dispatch(
      "PUT /article",
      { id, source_url },
      { id: "t", ip: "203.0.113.7", user_agent: "", token: author.token },
    )
    expect(reply).toMatchObject({ ok: false, status: 400, body: { field: "source_url" } })
  }
  await app.call("PUT /article", { id, source: "", source_url: "" }, author)
  expect(await app.call("GET /article", { identifier })).toMatchObject({ data: { source: "", source_url: "" } })
})

// last in this file, because it advances the clock by days
test("the recycle bin is emptied by staff and by age", async () => {
  const emptier = await staffWith(app, "ArticleAPI/EmptyRecycleArticle")
  const admin = await app.admin()
  const one = await library.article(author, "空一")
  await app.call("DELETE /article", { id: [one.id] }, author)
  expect(await app.call("DELETE /article/recycle/empty")).toMatchObject(refused(401))
  expect(await app.call("DELETE /article/recycle/empty", {}, author)).toMatchObject(refused(403))
  expect(await app.call("DELETE /article/recycle/empty", {}, emptier)).toMatchObject({ ok: true })
  expect((await bin(admin)).total).toBe(0)
  const two = await library.article(author, "空二")
  await app.call("DELETE /article", { id: [two.id] }, author)
  now = new Date(now.getTime() + 29 * 86_400_000)
  await purgeExpiredArticles(createCtx(app), () => false)
  expect((await bin(admin)).total).toBe(1)
  now = new Date(now.getTime() + 2 * 86_400_000)
  await purgeExpiredArticles(createCtx(app), () => false)
  expect((await bin(admin)).total).toBe(0)
})
