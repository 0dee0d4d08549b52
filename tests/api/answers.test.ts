import { gunzipSync } from "node:zlib"
import { beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { createCtx } from "../../server/context"
import { createAnswers } from "../../server/wire/answers"
import { flushViews, foldDocumentViews } from "../../server/modules/library/document/view.usecases"
import { libraryOf } from "../setup/library"
import { queriesOf } from "../setup/queries"
import { testApp, until, type TestUser, type TestApp } from "../setup/test-app"

/* Responses that are the same for every visitor are cached for one second, and never served after a change. */

let app: TestApp
let other: TestApp
let owner: TestUser

beforeAll(async () => {
  app = await testApp({ answerMegabytes: 4 })
  // a second process on the same database
  other = await testApp({ answerMegabytes: 4, connection: app.database.pool.options })
  owner = await app.person()
})

const ask = async (of: TestApp, key: string, input: object, token = "") => {
  const reply = await of.dispatch(key, input, { id: "test", ip: "203.0.113.9", user_agent: "test", token, as_text: true })
  return reply.ok
    ? {
        kept: reply.packed !== undefined,
        data: (reply.packed ? JSON.parse(String(reply.packed.plain.body)) : reply.data) as Record<string, never>,
      }
    : reply
}

const converted = async (title: string) => {
  const { id, uuid } = await libraryOf(app).document(owner, title)
  await app.database.pool.query("update document set status = 2, pages = 1 where id = $1", [id])
  return { id, uuid }
}

test("later and concurrent visitors get the response of the first one without another query", async () => {
  const { uuid } = await converted("同样的应答")
  const queries = await queriesOf(app, () => Promise.all(Array.from({ length: 20 }, () => ask(app, "GET /document", { uuid }))))
  // two for the document, three for its author
  expect(queries).toHaveLength(5)
  expect(await ask(app, "GET /document", { uuid })).toMatchObject({ kept: true, data: { title: "同样的应答" } })
})

test("a change is visible at once in the process that made it and in every other process", async () => {
  const { id, uuid } = await converted("旧的标题")
  for (const one of [app, other]) expect(await ask(one, "GET /document", { uuid })).toMatchObject({ data: { title: "旧的标题" } })
  await app.call("PUT /document", { id, title: "新的标题" }, owner)
  expect(await ask(app, "GET /document", { uuid })).toMatchObject({ data: { title: "新的标题" } })
  await until(async () => JSON.stringify(await ask(other, "GET /document", { uuid })).includes("新的标题"))
})

test("disabled content disappears for visitors at once, also from lists [security: 8.2.2]", async () => {
  const { id, uuid } = await converted("要下架的文档")
  const listed = async (of: TestApp) => JSON.stringify(await ask(of, "GET /document/list", {})).includes(uuid)
  expect(await listed(app)).toBe(true)
  await ask(other, "GET /document", { uuid })
  expect((await app.call("PUT /document/check", { id: [id], status: 4, reason: "下架" }, await app.admin())).ok).toBe(true)
  expect(await ask(app, "GET /document", { uuid })).toMatchObject({ ok: false, status: 404 })
  expect(await listed(app)).toBe(false)
  await until(async () => "status" in (await ask(other, "GET /document", { uuid })) && !(await listed(other)))
  // its owner can still see it, and nothing of that is cached for visitors
  expect(await ask(app, "GET /document", { uuid }, owner.token)).toMatchObject({ kept: false, data: { title: "要下架的文档" } })
  expect(await ask(app, "GET /document", { uuid })).toMatchObject({ ok: false, status: 404 })
})

test("a logged-in user gets a separate response [security: 14.2.2]", async () => {
  const { id, uuid } = await converted("只差一个理由")
  await app.database.pool.query("update document set reject_reason = '内部意见' where id = $1", [id])
  const staff = await app.admin()
  const list = { user_id: [owner.id], size: 50 }
  expect(JSON.stringify(await ask(app, "GET /document/list", list, staff.token))).toContain("内部意见")
  expect(await ask(app, "GET /document/list", list, staff.token)).toMatchObject({ kept: false })
  expect(JSON.stringify(await ask(app, "GET /document/list", list))).not.toContain("内部意见")
  expect(JSON.stringify(await ask(app, "GET /document", { uuid }, owner.token))).toContain("内部意见")
})

test("a call that counts a view is answered anew each time", async () => {
  const { uuid } = await converted("数浏览")
  expect(await ask(app, "GET /document", { uuid, with_author: true })).toMatchObject({ kept: false })
})

test("a page of one document or article is rendered again from the same cached responses, and counts no view", async () => {
  const { uuid } = await converted("再渲染一次的文档")
  const { identifier } = await libraryOf(app).article(owner, "再渲染一次的文章")
  const calls: [string, object][] = [
    ["GET /document", { uuid, with_author: true }],
    ["GET /document/related", { uuid }],
    ["GET /document/neighbour", { uuid }],
    ["GET /article", { identifier }],
    ["GET /article/related", { identifier }],
    ["GET /article/neighbour", { identifier }],
  ]
  const rendering = { id: "", ip: "", user_agent: "", token: "", prefetch: true, rendering: true }
  const render = async () => Promise.all(calls.map(([key, input]) => app.dispatch(key, input, rendering)))
  const before = await app.database.pool.query("select view_count from document where uuid = $1", [uuid])
  // a recent change notification may still arrive and invalidate the cache
  let queries = await queriesOf(app, render)
  await until(async () => (queries = await queriesOf(app, render)).length === 0)
  expect(queries).toHaveLength(0)
  expect((await render()).map(({ ok }) => ok)).toEqual(calls.map(() => true))
  await flushViews(app)
  await foldDocumentViews(createCtx(app))
  expect((await app.database.pool.query("select view_count from document where uuid = $1", [uuid])).rows).toEqual(before.rows)
  // each page that a conversion renders appears in the next rendering
  await app.database.pool.query("update document set title = '画好了一页' where uuid = $1", [uuid])
  // cached answers do not expire by time meanwhile
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now())
  onTestFinished(() => clock.mockRestore())
  await createCtx(app).changed("progress", uuid)
  await until(async () => JSON.stringify(await render()).includes("画好了一页"))
})

