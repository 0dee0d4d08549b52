import { afterEach, describe, expect, test } from "vitest"
import { changedOf, inputOf, startOf } from "@/components/articles/article/post/post-values"
import type { ArticleSource } from "@/lib/contract/types"
import { callOf } from "../../lib/contract/contract"
import { community } from "../../server/remote/community/community"
import { pro } from "../../server/remote/pro/pro"
import { sanitizeAnswers } from "../../server/remote/sanitized-answers"
import { directSanitizer } from "../../server/ports/sanitizer/direct.sanitizer"
import { articleRow, callAt, moved, times } from "./rows"
import { startStrictServer, type StrictServer } from "./strict-server"

/* Forms in front of an existing server: untouched fields stay byte for byte, and no other user's change is overwritten. */

let server: StrictServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const odd =
  ' <p style="color:red">红\r\n<iframe src="https://v.example/1"></iframe><pre><code>a = 1</code></pre><img src="/x.png" onerror="x()">  '
const row = { ...articleRow, content: odd, keywords: "甲， 乙", category_id: [3, 7] }

const open = async (dialect = community): Promise<ArticleSource> => {
  const reply = await callAt(dialect, server!, "GET /article/source", { id: row.id })
  const data: unknown = callOf("GET /article/source")!.output.parse(reply.data)
  await sanitizeAnswers(directSanitizer())("GET /article/source", data)
  return data as ArticleSource
}
const save = (change: object, version: string, dialect = community) =>
  callAt(dialect, server!, "PUT /article", { id: row.id, ...change }, `"${version}"`)

describe.each([community, pro])("an article at a $name server", (dialect) => {
  test("is edited as it is stored; an editor gets the sanitised copy [security: remote-walls]", async () => {
    server = await startStrictServer({ "/article": [{ ...row }] })
    const article = await open(dialect)
    expect(article.content).toBe(odd)
    expect(article.display).not.toMatch(/style|iframe|onerror/)
    expect(article.display).toContain("红")
  })

  test("keeps everything that its form did not touch", async () => {
    server = await startStrictServer({ "/article": [{ ...row }] })
    const article = await open(dialect)
    const before = inputOf(startOf(article, []))
    const change = changedOf(before, { ...before, title: "新的题目" })
    expect(change).toEqual({ title: "新的题目" })
    expect((await save(change, article.version, dialect)).status).toBe(200)
    expect(server.tables["/article"]).toEqual([{ ...row, title: "新的题目", updated_at: moved }])
  })
})

describe("two tabs on one article", () => {
  test("the second is refused, although both saved within the same second", async () => {
    server = await startStrictServer({ "/article": [{ ...row }] })
    const second = await open()
    server.tables["/article"]![0]!["content"] = "<p>另一段</p>"
    const reply = await save({ title: "新的题目" }, second.version)
    expect(reply).toMatchObject({ status: 409, data: { message: expect.stringContaining("内容已被他人修改") } })
    expect(server.count("PUT /article")).toBe(0)
    const newest = await open()
    expect(newest.content).toBe("<p>另一段</p>")
    expect((await save({ title: "新的题目" }, newest.version)).status).toBe(200)
    expect(server.tables["/article"]![0]).toMatchObject({ title: "新的题目", content: "<p>另一段</p>" })
  })

  test.each(["title", "keywords", "description"])("a change of %s is one, too", async (name) => {
    server = await startStrictServer({ "/article": [{ ...row }] })
    const { version } = await open()
    server.tables["/article"]![0]![name] = "另一个"
    expect((await save({ content: "<p>新</p>" }, version)).status).toBe(409)
  })

  test("categories in another order, another count and another time are no change of the text", async () => {
    server = await startStrictServer({ "/article": [{ ...row }] })
    const { version } = await open()
    server.tables["/article"]![0] = { ...row, category_id: [7, 3], view_count: 9, updated_at: "2026-11-22T16:00:00Z" }
    expect((await save({ title: "新" }, version)).status).toBe(200)
    expect(server.tables["/article"]![0]).toMatchObject({ view_count: 9, title: "新" })
  })

  test("the row is read last, just before it is written", async () => {
    server = await startStrictServer({ "/article": [{ ...row }], "/category": [{ id: 3, type: 1, title: "类", ...times }] })
    const { version } = await open()
    server.requests.length = 0
    await save({ category_id: [3] }, version)
    expect(server.requests.map(({ key }) => key)).toEqual(["GET /category/list", "GET /article", "PUT /article"])
  })
})

test("a setting with HTML is kept when another one is saved", async () => {
  const config = (id: number, name: string, value: string) => ({ id, category: "display", name, value, ...times })
  server = await startStrictServer({ "/config": [config(1, "copyright_statement", odd), config(2, "pages_per_read", "5")] })
  const change = { config: [{ category: "display", name: "pages_per_read", value: "7" }] }
  expect((await callAt(community, server, "PUT /config", change)).status).toBe(200)
  expect(server.tables["/config"]).toEqual([config(1, "copyright_statement", odd), config(2, "pages_per_read", "7")])
  expect(server.requests.find(({ key }) => key === "PUT /config")!.body).toMatchObject({ config: [{ id: 2, value: "7" }] })
})

test("the HTML of an advertisement is kept when its remark is saved", async () => {
  const advertisement = { id: 1, ...times, position: "index", title: "广告", content: odd, enable: true, remark: "记" }
  server = await startStrictServer({ "/advertisement": [{ ...advertisement }] })
  expect((await callAt(community, server, "PUT /advertisement", { id: 1, remark: "改" })).status).toBe(200)
  expect(server.tables["/advertisement"]![0]).toMatchObject({ content: odd, remark: "改" })
})

test("the reason of a punishment is kept when its end or its remark is saved", async () => {
  const punishment = { id: 1, ...times, user_id: 16, type: 2, enable: true, reason: odd, remark: " 记\r\n" }
  server = await startStrictServer({ "/punishment": [{ ...punishment }] })
  expect((await callAt(community, server, "PUT /punishment", { id: 1, end_time: "2030-01-01T00:00:00Z" })).status).toBe(200)
  expect(server.tables["/punishment"]![0]).toMatchObject({ reason: odd, remark: " 记\r\n" })
  expect((await callAt(community, server, "PUT /punishment", { id: 1, remark: "改" })).status).toBe(200)
  expect(server.tables["/punishment"]![0]).toMatchObject({ reason: odd, remark: "改", type: 2, enable: true })
})
