import { beforeAll, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { publishArticle } from "@/server/modules/articles/article/article.usecases"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let author: TestUser
let otherUser: TestUser

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  author = await app.person()
  otherUser = await app.person()
})
const read = async (identifier: string, as?: TestUser) => {
  const reply = await app.call("GET /article", { identifier }, as)
  return reply.ok ? reply.data : null
}

describe("publishing", () => {
  test("summarizes paragraphs, not headings, tables, code or sources of formulas", async () => {
    const { description } = await library.article(author, "小结", {
      content:
        "<h2>第一章</h2><table><tr><td><p>3</p></td></tr></table><p>\\begin{question}设集合</p><p>春天来了。</p><pre>code</pre><p>花开了。</p>",
    })
    expect(description).toBe("春天来了。 花开了。")
    expect((await library.article(author, "只有标题", { content: "<h2>只有标题</h2>" })).description).toBe("只有标题")
  })

  test("cleans the HTML and sets address, summary, counters, categories and an activity entry of the user [security: article-stored-clean, 1.3.1]", async () => {
    const parent = await library.category("资讯", 1)
    const child = await library.category("公告", 1, parent)
    const article = await library.article(author, "第一篇", {
      content: `<p>${"长".repeat(300)}</p><script>x</script>`,
      category_id: [child],
      identifier: "mine",
    })
    expect(article.identifier).toMatch(/^[0-9a-f]{16}$/)
    expect(article).toMatchObject({
      status: 1,
      user_id: author.id,
      keywords: "",
      description: "长".repeat(200),
      content: `<p>${"长".repeat(300)}</p>`,
      user: { username: author.username },
    })
    expect(article.category_id.toSorted((a, b) => a - b)).toEqual([parent, child])
    expect(await library.categoryCounts(parent, child)).toEqual([1, 1])
    expect((await library.userOf(author)).article_count).toBe(1)
    expect((await library.dynamics(author))[0]).toEqual([15, "发布了文章《第一篇》", 0])
    expect(await read(article.identifier)).toMatchObject({ title: "第一篇" })
  })

  test("API clients read code as it was written; the rendered page has syntax colours", async () => {
    const written = '<p>前</p><pre><code class="language-js">const a = 1 // 好</code></pre><p><span>后</span></p>'
    const { identifier } = await library.article(author, "有代码的文章", { content: written })
    expect((await read(identifier))?.content).toBe(written)
    const rendered = await app.dispatch("GET /article", { identifier }, { id: "", ip: "", user_agent: "", token: "", rendering: true })
    expect(rendered).toMatchObject({ data: { content: expect.stringContaining('<span class="hljs-keyword">const</span>') } })
  })

  test("a bundled article is counted too, once", async () => {
    const category = await library.category("带来的", 1)
    const before = (await library.userOf(author)).article_count
    const article = { identifier: "brought-along", title: "示例", description: "", keywords: "", content: "<p>示例</p>" }
    for (let round = 0; round < 2; round++) await createCtx(app).tx((ctx) => publishArticle(ctx, article, author.id, [category]))
    expect(await library.categoryCounts(category)).toEqual([1])
    expect((await library.userOf(author)).article_count).toBe(before + 1)
  })

  test.each([
    [{ title: " ", content: "<p>x</p>" }, "请输入标题"],
    [{ title: "空", content: "<p> <script>x</script></p>" }, "请输入正文"],
    [{ title: "空", content: "" }, "请输入正文"],
    [{ title: "类", content: "<p>x</p>", category_id: [99999] }, "所选分类不存在，请重新选择"],
  ])("%j is rejected", async (input, message) => {
    const before = (await library.userOf(author)).article_count
    expect(await app.call("POST /article", input, author)).toMatchObject({ ok: false, status: 400, message })
    expect((await library.userOf(author)).article_count).toBe(before)
  })

  test("content that is too complex to parse is rejected [security: parse-freeze]", async () => {
    const reply = await app.call("POST /article", { title: "深", content: "<div>".repeat(300_000) }, author)
    expect(reply).toMatchObject({ ok: false, status: 400, message: "内容过于复杂，请减少嵌套和格式后再试" })
  })

  test("a document category is rejected for an article", async () => {
    const id = await library.category("文档分类")
    expect(await app.call("POST /article", { title: "类", content: "<p>x</p>", category_id: [id] }, author)).toMatchObject({
      ok: false,
      status: 400,
    })
  })

  test("only staff may choose the address; a duplicate address is rejected", async () => {
    const admin = await app.admin()
    expect(await library.article(admin, "规则", { identifier: "rules" })).toMatchObject({ identifier: "rules", status: 1 })
    expect(await app.call("POST /article", { title: "又", content: "<p>x</p>", identifier: "rules" }, admin)).toMatchObject({
      ok: false,
      status: 409,
      message: "文章标识符已存在",
    })
    expect(await app.call("POST /article", { title: "又", content: "<p>x</p>", identifier: "a b" }, admin)).toMatchObject({
      ok: false,
      status: 400,
    })
  })

  test("the permission of one group is enough; review is required only if all groups with the permission require it", async () => {
    const person = await app.person()
    await library.onlyGroup(person, { enable_article: false })
    expect(await app.call("GET /user/canipublisharticle", {}, person)).toMatchObject({
      ok: false,
      status: 403,
      message: "你没有权限发布文章",
    })
    expect(await app.call("POST /article", { title: "不许", content: "<p>x</p>" }, person)).toMatchObject({ ok: false, status: 403 })
    const strict = await library.onlyGroup(person, { enable_article: true, enable_article_approval: true })
    expect(await app.call("GET /user/canipublisharticle", {}, person)).toMatchObject({ ok: true })
    const pending = await library.article(person, "要审")
    expect(pending.status).toBe(0)
    expect(await read(pending.identifier, otherUser)).toBeNull()
    expect(await read(pending.identifier, person)).not.toBeNull()
    await library.onlyGroup(person, { enable_article: false, enable_article_approval: false })
    await library.join(person, strict)
    expect((await library.article(person, "不许的组不算")).status).toBe(0)
    await library.onlyGroup(person, { enable_article: true })
    await library.join(person, strict)
    expect((await library.article(person, "不审")).status).toBe(1)
  })

  test("attaches only uploads of the author", async () => {
    const picture = async (as: TestUser, path: string) =>
      (
        await library.rows<{ id: string }>(
          "insert into attachment (sha256, hash, user_id, type, path) values (repeat('a', 64), repeat('b', 32), $1, 3, $2) returning id",
          [as.id, path],
        )
      )[0]!.id
    const [ownPicture, other] = [await picture(author, "/uploads/aa/own.png"), await picture(otherUser, "/uploads/aa/other.png")]
    const { id } = await library.article(author, "带图", {
      content: '<p>图</p><img src="/uploads/aa/own.png"><img src="/uploads/aa/other.png">',
    })
    expect(
      await library.rows("select type_id::int from attachment where id = any($1::bigint[]) order by id", [[ownPicture, other]]),
    ).toEqual([{ type_id: id }, { type_id: 0 }])
  })
})