test("a response that was begun before a change is not cached, and an error is not shared", async () => {
  const answers = createAnswers(1)
  let finish = (_: string) => {}
  const first = answers.object("GET /x", {}, () => new Promise((done) => (finish = done)))
  answers.clear()
  const second = answers.object("GET /x", {}, async () => "new")
  finish("old")
  expect(await Promise.all([first, second])).toEqual(["old", "new"])
  expect(await answers.object("GET /x", {}, async () => "newer")).toBe("new")
  await expect(answers.object("GET /y", {}, () => Promise.reject(new Error("once")))).rejects.toThrow("once")
  expect(await answers.object("GET /y", {}, async () => "again")).toBe("again")
})

test("a response that is requested again is sent compressed; one that is requested once is not compressed", async () => {
  const answers = createAnswers(1)
  const ask = () => answers.packed("GET /long", {}, async () => ({ text: "豆架".repeat(1_000) }))
  const first = await ask()
  expect(first.gzip).toBeUndefined()
  await ask()
  await until(async () => (await ask()).gzip !== undefined)
  const { gzip, plain } = await ask()
  expect(gunzipSync(gzip!.body)).toEqual(plain.body)
  expect(gzip!.headers).toMatchObject({ "content-encoding": "gzip", "content-length": gzip!.body.length, vary: "accept-encoding" })
})

test("a page render reads the same cached responses, as immutable objects", async () => {
  const { uuid } = await converted("要渲染的文档")
  const render = async (token = "") => {
    const reply = await app.dispatch("GET /document/list", { size: 50 }, { id: "", ip: "", user_agent: "", token, rendering: true })
    if (!reply.ok) throw new Error("refused")
    return reply.data as { document: { uuid: string }[] }
  }
  // the notification about the new document arrives a moment later and invalidates the older cached list
  let first = await render()
  await until(async () => first === (first = await render()))
  expect(first.document.map((one) => one.uuid)).toContain(uuid)
  expect(() => first.document.pop()).toThrow(TypeError)
  expect(() => Object.assign(first.document[0]!, { uuid: "" })).toThrow(TypeError)
  expect(await render(owner.token)).not.toBe(first)
})

test("a response is cached for longer than a second only if all its changes are announced", async () => {
  const answers = createAnswers(1)
  let made = 0
  const ask = (announced: boolean) => answers.object(`GET /${announced}`, {}, async () => ++made, announced)
  const clock = vi.spyOn(performance, "now").mockReturnValue(1_000)
  onTestFinished(() => clock.mockRestore())
  expect([await ask(true), await ask(false)]).toEqual([1, 2])
  clock.mockReturnValue(6_000)
  expect([await ask(true), await ask(false)]).toEqual([1, 3])
  answers.clear()
  expect(await ask(true)).toBe(4)
})
