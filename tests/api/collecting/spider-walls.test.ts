import { describe, expect, test } from "vitest"
import { SpiderDocumentStatus as D } from "@/lib/contract/collecting/spider.enums"
import { crawl } from "@/server/modules/collecting/spider/crawl.usecases"
import { confirmedAgo, wantsConfirmation } from "../../setup/confirmation"
import { goOn, ok, page, spiderWorld } from "../../setup/spider-world"
import { staffWith } from "../../setup/staff"
import type { TestUser } from "../../setup/test-app"

/* Data that staff with the right to collect alone cannot reach: the site's secrets, and the names of others. */

const { app, library, admin, person, site, ctx, documents, add, links } = await spiderWorld()
const rights = ["Create", "Update", "List"].flatMap((verb) => [`SpiderUrlAPI/${verb}SpiderUrl`, `SpiderDocumentAPI/${verb}SpiderDocument`])
const staff = await staffWith(app, ...rights.filter((name) => name !== "SpiderDocumentAPI/CreateSpiderDocument"))
const forbidden = { ok: false, status: 403 }
const stored = async (id: number) =>
  (await app.database.pool.query("select headers, proxy from spider_url where id = $1", [id])).rows[0] as object

describe("a proxy [security: crawl-secrets]", () => {
  const proxy = "http://me:topsecret@proxy.example.com:8080"
  const headers = "Cookie: s=topsecret"

  test("is set by user 1 only, with the password confirmed", async () => {
    const url = "https://example.com/"
    expect(await app.call("POST /spiderurl", { url, proxy }, staff)).toMatchObject({ ...forbidden, message: "代理只有站长可以设置" })
    expect(await app.call("POST /spiderurl", { url, proxy: "" }, staff)).toMatchObject({ ok: true })
    const id = (await links())[0]!.id
    expect(await app.call("PUT /spiderurl", { id, proxy }, staff)).toMatchObject(forbidden)
    await confirmedAgo(app, admin, 11)
    expect(await wantsConfirmation(app, "PUT /spiderurl", { id, proxy }, admin)).toBe(true)
    await confirmedAgo(app, admin, 1)
    expect(await app.call("PUT /spiderurl", { id, proxy }, admin)).toMatchObject({ ok: true })
  })

  test("that staff change or remove does not get the headers of user 1, and neither does a new one of user 1", async () => {
    const row = await add({ url: "https://example.com/", proxy, headers })
    for (const other of ["http://evil.example.com:8080", ""])
      expect(await app.call("PUT /spiderurl", { id: row.id, proxy: other, headers: row.headers }, staff)).toMatchObject(forbidden)
    expect(await app.call("PUT /spiderurl", { id: row.id, proxy: row.proxy, headers: row.headers, depth: 1 }, staff)).toMatchObject({
      ok: true,
    })
    expect(await stored(row.id)).toEqual({ headers, proxy })
    const moved = "http://other.example.com:8080"
    expect(await app.call("PUT /spiderurl", { id: row.id, proxy: moved, headers: `${row.headers}\nX-New: 1` }, admin)).toMatchObject({
      ok: true,
    })
    expect(await stored(row.id)).toEqual({ headers: "X-New: 1", proxy: moved })
    expect(await app.call("PUT /spiderurl", { id: row.id, proxy }, admin)).toMatchObject({ ok: true })
    expect(await stored(row.id)).toEqual({ headers: "", proxy })
  })
})

describe("the author of a collected document [security: crawl-secrets]", () => {
  test("is never user 1 or stronger staff for staff who may only collect", async () => {
    const stronger = await staffWith(app, ...rights.filter((name) => !name.includes("CreateSpiderDocument")), "CategoryAPI/UpdateCategory")
    const category = await library.category("采集的分类")
    site.pages["/"] = page('<a href="a.pdf">甲</a>')
    const link = await add({ url: `${site.url}/` })
    await crawl(ctx, { id: link.id }, goOn)
    const row = (await documents())[0]!
    const save = (user_id: number, as: TestUser = staff) =>
      app.call("PUT /spiderdocument", { id: row.id, user_id, category_id: [category] }, as)
    expect(await save(1)).toMatchObject({ ...forbidden, message: "不能以站长的名义发布" })
    expect(await save(stronger.id)).toMatchObject(forbidden)
    expect(await save(person.id)).toMatchObject({ ok: true })
    expect(await save(staff.id)).toMatchObject({ ok: true })
    // user 1 chooses the author, but does not publish yet
    ok(await save(1, admin))
    await app.database.pool.query("update spider_document set status = $1 where id = $2", [D.downloaded, row.id])
    expect(await app.call("PUT /spiderdocument", { id: row.id, status: D.publishQueued }, staff)).toMatchObject(forbidden)
  })
})