describe("editing", () => {
  test("changes only the given fields and keeps the address; other users are denied [security: 8.2.2]", async () => {
    const [one, two] = [await library.category("甲类", 1), await library.category("乙类", 1)]
    const { id, identifier, created_at } = await library.article(author, "原题", { category_id: [one], keywords: "旧" })
    expect(await app.call("PUT /article", { id, title: "改" }, otherUser)).toMatchObject({
      ok: false,
      status: 403,
      message: "你没有权限修改此文章",
    })
    expect(await app.call("PUT /article", { id: 99999, title: "改" }, author)).toMatchObject({
      ok: false,
      status: 404,
      message: "文章不存在",
    })
    expect(
      await app.call("PUT /article", { id, title: "新题", identifier: "other", content: "<p>新<script>x</script></p>" }, author),
    ).toMatchObject({ ok: true })
    expect(await read(identifier)).toMatchObject({
      title: "新题",
      content: "<p>新</p>",
      keywords: "旧",
      category_id: [one],
      created_at,
      status: 1,
      user_id: author.id,
    })
    await app.call("PUT /article", { id, category_id: [two, two] }, author)
    expect(await library.categoryCounts(one, two)).toEqual([0, 1])
    await app.call("PUT /article", { id, category_id: [] }, author)
    expect(await library.categoryCounts(one, two)).toEqual([0, 0])
    expect(await app.call("PUT /article", { id, content: "<script>x</script>" }, author)).toMatchObject({
      ok: false,
      status: 400,
      message: "请输入正文",
    })
  })

  test("a rejected article returns to review after an edit by its owner, not by staff; an approved one too where reviews are required", async () => {
    const { id, identifier } = await library.article(author, "被拒")
    const status = async () =>
      (await library.rows<{ status: number; reject_reason: string }>("select status, reject_reason from article where id = $1", [id]))[0]
    await app.database.pool.query("update article set status = 2, reject_reason = '广告' where id = $1", [id])
    await app.call("PUT /article", { id, title: "管理员改" }, await app.admin())
    expect(await status()).toEqual({ status: 2, reject_reason: "广告" })
    await app.call("PUT /article", { id, title: "自己改" }, author)
    expect(await status()).toEqual({ status: 0, reject_reason: "" })
    expect(await read(identifier, otherUser)).toBeNull()
    await app.database.pool.query("update article set status = 1 where id = $1", [id])
    await app.call("PUT /article", { id, title: "不用再审" }, author)
    expect(await status()).toMatchObject({ status: 1 })
    const person = await app.person()
    await library.onlyGroup(person, { enable_article: true, enable_article_approval: true })
    const theirs = await library.article(person, "先审后改")
    await app.database.pool.query("update article set status = 1 where id = $1", [theirs.id])
    await app.call("PUT /article", { id: theirs.id, title: "先审后改" }, person)
    expect(await read(theirs.identifier)).not.toBeNull()
    await app.call("PUT /article", { id: theirs.id, content: "<p>换成广告</p>" }, person)
    expect(await read(theirs.identifier)).toBeNull()
  })
})

