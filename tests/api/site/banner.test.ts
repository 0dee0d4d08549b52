import { beforeAll, describe, expect, test } from "vitest"
import { bannerTable } from "@/server/modules/site/banner/banner.table"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let staff: TestUser
const changes: string[] = []
beforeAll(async () => {
  app = await testApp()
  staff = await staffWith(
    app,
    "BannerAPI/CreateBanner",
    "BannerAPI/UpdateBanner",
    "BannerAPI/DeleteBanner",
    "BannerAPI/GetBanner",
    "BannerAPI/ListBanner",
  )
  app.events.on("changed", ({ what }) => void changes.push(what))
})
const done = { ok: true, status: 200 }
const list = async (input: Record<string, unknown> = {}, as?: TestUser) => {
  const reply = await app.call("GET /banner/list", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const add = async (input: Record<string, unknown>) => {
  const reply = await app.call("POST /banner", { path: "/uploads/ab/x.webp", ...input }, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

describe("the generic create, read, update and delete calls (server/crud.ts), tested with banners", () => {
  test("stores the sent values, false included; id and times are set by the server", async () => {
    const row = await add({
      title: "活动",
      enable: false,
      sort: 3,
      type: 1,
      url: "/joinvip",
      description: "介绍",
      id: 77,
      created_at: "2001-01-01T00:00:00Z",
    })
    expect(row).toMatchObject({
      title: "活动",
      enable: false,
      sort: 3,
      type: 1,
      url: "/joinvip",
      description: "介绍",
      path: "/uploads/ab/x.webp",
    })
    expect(row.id).not.toBe(77)
    expect(row.created_at).not.toMatch(/^2001/)
    expect(await app.call("GET /banner", { id: row.id }, staff)).toMatchObject({ data: row })
    expect(await app.call("POST /banner", { title: "没有图" }, staff)).toMatchObject({ status: 400 })
  })

  test("an update keeps omitted fields and drops the cached page with the row", async () => {
    const row = await add({ title: "原来", sort: 5 })
    changes.length = 0
    expect(await app.call("PUT /banner", { id: row.id, title: "后来", id2: 1, created_at: "2001-01-01T00:00:00Z" }, staff)).toMatchObject(
      done,
    )
    expect(await app.call("GET /banner", { id: row.id }, staff)).toMatchObject({
      data: { ...row, title: "后来", updated_at: expect.any(String) as string },
    })
    expect(new Set(changes)).toEqual(new Set(["home"]))
    expect(await app.call("PUT /banner", { id: row.id }, staff)).toMatchObject(done)
    expect(await app.call("PUT /banner", { id: 999_999, title: "没有" }, staff)).toMatchObject({ status: 404 })
    expect(await app.call("PUT /banner", { title: "没有编号" }, staff)).toMatchObject({ status: 400 })
    expect(await app.call("GET /banner", { id: 999_999 }, staff)).toMatchObject({ status: 404 })
  })

  test("every visitor sees the enabled rows, staff all; filters apply to both", async () => {
    await app.database.db.delete(bannerTable)
    const on = await add({ title: "开着", sort: 1, type: 0 })
    const off = await add({ title: "关着", enable: false, type: 0 })
    const mobile = await add({ title: "小程序", sort: 9, type: 1 })
    expect((await list()).banner.map((row) => row.id)).toEqual([mobile.id, on.id])
    expect(await list({ enable: [false] })).toEqual({ total: 0, banner: [] })
    expect((await list({ type: [0], enable: ["true"] })).banner.map((row) => row.id)).toEqual([on.id])
    expect((await list({}, staff)).banner.map((row) => row.id)).toEqual([mobile.id, on.id, off.id])
    expect((await list({ enable: ["0"] }, staff)).banner.map((row) => row.id)).toEqual([off.id])
    expect((await list({ wd: "关" }, staff)).banner.map((row) => row.id)).toEqual([off.id])
    expect((await list({ wd: "关" })).total).toBe(2)
    expect((await list({ wd: "%" }, staff)).total).toBe(0)
    expect((await list({ order: "id asc" }, staff)).banner.map((row) => row.id)).toEqual([on.id, off.id, mobile.id])
    expect((await list({ order: "path; drop table banner" }, staff)).total).toBe(3)
    expect((await list({ size: 1, page: 2 }, staff)).banner.map((row) => row.id)).toEqual([on.id])
    expect((await list({ limit: 1 })).banner.map((row) => row.id)).toEqual([mobile.id])
  })

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>1</script>",
    "//evil.example",
    "/\\evil.example",
    '" onclick="x',
    "vbscript:x",
    "ftp://a",
  ])("no image and no link can be %s [security: 1.2.2, javascript-link]", async (address) => {
    const row = await add({ url: "https://example.org/a?b=1#c" })
    for (const field of ["path", "url"]) {
      expect(await app.call("POST /banner", { path: "/uploads/x.png", [field]: address }, staff)).toMatchObject({ status: 400 })
      expect(await app.call("PUT /banner", { id: row.id, [field]: address }, staff)).toMatchObject({ status: 400 })
    }
    expect(await app.call("PUT /banner", { id: row.id, url: "" }, staff)).toMatchObject(done)
  })

  test("deletes the given ids and ignores unknown ones", async () => {
    const [one, two] = [await add({}), await add({})]
    expect(await app.call("DELETE /banner", { id: [one.id, 999_999] }, staff)).toMatchObject(done)
    expect(await app.call("DELETE /banner", { id: [] }, staff)).toMatchObject(done)
    expect(await app.call("GET /banner", { id: one.id }, staff)).toMatchObject({ status: 404 })
    expect(await app.call("GET /banner", { id: two.id }, staff)).toMatchObject(done)
  })
})
