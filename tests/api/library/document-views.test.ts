import { describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { sweepExpiredJob } from "@/server/modules/operations/maintenance/expired.jobs"
import { flushViews } from "@/server/modules/library/document/view.usecases"
import { flushArticleViews } from "@/server/modules/articles/article/view.usecases"
import { readingApp } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import type { TestUser } from "../../setup/test-app"

let now = new Date("2026-11-20T08:30:00Z")
const { app, library, read, owner } = await readingApp({ now: () => now })
const view = (uuid: string, as?: TestUser, ip?: string) => app.call("POST /document/view", { uuid }, as, ip)
const count = async (uuid: string) => {
  await flushViews(app)
  return (await read.row(uuid)).view_count
}

describe("counting views", () => {
  test("a visitor counts once an hour: a user wherever they are, an anonymous visitor by address", async () => {
    const { uuid } = await read.submit(owner, "被看的", { pages: ["一"] })
    const reader = await app.person()
    for (const ip of ["203.0.113.1", "203.0.113.2", "203.0.113.2"]) await view(uuid, reader, ip)
    expect(await count(uuid)).toBe(1)
    for (const ip of ["203.0.113.1", "203.0.113.2", "203.0.113.2"]) await view(uuid, undefined, ip)
    expect(await count(uuid)).toBe(3)
    await view(uuid, reader)
    expect(await count(uuid)).toBe(3)
    now = new Date(now.getTime() + 3_600_000)
    await view(uuid, reader)
    expect(await count(uuid)).toBe(4)
  })

  test("an anonymous visitor is a network: neither many addresses of an IPv6 subscriber nor client headers add views [security: views-by-address]", async () => {
    const { uuid } = await read.submit(owner, "一户人家", { pages: ["一"] })
    for (const ip of ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::3"]) await view(uuid, undefined, ip)
    expect(await count(uuid)).toBe(1)
    const address = `${await siteOf(app)}/api/v1/document?uuid=${uuid}&with_author=true`
    for (const n of [1, 2, 3]) await fetch(address, { headers: { "user-agent": `browser ${n}`, "x-forwarded-for": `198.51.100.${n}` } })
    await view(uuid, undefined, "2001:db8:1:3::1")
    expect(await count(uuid)).toBe(3)
  })

  test("a read-only client counts with_author as a view, shared with the view call; a rendered page does not count", async () => {
    const { uuid, id } = await read.submit(owner, "只读的", { pages: ["一"] })
    const open = (more: object, ip = "203.0.113.20") => app.call("GET /document", { id, uuid: String(id), ...more }, undefined, ip)
    for (const more of [{ with_author: "false" }, {}, { with_all_content: "true" }]) await open(more)
    expect(await count(uuid)).toBe(0)
    for (let n = 0; n < 3; n++) expect(await open({ with_author: "true" })).toMatchObject({ ok: true })
    await view(uuid, undefined, "203.0.113.20")
    expect(await count(uuid)).toBe(1)
    await open({ with_author: "true" }, "203.0.113.21")
    expect(await count(uuid)).toBe(2)
    const page = { id: "", ip: "", user_agent: "", token: "", prefetch: true }
    expect(await app.dispatch("GET /document", { uuid, with_author: true }, page)).toMatchObject({ ok: true })
    expect(await count(uuid)).toBe(2)
  })

  test("the response has the current numbers, even for a page that was rendered hours ago", async () => {
    const { uuid } = await read.submit(owner, "数一数", { pages: ["一"] })
    await view(uuid, await app.person())
    await flushViews(app)
    expect(await view(uuid)).toMatchObject({ ok: true, data: { view_count: 1, download_count: 0, favorite_count: 0, score_count: 0 } })
  })

  test("a prefetch request over the network does not count", async () => {
    const { uuid } = await read.submit(owner, "预取的", { pages: ["一"] })
    const address = `${await siteOf(app)}/api/v1/document?uuid=${uuid}&with_author=true`
    await fetch(address, { headers: { "sec-purpose": "prefetch" } })
    expect(await count(uuid)).toBe(0)
    await fetch(address)
    expect(await count(uuid)).toBe(1)
  })

  test("an article read by its identifier counts once an hour and address, and only once it is public", async () => {
    const { id, identifier } = await library.article(owner, "被读的")
    const open = (input: object, ip = "203.0.113.30") => app.call("GET /article", input, undefined, ip)
    const views = async () => {
      await flushArticleViews(app)
      return (await library.rows<{ view_count: number }>("select view_count from article where id = $1", [id]))[0]!.view_count
    }
    await open({ id })
    expect(await views()).toBe(0)
    for (const ip of ["203.0.113.30", "203.0.113.30", "203.0.113.31"]) await open({ identifier }, ip)
    expect(await views()).toBe(2)
    await app.dispatch("GET /article", { identifier }, { id: "", ip: "", user_agent: "", token: "", prefetch: true })
    await app.database.pool.query("update article set status = 0 where id = $1", [id])
    await app.call("GET /article", { identifier }, owner)
    expect(await views()).toBe(2)
  })

  test("neither address nor name is stored, and old visits are deleted", async () => {
    const rows = async () => (await app.database.pool.query("select visitor from document_visit")).rows as { visitor: string }[]
    expect((await rows()).length).toBeGreaterThan(0)
    for (const { visitor } of await rows()) expect(visitor).toMatch(/^[0-9a-f]{32}$/)
    await sweepExpiredJob.run(createCtx(app), {}, AbortSignal.timeout(5_000))
    expect((await rows()).length).toBeGreaterThan(0)
    now = new Date(now.getTime() + 3 * 86_400_000)
    await sweepExpiredJob.run(createCtx(app), {}, AbortSignal.timeout(5_000))
    expect(await rows()).toEqual([])
  })

  test("many parallel views are counted exactly in a single statement", async () => {
    const documents = [await read.submit(owner, "热门一", { pages: ["一"] }), await read.submit(owner, "热门二", { pages: ["二"] })]
    const requests = Array.from({ length: 400 }, (_, n) => view(documents[n % 2]!.uuid, undefined, `198.51.${n % 200}.${n % 2}`))
    for (const reply of await Promise.all(requests)) expect(reply).toMatchObject({ ok: true })
    expect((await read.row(documents[0]!.uuid)).view_count).toBe(0)
    expect(await count(documents[0]!.uuid)).toBe(100)
    expect(await count(documents[1]!.uuid)).toBe(100)
  })

  test("two writers with the same visitors count them once", async () => {
    const { uuid, id } = await read.submit(owner, "两个进程", { pages: ["一"] })
    for (let n = 0; n < 50; n++) await view(uuid, undefined, `192.0.2.${n}`)
    await flushViews(app)
    const { rows } = await app.database.pool.query("select visitor, hour from document_visit where document_id = $1", [id])
    expect(rows).toHaveLength(50)
    for (let n = 25; n < 75; n++) await view(uuid, undefined, `192.0.2.${n}`)
    expect(await count(uuid)).toBe(75)
  })

  test("hidden content is not counted, missing content returns 404", async () => {
    const { uuid } = await read.submit(owner, "待审", { pages: ["一"] })
    await read.change(uuid, "status = 6")
    expect(await view(uuid, owner)).toMatchObject({ ok: true })
    expect(await view(uuid)).toMatchObject({ ok: false, status: 404 })
    expect(await count(uuid)).toBe(0)
  })

  test("pending views are written when the process stops", async () => {
    const { uuid } = await read.submit(owner, "停机前", { pages: ["一"] })
    for (let n = 0; n < 10; n++) await view(uuid, undefined, `192.0.2.${n}`)
    await app.rest(1)
    expect((await read.row(uuid)).view_count).toBe(10)
    await view(uuid, undefined, "192.0.2.200")
    expect((await read.row(uuid)).view_count).toBe(11)
  })
})
