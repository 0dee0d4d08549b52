import { beforeAll, describe, expect, test } from "vitest"
import { changedOf, inputOf as inputOfPost, startOf } from "@/components/articles/article/post/post-values"
import { changedRows, inputOf, nameOf } from "@/components/site/settings/admin/values"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import type { Key } from "@/lib/contract/types"
import { libraryOf, type Library } from "../setup/library"
import { testApp, type TestApp, type TestUser } from "../setup/test-app"

/* A form sends what was changed in it. All other text of the row stays as it is stored, however it came there. */

let app: TestApp
let library: Library
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  admin = await app.admin()
})

/** A text as an older site may have stored it: nothing here would have written it like this. */
const odd = ' <p style="color:red">红\r\n<iframe src="https://v.example/1"></iframe><b>没有结束\t&nbsp;<!-- 注 -->  '

/** The forms of one row: the table, its texts, the call, and a change of another field. */
const forms: [table: string, texts: string[], key: Key, change: object, make: () => Promise<number>][] = [
  [
    "article",
    ["content", "description", "keywords"],
    "PUT /article",
    { title: "改过" },
    async () => (await library.article(await app.person(), "原来")).id,
  ],
  [
    "advertisement",
    ["content", "content_b", "remark"],
    "PUT /advertisement",
    { title: "改过" },
    async () => made("POST /advertisement", { position: "global_top", title: "原来", content: "<p>x</p>" }),
  ],
  [
    "banner",
    ["description"],
    "PUT /banner",
    { title: "改过" },
    async () => made("POST /banner", { path: "/uploads/a.webp", title: "原来" }),
  ],
  [
    "friendlink",
    ["description"],
    "PUT /friendlink",
    { title: "改过" },
    async () => made("POST /friendlink", { title: "原来", link: "https://example.org" }),
  ],
  [
    "navigation",
    ["description"],
    "PUT /navigation",
    { title: "改过" },
    async () => made("POST /navigation", { title: "原来", href: "/x" }),
  ],
  ["category", ["description"], "PUT /category", { title: "改过" }, async () => library.category("原来")],
  [
    "document",
    ["description", "keywords"],
    "PUT /document",
    { title: "改过" },
    async () => (await library.document(await app.person(), "原来")).id,
  ],
  [
    "announcement",
    ["content"],
    "PUT /announcement",
    { title: "改过" },
    async () => made("POST /announcement", { title: "原来", content: "x", in_banner: true }),
  ],
  [
    "punishment_template",
    ["reason"],
    "PUT /punishmenttemplate",
    { title: "改过" },
    async () => made("POST /punishmenttemplate", { title: "原来", type: [PunishmentType.comment], reason: "x" }),
  ],
  [
    "comment",
    ["content"],
    "PUT /comment",
    { status: ReviewStatus.rejected },
    async () => {
      const person = await app.person()
      const { id } = await library.document(person, "评论它")
      return inserted("insert into comment (document_id, user_id, status) values ($1, $2, 1) returning id", [id, person.id])
    },
  ],
  ["attachment", ["description"], "PUT /attachment", { name: "改过.txt" }, async () => app.file(await app.person(), "原来.txt")],
]
const inserted = async (statement: string, values: unknown[]) => Number((await library.rows<{ id: string }>(statement, values))[0]!.id)
const made = async (
  key: `POST /${"advertisement" | "announcement" | "banner" | "friendlink" | "navigation" | "punishmenttemplate"}`,
  input: object,
) => {
  const reply = await app.call(key, input as never, admin)
  if (!reply.ok) throw new Error(`${key}: ${reply.message}`)
  return reply.data.id
}
const rowOf = async (table: string, id: number) =>
  (await library.rows<Record<string, unknown>>(`select * from ${table} where id = $1`, [id])).map(({ updated_at: _, ...row }) => row)[0]!

describe("saving another field leaves every text as it is stored", () => {
  test.each(forms)("%s", async (table, texts, key, change, make) => {
    const id = await make()
    await app.database.pool.query(`update ${table} set ${texts.map((name) => `${name} = $2::text`).join(", ")} where id = $1`, [id, odd])
    const before = await rowOf(table, id)
    expect(await app.call(key, { id, ...change } as never, admin)).toMatchObject({ ok: true })
    expect(await rowOf(table, id)).toEqual({ ...before, ...change })
  })

  test("a setting with HTML, beside another one of its group", async () => {
    await app.database.pool.query(
      "insert into config (category, name, value) values ('security', 'close_statement', $1) on conflict (category, name) do update set value = excluded.value",
      [odd],
    )
    const reply = await app.call("GET /config/list", { category: ["security"] }, admin)
    if (!reply.ok) throw new Error(reply.message)
    const values = Object.fromEntries(reply.data.config.map((row) => [nameOf(row), inputOf(row)]))
    const config = changedRows(reply.data.config, { ...values, "security.max_document_size": 60 })
    expect(config).toEqual([{ category: "security", name: "max_document_size", value: "60" }])
    expect(await app.call("PUT /config", { config }, admin)).toMatchObject({ ok: true })
    expect(await library.rows("select value from config where category = 'security' and name = 'close_statement'")).toEqual([
      { value: odd },
    ])
  })
})

