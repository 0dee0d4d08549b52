import { beforeAll, beforeEach, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { pushChanges } from "@/server/modules/site/indexing-push/indexing-push.usecases"
import { send } from "../../process/support/client"
import { libraryOf } from "../../setup/library"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* Notifies IndexNow and Baidu of new pages. */

let app: TestApp
let library: ReturnType<typeof libraryOf>
let base: string
let author: TestUser
let now = new Date("2026-11-01T08:00:00Z")
const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
const push = () => pushChanges(createCtx(app))
const key = "0123456789abcdef0123"
const origin = "https://wenku.example.org"
/** Publishes a document that everyone can read, changed now. */
const publish = async (title: string, status = 2) => {
  const made = await library.document(author, title)
  await app.database.pool.query("update document set status = $2, updated_at = $3 where id = $1", [made.id, status, now])
  return `${origin}/document/${made.uuid}`
}
const told = (target: string) => app.indexing.pushed.filter((one) => one.target === target).flatMap(({ urls }) => urls)

beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  base = await siteOf(app)
  author = await app.person("indexed")
})
beforeEach(async () => {
  app.indexing.pushed.length = 0
  app.indexing.refuseWith = ""
  await app.database.pool.query("delete from indexing_push")
  await library.set("system", { domain: origin })
  await library.set("ssr", { indexnow_key: key, baidu_token: "", hide_from_search: false })
  await library.set("security", { login_required: false })
})

test("a change after the first run is submitted once, when it has settled; hidden content is not", async () => {
  await publish("早就在的")
  later(5)
  await push()
  expect(told("indexnow")).toEqual([])
  const url = await publish("新的")
  await publish("没通过的", 7)
  const article = await library.article(await app.admin(), "新文章")
  await app.database.pool.query("update article set updated_at = $2 where id = $1", [article.id, now])
  await push()
  expect(told("indexnow"), "it may still be written").toEqual([])
  later(5)
  await push()
  expect(told("indexnow").toSorted()).toEqual([`${origin}/article/${article.identifier}`, url])
  expect(app.indexing.pushed[0]!.site).toEqual({ origin, key })
  await push()
  expect(told("indexnow")).toHaveLength(2)
  later(5)
  await app.database.pool.query("update document set updated_at = $1 where uuid = $2", [now, url.split("/").at(-1)])
  later(5)
  await push()
  expect(told("indexnow").slice(2)).toEqual([url])
  await app.call("DELETE /article", { id: [article.id] }, await app.admin())
})

test("IndexNow is told about deleted public content, Baidu is not; no engine is told about hidden content", async () => {
  await library.set("ssr", { baidu_token: "baidu-token" })
  const url = await publish("会删除的")
  const hidden = await publish("没通过就删除的", 7)
  const article = await library.article(await app.admin(), "会删除的文章")
  later(5)
  await push()
  later(5)
  const admin = await app.admin()
  expect(await app.call("DELETE /article", { id: [article.id] }, admin)).toMatchObject({ ok: true })
  await app.database.pool.query("update document set deleted_at = $1 where uuid = any($2)", [
    now,
    [url, hidden].map((one) => one.split("/").at(-1)),
  ])
  await app.database.pool.query("update article set deleted_at = $1 where id = $2", [now, article.id])
  app.indexing.pushed.length = 0
  later(5)
  await push()
  expect(told("indexnow").toSorted()).toEqual([`${origin}/article/${article.identifier}`, url])
  expect(told("baidu")).toEqual([])
  await push()
  expect(told("indexnow"), "once").toHaveLength(2)
})

