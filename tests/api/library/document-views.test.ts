import { describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { foldViewsJob } from "@/server/modules/operations/maintenance/views.jobs"
import { flushViews } from "@/server/modules/library/document/view.usecases"
import { flushArticleViews } from "@/server/modules/articles/article/view.usecases"
import { createPartitions } from "@/server/modules/operations/daily-count/visit.repository"
import { readingApp } from "../../setup/reading"
import { siteOf } from "../../setup/site"
import type { TestUser } from "../../setup/test-app"

let now = new Date("2026-11-20T08:30:00Z")
const { app, library, read, owner } = await readingApp({ now: () => now })
const view = (uuid: string, as?: TestUser, ip?: string) => app.call("POST /document/view", { uuid }, as, ip)
const fold = () => foldViewsJob.run(createCtx(app), {}, AbortSignal.timeout(5_000))
const count = async (uuid: string) => {
  await flushViews(app)
  await fold()
  return (await read.row(uuid)).view_count
}
/** Views of a document that are written: in its row, and those that the job, which also runs every minute, adds to it. */
const written = async (id: number) => {
  const [views] = await library.rows<{ row: number; tallied: number }>(
    `select view_count as row, (select coalesce(sum(times), 0)::int from view_tally where kind = 0 and content_id = $1) as tallied
     from document where id = $1`,
    [id],
  )
  return views!.row + views!.tallied
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
    await count(uuid)
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
      await fold()
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
    const rows = async () => (await app.database.pool.query("select visitor from visits.counted")).rows as { visitor: string }[]
    const partitions = () => library.rows<{ name: string }>("select tablename as name from pg_tables where schemaname = 'visits'")
    expect((await rows()).length).toBeGreaterThan(0)
    for (const { visitor } of await rows()) expect(visitor).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    await fold()
    expect((await rows()).length).toBeGreaterThan(0)
    now = new Date(now.getTime() + 7 * 3_600_000)
    await fold()
    expect(await rows()).toEqual([])
    expect(await partitions()).toEqual([{ name: "counted" }])
  })

  test("many parallel views are counted exactly in a single statement", async () => {
    const documents = [await read.submit(owner, "热门一", { pages: ["一"] }), await read.submit(owner, "热门二", { pages: ["二"] })]
    const requests = Array.from({ length: 400 }, (_, n) => view(documents[n % 2]!.uuid, undefined, `198.51.${n % 200}.${n % 2}`))
    for (const reply of await Promise.all(requests)) expect(reply).toMatchObject({ ok: true })
    await flushViews(app)
    expect(await written(documents[0]!.id)).toBe(100)
    expect(await count(documents[0]!.uuid)).toBe(100)
    expect(await count(documents[1]!.uuid)).toBe(100)
  })

  test("two writers with the same visitors count them once", async () => {
    const { uuid, id } = await read.submit(owner, "两个进程", { pages: ["一"] })
    for (let n = 0; n < 50; n++) await view(uuid, undefined, `192.0.2.${n}`)
    await flushViews(app)
    expect(await library.rows("select visitor, hour from visits.counted where kind = 0 and content_id = $1", [id])).toHaveLength(50)
    for (let n = 25; n < 75; n++) await view(uuid, undefined, `192.0.2.${n}`)
    expect(await count(uuid)).toBe(75)
  })

  test("views that arrive while others are added to the row are neither lost nor counted twice, and lists by views have them", async () => {
    const { uuid, id } = await read.submit(owner, "一分钟", { pages: ["一"] })
    for (let round = 0; round < 5; round++) {
      for (let n = 0; n < 25; n++) await view(uuid, undefined, `10.${round}.${n}.1`)
      await Promise.all([flushViews(app), fold(), fold()])
    }
    expect(await written(id)).toBe(125)
    expect(await count(uuid)).toBe(125)
    expect(await written(id)).toBe(125)
    const reply = await app.call("GET /document/list", { order: "view_count desc", size: 1 })
    expect(reply).toMatchObject({ ok: true, data: { document: [{ uuid, view_count: 125 }] } })
  })

  test("two processes that need the partition of a new hour create it once", async () => {
    const { uuid, id } = await read.submit(owner, "新的一小时", { pages: ["一"] })
    now = new Date(now.getTime() + 3_600_000)
    const hour = Math.floor(now.getTime() / 3_600_000)
    const both = () => Promise.all([1, 2, 3].map(() => app.database.db.transaction((tx) => createPartitions(tx, [hour]))))
    await expect(both()).resolves.toHaveLength(3)
    await view(uuid)
    // dropped behind the back of the process: the views are written with the next batch
    await flushViews(app)
    await library.rows(`drop table visits.hour_${hour}`)
    await view(uuid, undefined, "192.0.2.77")
    await flushViews(app)
    await flushViews(app)
    expect(await written(id)).toBe(2)
  })

  test("hidden content is not counted, missing content returns 404", async () => {
    const { uuid } = await read.submit(owner, "待审", { pages: ["一"] })
    await read.change(uuid, "status = 6")
    expect(await view(uuid, owner)).toMatchObject({ ok: true })
    expect(await view(uuid)).toMatchObject({ ok: false, status: 404 })
    expect(await count(uuid)).toBe(0)
  })

  test("pending views are written when the process stops", async () => {
    const { uuid, id } = await read.submit(owner, "停机前", { pages: ["一"] })
    for (let n = 0; n < 10; n++) await view(uuid, undefined, `192.0.2.${n}`)
    await app.rest(1)
    expect(await written(id)).toBe(10)
    await view(uuid, undefined, "192.0.2.200")
    expect(await written(id)).toBe(11)
  })
})
