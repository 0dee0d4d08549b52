import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { friendlinkTable } from "@/server/modules/site/friendlink/friendlink.table"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let staff: TestUser
const changes: string[] = []
beforeAll(async () => {
  app = await testApp()
  staff = await staffWith(
    app,
    "FriendlinkAPI/CreateFriendlink",
    "FriendlinkAPI/UpdateFriendlink",
    "FriendlinkAPI/DeleteFriendlink",
    "FriendlinkAPI/GetFriendlink",
    "FriendlinkAPI/ListFriendlink",
  )
  app.events.on("changed", ({ what }) => void changes.push(what))
})
beforeEach(async () => {
  await app.database.db.delete(friendlinkTable)
})
const done = { ok: true, status: 200 }
const list = async (input: Record<string, unknown> = {}, as?: TestUser) => {
  const reply = await app.call("GET /friendlink/list", input, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const add = async (input: Record<string, unknown> = {}) => {
  const reply = await app.call("POST /friendlink", { title: "邻居", link: "https://example.org", enable: true, ...input }, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

describe("friend links (docs/reference/api.md 2.10)", () => {
  test("staff add, read, change and delete one; each change renders the home page again and is in the audit log", async () => {
    const row = await add({ sort: 3, description: "每月互访" })
    expect(row).toMatchObject({ title: "邻居", link: "https://example.org", sort: 3, enable: true, description: "每月互访" })
    expect(await app.call("GET /friendlink", { id: row.id }, staff)).toMatchObject({ data: row })
    changes.length = 0
    expect(await app.call("PUT /friendlink", { id: row.id, title: "新名字" }, staff)).toMatchObject(done)
    expect(await app.call("GET /friendlink", { id: row.id }, staff)).toMatchObject({
      data: { ...row, title: "新名字", updated_at: expect.any(String) as string },
    })
    expect(await app.call("DELETE /friendlink", { id: [row.id] }, staff)).toMatchObject(done)
    expect(await app.call("GET /friendlink", { id: row.id }, staff)).toMatchObject({ status: 404 })
    expect(new Set(changes)).toEqual(new Set(["home"]))
    const { rows } = await app.database.pool.query<{ call: string }>("select call from audit where call like '%/friendlink' order by id")
    expect(rows.map(({ call }) => call)).toEqual(["POST /friendlink", "PUT /friendlink", "DELETE /friendlink"])
  })

  test("visitors see the enabled ones in order, without the staff remark; staff see and search all", async () => {
    await add({ title: "其次", sort: 1, description: "内部备注" })
    await add({ title: "最先", sort: 9 })
    await add({ title: "停用", sort: 20, enable: false })
    for (const as of [undefined, await app.person()]) {
      const seen = await list({ enable: ["true", "false"], wd: "停用", field: ["id", "title", "link"] }, as)
      expect(seen.friendlink.map(({ title, description }) => [title, description])).toEqual([
        ["最先", ""],
        ["其次", ""],
      ])
      expect(seen.total).toBe(2)
    }
    expect((await list({}, staff)).friendlink.map(({ title }) => title)).toEqual(["最先", "其次", "停用"])
    expect((await list({ wd: "内部" }, staff)).friendlink).toMatchObject([{ title: "其次", description: "内部备注" }])
    expect((await list({ enable: [false] }, staff)).friendlink.map(({ title }) => title)).toEqual(["停用"])
    expect((await list({ page: 2, size: 1 })).friendlink.map(({ title }) => title)).toEqual(["其次"])
  })

  test("nothing can be changed without the permission", async () => {
    const row = await add()
    const reader = await app.person()
    for (const [as, status] of [
      [undefined, 401],
      [reader, 403],
    ] as const) {
      expect(await app.call("POST /friendlink", { title: "我", link: "https://example.org" }, as)).toMatchObject({ status })
      expect(await app.call("PUT /friendlink", { id: row.id, title: "我" }, as)).toMatchObject({ status })
      expect(await app.call("DELETE /friendlink", { id: [row.id] }, as)).toMatchObject({ status })
    }
    expect((await list()).friendlink).toMatchObject([{ title: "邻居" }])
  })

  test("one row by id: visitors see it without the remark, and only if it is enabled; staff see all of it", async () => {
    const row = await add({ description: "内部备注" })
    const disabled = await add({ enable: false })
    for (const as of [undefined, await app.person()]) {
      expect(await app.call("GET /friendlink", { id: row.id }, as)).toMatchObject({ data: { title: "邻居", description: "" } })
      expect(await app.call("GET /friendlink", { id: disabled.id }, as)).toMatchObject({ status: 404 })
    }
    expect(await app.call("GET /friendlink", { id: row.id }, staff)).toMatchObject({ data: { description: "内部备注" } })
    expect(await app.call("GET /friendlink", { id: disabled.id }, staff)).toMatchObject({ data: { enable: false } })
    expect(await app.call("GET /friendlink", { id: 0 })).toMatchObject({ status: 400 })
  })

  test("a name and an address are required; it is disabled by default", async () => {
    for (const wrong of [{ title: "" }, { link: "" }, { title: "长".repeat(65) }, { link: `https://${"a".repeat(250)}.example` }])
      expect(await app.call("POST /friendlink", { title: "邻居", link: "https://example.org", ...wrong }, staff)).toMatchObject({
        status: 400,
      })
    expect(await app.call("POST /friendlink", { title: "邻居", link: "https://example.org" }, staff)).toMatchObject({
      data: { enable: false },
    })
    expect(await app.call("PUT /friendlink", { id: 0, title: "邻居" }, staff)).toMatchObject({ status: 400 })
  })

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,1",
    "//evil.example",
    "/\\evil.example",
    '" onclick="x',
    "ftp://a",
  ])("no friend link can lead to %s [security: 1.2.2, javascript-link]", async (link) => {
    const row = await add()
    expect(await app.call("POST /friendlink", { title: "邻居", link }, staff)).toMatchObject({ status: 400 })
    expect(await app.call("PUT /friendlink", { id: row.id, link }, staff)).toMatchObject({ status: 400 })
  })
})