test("each search engine with a key is notified, in calls of its maximum size", async () => {
  await library.set("ssr", { baidu_token: "baidu-token" })
  await push()
  later(5)
  await app.database.pool.query(
    `insert into document (uuid, title, user_id, attachment_id, sha256, status, updated_at)
     select 'push' || lpad(n::text, 12, '0'), '第 ' || n, $1, 0, repeat('0', 64), 2, $2 from generate_series(1, 4500) n`,
    [author.id, now],
  )
  later(5)
  await push()
  expect([told("indexnow").length, new Set(told("indexnow")).size]).toEqual([4_500, 4_500])
  expect(app.indexing.pushed.filter(({ target }) => target === "baidu").map(({ urls }) => urls.length)).toEqual([2_000, 2_000, 500])
  expect(new Set(told("baidu")).size).toBe(4_500)
  await app.database.pool.query("delete from document where uuid like 'push%'")
})

test("a rejection is visible to staff, retried with increasing delays, and cleared once a call succeeds", async () => {
  await push()
  later(5)
  const url = await publish("要重试的")
  later(5)
  app.indexing.refuseWith = "IndexNow没有接受：密钥不对"
  await push()
  const staff = await staffWith(app, "ConfigAPI/GetStats")
  const notices = async () => ((await app.call("GET /stats", {}, staff)) as { data: { notices: string[] } }).data.notices.join()
  expect(await notices()).toContain("密钥不对")
  expect(((await app.call("GET /stats")) as { data: { notices: string[] } }).data.notices).toEqual([])
  app.indexing.refuseWith = ""
  later(5)
  await push()
  expect(told("indexnow"), "before ten minutes are over").toEqual([])
  later(6)
  app.indexing.refuseWith = "IndexNow没有接受：HTTP 500"
  await push()
  later(15)
  app.indexing.refuseWith = ""
  await push()
  expect(told("indexnow"), "the second pause is twice as long").toEqual([])
  later(6)
  await push()
  expect(told("indexnow")).toEqual([url])
  expect(await notices()).not.toContain("搜索引擎")
})

test("nothing is sent without a domain, without a key, or from a site that is hidden or requires a login", async () => {
  await push()
  later(5)
  await publish("不该推送的")
  later(5)
  const closed: (() => Promise<unknown>)[] = [
    () => library.set("system", { domain: "" }),
    () => library.set("ssr", { indexnow_key: "" }),
    () => library.set("ssr", { hide_from_search: true }),
    () => library.set("security", { login_required: true }),
  ]
  for (const close of closed) {
    await close()
    await push()
    expect(app.indexing.pushed).toEqual([])
    await library.set("system", { domain: origin })
    await library.set("ssr", { indexnow_key: key, hide_from_search: false })
    await library.set("security", { login_required: false })
  }
  await push()
  expect(told("indexnow")).toHaveLength(1)
})

test("the key file of IndexNow exists for its key only, and the token of Baidu is returned masked", async () => {
  const get = async (path: string, method?: string) => send(base + path, { method })
  const file = await get(`/${key}.txt`)
  expect([file.status, file.headers["content-type"], file.body.toString("utf8")]).toEqual([200, "text/plain; charset=utf-8", key])
  expect((await get(`/${key}.txt`, "HEAD")).status).toBe(200)
  for (const path of ["/0123456789abcdef0124.txt", "/short.txt", `/${key}.TXT`, `/x/${key}.txt`])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  await library.set("ssr", { indexnow_key: "" })
  expect((await get(`/${key}.txt`)).status).toBe(404)

  const admin = await app.admin()
  await library.set("ssr", { baidu_token: "baidu-token" })
  const rows = (await app.call("GET /config/list", { category: ["ssr"] }, admin)) as { data: { config: { name: string; value: string }[] } }
  expect(rows.data.config.find(({ name }) => name === "baidu_token")?.value).toBe("******")
  expect(JSON.stringify(await app.call("GET /settings"))).not.toMatch(/baidu|indexnow/)
  const save = (value: string) => app.call("PUT /config", { config: [{ category: "ssr", name: "indexnow_key", value }] }, admin)
  expect(await save("有汉字的密钥不行")).toMatchObject({ status: 400, message: expect.stringContaining("8 到 128") as string })
  expect(await save(key)).toMatchObject({ ok: true })
})