describe("deleting", () => {
  test("owners delete their own articles, staff any; all or none, with counts; a second deletion is rejected", async () => {
    const id = await library.category("删类", 1)
    const [one, two, foreign] = [
      await library.article(author, "一", { category_id: [id] }),
      await library.article(author, "二", { category_id: [id] }),
      await library.article(otherUser, "外", { category_id: [id] }),
    ]
    const before = (await library.userOf(author)).article_count
    expect(await app.call("DELETE /article", { id: [one.id, foreign.id] }, author)).toMatchObject({
      ok: false,
      status: 403,
      message: "你没有权限删除指定文章",
    })
    expect(await app.call("DELETE /article", { id: [one.id, two.id] }, author)).toMatchObject({ ok: true })
    expect(await library.categoryCounts(id)).toEqual([1])
    expect((await library.userOf(author)).article_count).toBe(before - 2)
    expect(await read(one.identifier, author)).toBeNull()
    expect(await app.call("DELETE /article", { id: [one.id] }, author)).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("DELETE /article", { id: [foreign.id] }, await app.admin())).toMatchObject({ ok: true })
    expect(await library.rows("select id from article where id = $1", [one.id])).toHaveLength(1)
  })
})

test("a user can write and change only so many articles an hour, whatever becomes of them; other users are not affected [security: parse-freeze, 2.4.1]", async () => {
  // three new articles and twelve changes an hour
  const strict = await testApp({ limitScale: 1 / 20 })
  const [staff, another] = [await strict.admin(), await strict.person()]
  const statuses = async (key: "POST /article" | "PUT /article", times: number, as: TestUser) => {
    const statusCodes: number[] = []
    for (let time = 0; time < times; time++)
      statusCodes.push(
        (await strict.call(key, { id: 1_000_000, title: "题", content: time % 2 ? "<p>好</p>" : "<div>".repeat(1_000) }, as)).status,
      )
    return statusCodes
  }
  expect(await statuses("POST /article", 4, staff)).toEqual([400, 200, 400, 429])
  expect((await statuses("PUT /article", 13, staff)).slice(-2)).toEqual([404, 429])
  expect(await statuses("POST /article", 1, another)).toEqual([400])
})
