import { beforeAll, describe, expect, test, vi } from "vitest"
import { flushEvents } from "@/server/modules/site/advertisement/ad-events.usecases"
import { serveFrame } from "@/server/modules/site/advertisement/frame.http"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let admin: TestUser
let person: TestUser
let now = new Date("2026-11-20T08:00:00Z")

beforeAll(async () => {
  app = await testApp({ now: () => now })
  ;[admin, person] = [await app.admin(), await app.person()]
})
const add = async (more: object = {}) => {
  const reply = await app.call(
    "POST /advertisement",
    { position: "global_top", title: "广告", content: '<a href="https://example.org">看</a>', ...more },
    admin,
  )
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const visibleAdvertisements = async (position?: string[], as?: TestUser) => {
  const reply = await app.call("GET /advertisement/position", position ? { position } : {}, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.advertisement
}
const titles = async (position?: string[], as?: TestUser) => (await visibleAdvertisements(position, as)).map(({ title }) => title)

describe("advertisements", () => {
  test("are managed by staff, stored unchanged, and record their creator", async () => {
    const content = "<script async src=\"https://ads.example.org/x.js\"></script><ins data-x='1'></ins>"
    const made = await add({ title: "脚本", content, remark: "内部备注", position: "index_link_top" })
    expect(made).toMatchObject({ content, remark: "内部备注", user_id: admin.id, enable: true })
    expect(await app.call("POST /advertisement", { position: "global_top", title: "x", content: "x" }, person)).toMatchObject({
      ok: false,
      status: 403,
    })
    for (const field of ["position", "title", "content"])
      expect(
        await app.call("POST /advertisement", { position: "global_top", title: "b", content: "c", [field]: "" }, admin),
        field,
      ).toMatchObject({
        ok: false,
        status: 400,
      })
    expect(await app.call("PUT /advertisement", { id: made.id, title: "改名" }, admin)).toMatchObject({ ok: true })
    expect(await app.call("GET /advertisement", { id: made.id }, admin)).toMatchObject({
      data: { title: "改名", content, user_id: admin.id, remark: "内部备注" },
    })
    expect(await visibleAdvertisements(["index_link_top"])).toMatchObject([{ title: "改名", content, remark: "", user_id: 0 }])
    expect(await app.call("DELETE /advertisement", { id: [made.id] }, admin)).toMatchObject({ ok: true })
    expect(await visibleAdvertisements(["index_link_top"])).toEqual([])
  })

  test("every visitor sees the enabled ones of the requested positions within their dates", async () => {
    const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
    await add({ title: "一直" })
    await add({ title: "别处", position: "global_bottom" })
    await add({ title: "关闭", enable: false })
    await add({ title: "现在", start_time: at(-1), end_time: at(1) })
    await add({ title: "以后", start_time: at(2) })
    await add({ title: "过去", end_time: at(-2) })
    expect(await titles(["global_top"])).toEqual(["一直", "现在"])
    expect(await titles(["global_top", "global_bottom"])).toEqual(["一直", "别处", "现在"])
    expect(await titles()).toEqual(["一直", "别处", "现在"])
    expect(await titles(["user_top"])).toEqual([])
    now = new Date(now.getTime() + 3 * 3_600_000)
    expect(await titles(["global_top"])).toEqual(["一直", "以后"])
  })

  test("the end must be after the start, also if only one of them is changed; an empty end removes it [security: 2.2.3]", async () => {
    const [start_time, end_time] = ["2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z"]
    expect(
      await app.call(
        "POST /advertisement",
        { position: "global_top", title: "b", content: "c", start_time: end_time, end_time: start_time },
        admin,
      ),
    ).toMatchObject({ ok: false, status: 400 })
    const { id } = await add({ start_time, end_time })
    expect(await app.call("PUT /advertisement", { id, end_time: "2026-11-01T00:00:00Z" }, admin)).toMatchObject({ ok: false, status: 400 })
    expect(await app.call("PUT /advertisement", { id, end_time: "" }, admin)).toMatchObject({ ok: true })
    expect(await app.call("GET /advertisement", { id }, admin)).toMatchObject({
      data: { end_time: null, start_time: "2026-12-01T00:00:00.000Z" },
    })
  })

  test("VIP members see no advertisements", async () => {
    await add({ title: "给大家" })
    expect(await titles(["global_top"], person)).toContain("给大家")
    await app.database.pool.query("insert into user_vip (user_id, type, joined_at, expired_at) values ($1, 0, $2, $3)", [
      person.id,
      new Date(now.getTime() - 1_000),
      new Date(now.getTime() + 86_400_000),
    ])
    expect(await titles(["global_top"], person)).toEqual([])
    expect(await titles(["global_top"])).toContain("给大家")
  })

  test("unknown positions are rejected, in reads and in writes", async () => {
    for (const reply of [
      await app.call("GET /advertisement/position", { position: ["nowhere"] }),
      await app.call("POST /advertisement", { position: "nowhere", title: "x", content: "x" }, admin),
    ])
      expect(reply).toMatchObject({ ok: false, status: 400, message: "没有这个广告位" })
  })

  test("pages reserve space for every position with a current advertisement, and refresh when one begins or ends", async () => {
    await app.database.pool.query("delete from advertisement")
    const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
    await add({ position: "list_nav_bottom", height_desktop: 100, height_phone: 50 })
    await add({ position: "list_nav_bottom", content: '<img src="/a.png" height="70">' })
    await add({ position: "global_top", content: "字", end_time: at(2) })
    await add({ position: "user_top", start_time: at(1) })
    await add({ position: "search_top", enable: false })
    const room = async () => {
      const reply = await app.call("GET /advertisement/room")
      return reply.ok ? reply.data.room : []
    }
    expect(await room()).toEqual([
      { position: "list_nav_bottom", desktop: 182, phone: 132 },
      { position: "global_top", desktop: 90, phone: 60 },
    ])
    // both times of a plan are in the future: past times schedule nothing
    const planned = vi.spyOn(app.queue, "send")
    await add({ position: "user_top", start_time: at(1), end_time: at(2) })
    await add({ position: "user_top", start_time: at(-2) })
    expect(planned.mock.calls.map(([, job, , options]) => [job.name, options?.startAfterSeconds])).toEqual([
      ["advertisement-turn", 3_600],
      ["advertisement-turn", 7_200],
    ])
    planned.mockRestore()
  })

  test("scripts are marked, and served in a sandbox of their own origin [security: advertisement-frame]", async () => {
    const script = "<script>document.title='x'</script>"
    const { id } = await add({ title: "脚本", content: "<b>字</b>", content_b: script, position: "user_top" })
    const plain = await add({ title: "无脚本", content: "<b>字</b>", position: "user_top" })
    const rows = await visibleAdvertisements(["user_top"])
    expect(rows.filter(({ framed }) => framed).map((row) => row.id)).toEqual([id])
    const serve = async (path: string) => {
      const sent: { status?: number; headers?: Record<string, string>; body?: string } = {}
      const res = {
        writeHead: (status: number, headers: Record<string, string>) => Object.assign(sent, { status, headers }),
        end: (body: Buffer) => Object.assign(sent, { body: String(body) }),
      }
      await serveFrame(app, { req: { method: "GET" }, res, path, query: "" } as never)
      return sent
    }
    const policy = (await serve(`/advertisement-frame/${id}`)).headers!["content-security-policy"]!
    expect(policy).toMatch(/^sandbox allow-scripts /)
    expect(policy).not.toContain("allow-same-origin")
    expect(policy).toContain("frame-ancestors 'self'")
    expect((await serve(`/advertisement-frame/${id}`)).body).toContain("<b>字</b>")
    expect((await serve(`/advertisement-frame/${id}/b`)).body).toContain(script)
    // without a second content, its address shows the first
    expect((await serve(`/advertisement-frame/${plain.id}/b`)).body).toContain("<b>字</b>")
    await app.call("PUT /advertisement", { id, enable: false }, admin)
    for (const path of [`/advertisement-frame/${id}`, "/advertisement-frame/", "/advertisement-frame/1/c", "/advertisement-frame/0"])
      await expect(serve(path), path).rejects.toMatchObject({ status: 404 })
  })

  test("impressions and clicks are counted per content, of visitors only, and for staff only", async () => {
    const { id, updated_at } = await add({ title: "统计", content_b: "乙", position: "search_top" })
    const event = [
      { id, b: false, click: false },
      { id, b: false, click: false },
      { id, b: false, click: true },
      { id, b: true, click: false },
      { id: 999_999, b: false, click: false },
    ]
    const robot = { id: "t", ip: "203.0.113.9", user_agent: "Googlebot/2.1", token: "" }
    expect(await app.call("POST /advertisement/event", { event })).toMatchObject({ ok: true })
    expect(await app.call("POST /advertisement/event", { event }, admin)).toMatchObject({ ok: true })
    expect(await app.dispatch("POST /advertisement/event", { event }, robot)).toMatchObject({ ok: true })
    expect(await app.call("POST /advertisement/event", { event: Array.from({ length: 51 }, () => event[0]) })).toMatchObject({
      status: 400,
    })
    await flushEvents(app)
    await flushEvents(app)
    const reply = await app.call("GET /advertisement", { id }, admin)
    expect(reply).toMatchObject({ data: { impressions: 1, clicks: 1, impressions_b: 1, clicks_b: 0, updated_at } })
    expect(await visibleAdvertisements(["search_top"])).toMatchObject([{ content_b: "乙", impressions: 0, impressions_b: 0 }])
    const write = await app.call("PUT /advertisement", { id, impressions: 1_000 }, admin)
    expect(write.status === 400 || (await app.call("GET /advertisement", { id }, admin))).toMatchObject({ data: { impressions: 1 } })
  })
})