describe("the source of an article", () => {
  const open = async (id: number, as: TestUser) => {
    const reply = await app.call("GET /article/source", { id }, as)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }
  const code = '<pre><code class="language-js">const a = 1</code></pre>'

  test("is the stored text, for its author and staff; an editor gets it without the colours of code", async () => {
    const author = await app.person()
    const article = await library.article(author, "有代码", { content: code })
    const [{ content }] = (await library.rows<{ content: string }>("select content from article where id = $1", [article.id])) as [
      { content: string },
    ]
    expect(content).toContain("hljs")
    for (const as of [author, admin]) expect(await open(article.id, as)).toMatchObject({ content, display: code, title: "有代码" })
    expect(await app.call("GET /article/source", { identifier: article.identifier }, author)).toMatchObject({ data: { id: article.id } })
  })

  test("is refused to everybody else, also if the article is public", async () => {
    const { id } = await library.article(await app.person(), "别人的")
    expect(await app.call("GET /article/source", { id }, await app.person())).toMatchObject({
      status: 403,
      message: "你没有权限修改此文章",
    })
    expect(await app.call("GET /article/source", { id })).toMatchObject({ status: 401 })
    expect(await app.call("GET /article/source", { id: 999_999 }, admin)).toMatchObject({ status: 404, message: "文章不存在" })
    await app.database.pool.query("update article set status = 0 where id = $1", [id])
    expect(await app.call("GET /article/source", { id }, await app.person())).toMatchObject({ status: 404 })
  })

  test("a form that opens it and changes the summary sends nothing else, and keeps both categories", async () => {
    const [one, two] = [await library.category("甲类", 1), await library.category("乙类", 1)]
    const author = await app.person()
    const { id } = await library.article(author, "原来", { category_id: [one, two] })
    await app.database.pool.query("update article set content = $2, keywords = '甲， 乙' where id = $1", [id, odd])
    const article = await open(id, author)
    const before = inputOfPost(startOf(article, []))
    const changes = changedOf(before, { ...before, description: "新的简介" })
    expect(changes).toEqual({ description: "新的简介" })
    expect(await app.call("PUT /article", { id, ...changes }, author, undefined, `"${article.version}"`)).toMatchObject({ ok: true })
    expect(await rowOf("article", id)).toMatchObject({ content: odd, keywords: "甲， 乙", description: "新的简介" })
    expect((await open(id, author)).category_id.toSorted((a, b) => a - b)).toEqual([one, two])
  })

  test("of two tabs, the second is refused and reads what the first has saved", async () => {
    const author = await app.person()
    const { id } = await library.article(author, "两个标签页")
    const [first, second] = [await open(id, author), await open(id, author)]
    const save = (input: object, version: string) => app.call("PUT /article", { id, ...input }, author, undefined, `"${version}"`)
    expect(await save({ content: "<p>新的一段</p>" }, first.version)).toMatchObject({ ok: true })
    expect(await save({ title: "新题" }, second.version)).toMatchObject({
      status: 409,
      message: "刚才有人改过这一条，你的修改还没有保存",
    })
    const newest = await open(id, author)
    expect(newest).toMatchObject({ title: "两个标签页", content: "<p>新的一段</p>" })
    expect(await save({ title: "新题" }, newest.version)).toMatchObject({ ok: true })
    expect(await open(id, author)).toMatchObject({ title: "新题", content: "<p>新的一段</p>" })
    // other clients send no version
    expect(await app.call("PUT /article", { id, title: "又一个" }, author)).toMatchObject({ ok: true })
  })

  test("readers who open the article do not make the author's version an older one", async () => {
    const author = await app.person()
    const { id, identifier } = await library.article(author, "有人读")
    const { version } = await open(id, author)
    await app.call("GET /article", { identifier })
    expect(await app.call("PUT /article", { id, title: "还是新的" }, author, undefined, `"${version}"`)).toMatchObject({ ok: true })
  })
})
