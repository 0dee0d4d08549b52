import { beforeAll, describe, expect, test } from "vitest"
import type { Key, Output } from "../../lib/contract/types"
import { libraryOf } from "../setup/library"
import { staffWith } from "../setup/staff"
import { testApp, type TestUser, type TestApp } from "../setup/test-app"

let app: TestApp
let first: TestUser
let second: TestUser

beforeAll(async () => {
  app = await testApp()
  const rights = ["BannerAPI/CreateBanner", "BannerAPI/UpdateBanner", "BannerAPI/GetBanner", "BannerAPI/ListBanner"] as const
  first = await staffWith(app, ...rights)
  second = await staffWith(app, ...rights)
})
const dataOf = async <K extends Key>(key: K, input: object, as: TestUser): Promise<Output<K>> => {
  const reply = await app.call(key, { ...input }, as)
  if (!reply.ok) throw new Error(`${key}: ${reply.message}`)
  return reply.data
}
const banner = async () => dataOf("POST /banner", { path: "/uploads/a.webp", title: "原来", sort: 1 }, first)
const read = (id: number) => dataOf("GET /banner", { id }, first)
/** Returns the header as a screen sends it: the row's update time in quotes. */
const matching = (row: { updated_at: string | null }) => `"${row.updated_at}"`
const refused = { ok: false, status: 409, message: "刚才有人改过这一条，你的修改还没有保存" }

describe("two staff members edit the same row", () => {
  test("the second edit is rejected and overwrites nothing", async () => {
    const row = await banner()
    const change = (as: TestUser, values: object, match?: string) =>
      app.call("PUT /banner", { id: row.id, ...values }, as, undefined, match)
    expect(await change(first, { title: "第一位" }, matching(row))).toMatchObject({ ok: true })
    expect(await change(second, { title: "第二位", sort: 9 }, matching(row))).toMatchObject(refused)
    expect(await read(row.id)).toMatchObject({ title: "第一位", sort: 1 })
    // a user who has read the newer row may overwrite it
    expect(await change(second, { sort: 9 }, matching(await read(row.id)))).toMatchObject({ ok: true })
    expect(await read(row.id)).toMatchObject({ title: "第一位", sort: 9 })
  })

  test("one of two simultaneous edits is rejected", async () => {
    const row = await banner()
    const replies = await Promise.all(
      [first, second].map((as, at) => app.call("PUT /banner", { id: row.id, title: `同时 ${at}` }, as, undefined, matching(row))),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await read(row.id)).title).toBe(`同时 ${replies.findIndex(({ ok }) => ok)}`)
  })

  test("without the header there is no comparison, even with the update time in the body as older clients send it", async () => {
    const row = await banner()
    await app.call("PUT /banner", { id: row.id, title: "新的" }, first)
    const old = { id: row.id, sort: 3, updated_at: row.updated_at }
    expect(await app.call("PUT /banner", old, second)).toMatchObject({ ok: true })
    expect(await app.call("PUT /banner", { id: row.id, sort: 4 }, second, undefined, "*")).toMatchObject({ ok: true })
    expect(await read(row.id)).toMatchObject({ title: "新的", sort: 4 })
    expect(await app.call("PUT /banner", { id: row.id, sort: 5 }, second, undefined, '"nonsense"')).toMatchObject(refused)
    expect(await app.call("PUT /banner", { id: 999_999, sort: 5 }, second, undefined, matching(row))).toMatchObject({ status: 404 })
  })

  test("entities with their own calls are compared as well", async () => {
    const admin = await app.admin()
    const library = libraryOf(app)
    const { id } = await library.document(await app.person(), "文档")
    const listed = async () => (await dataOf("GET /document/list", { id: [id], size: 10 }, admin)).document.find((row) => row.id === id)!
    await app.database.pool.query("update document set status = 2 where id = $1", [id])
    const row = await listed()
    expect(await app.call("PUT /document", { id, title: "改名" }, admin, undefined, matching(row))).toMatchObject({ ok: true })
    expect(await app.call("PUT /document", { id, title: "再改" }, admin, undefined, matching(row))).toMatchObject(refused)
    // pages are added while a user edits: a conversion is not an edit
    await app.database.pool.query("update document set status = 1, updated_at = now() where id = $1", [id])
    expect(await app.call("PUT /document", { id, title: "转换中" }, admin, undefined, matching(row))).toMatchObject({ ok: true })

    const person = await app.person()
    const userRow = async () => dataOf("GET /user", { id: person.id }, admin)
    const before = await userRow()
    const groups = { id: person.id, group_id: before.group_id }
    expect(await app.call("PUT /user", { ...groups, password: "another horse 8" }, admin, undefined, matching(before))).toMatchObject({
      ok: true,
    })
    expect(await app.call("PUT /user", groups, admin, undefined, matching(before))).toMatchObject(refused)
    const changed = await userRow()
    expect(await app.call("PUT /user", groups, admin, undefined, matching(changed))).toMatchObject({ ok: true })
    expect(await app.call("PUT /user/profile", { id: person.id, realname: "新" }, admin, undefined, matching(changed))).toMatchObject(
      refused,
    )

    const group = await dataOf("POST /group", { title: "编辑组" }, admin)
    await app.call("PUT /group", { id: group.id, sort: 2 }, admin, undefined, matching(group))
    expect(await app.call("PUT /group", { id: group.id, sort: 3 }, admin, undefined, matching(group))).toMatchObject(refused)
  })
})
