import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Output } from "@/lib/contract/types"
import { libraryOf } from "../../setup/library"
import { queriesOf } from "../../setup/queries"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

/* One call for the page chrome (header, footer, navigation) (docs/decisions/143). */

let app: TestApp
let library: ReturnType<typeof libraryOf>
let admin: TestUser
let reader: TestUser
let staff: TestUser

beforeAll(async () => {
  app = await testApp({ answerMegabytes: 4 })
  library = libraryOf(app)
  ;[admin, reader, staff] = [await app.admin(), await app.person(), await staffWith(app, "BannerAPI/ListBanner")]
})

const open = { login_required: false, is_close: false }
beforeEach(() => library.set("security", open))

/** Calls it as a rendering does: results for visitors are cached for half a minute. */
const frame = async (as?: TestUser): Promise<Output<"GET /frame">> => {
  const reply = await app.dispatch(
    "GET /frame",
    {},
    { id: "t", ip: "203.0.113.9", user_agent: "", token: as?.token ?? "", rendering: true },
  )
  if (!reply.ok) throw new Error(reply.body.message)
  return reply.data as Output<"GET /frame">
}
const dataOf = async <K extends "GET /settings" | "GET /navigation/list" | "GET /category/list" | "GET /advertisement/room">(
  key: K,
  input = {},
) => {
  const reply = await app.call(key, input)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data as Output<K>
}
const change = async (key: Parameters<TestApp["call"]>[0], input: object) => {
  const reply = await app.call(key, input, admin)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data as { id: number }
}

test("returns the data of its four calls, without invisible rows", async () => {
  await change("POST /category", { title: "教育", description: "说明", show_description: true })
  await change("POST /category", { title: "公告", type: 1 })
  await change("POST /category", { title: "藏起来的", enable: false })
  await change("POST /navigation", { title: "藏起来的", href: "/hidden", enable: false })
  await change("POST /advertisement", { position: "global_top", title: "条幅", content: "字", enable: true })
  const { settings, navigation, category, room } = await frame()
  expect(settings).toEqual(await dataOf("GET /settings"))
  const items = (await dataOf("GET /navigation/list")).navigation
  expect(items.length).toBeGreaterThan(0)
  expect(items.map(({ id, title, href }) => ({ id, title, href }))).toEqual(navigation.map(({ id, title, href }) => ({ id, title, href })))
  const rows = (await dataOf("GET /category/list", { type: [0, 1] })).category
  expect(rows.map(({ title }) => title)).toEqual(expect.arrayContaining(["教育", "公告"]))
  for (const [n, row] of category.entries()) expect(rows[n]).toMatchObject(row)
  expect(category).toHaveLength(rows.length)
  expect(room).toEqual((await dataOf("GET /advertisement/room")).room)
  expect(room).toHaveLength(1)
  // staff see their disabled items in /admin, not on pages
  expect(await frame(admin)).toEqual(await frame())
})

test("is read once for all pages, for any visitor, while the site is open", async () => {
  await frame()
  expect(await queriesOf(app, () => frame())).toEqual([])
  // only queries about the caller, none about the page chrome
  const tables = async () => (await queriesOf(app, () => frame(reader))).map(({ text }) => text).join()
  expect(await tables()).not.toMatch(/"(navigation|category|advertisement)"/)
  await library.set("security", { ...open, login_required: true })
  expect(await tables()).toMatch(/"navigation"/)
})

describe("data that is cached for half a minute is dropped by every change of it", () => {
  const text = async () => JSON.stringify(await frame())
  const isSeen = async (word: string, work: () => Promise<unknown>) => {
    expect(await text()).not.toContain(word)
    await work()
    expect(await text()).toContain(word)
  }

  test("a setting", () => isSeen("改过的站名", () => library.set("system", { sitename: "改过的站名" })))
  test("a language", () => isSeen("世界语", () => change("POST /language", { language: "世界语", code: "eo", enable: true })))
  test("an item of the page head", () =>
    isSeen("新的导航", () => change("POST /navigation", { title: "新的导航", href: "/new", enable: true })))
  test("a category", () => isSeen("新的分类", () => change("POST /category", { title: "新的分类" })))
  test("an advertisement", () =>
    isSeen("user_top", () => change("POST /advertisement", { position: "user_top", title: "条幅", content: "字", enable: true })))
  test("a document that is counted in its category", async () => {
    const { id } = await change("POST /category", { title: "数得清的" })
    const counted = async () => (await frame()).category.find((row) => row.id === id)?.doc_count
    expect(await counted()).toBe(0)
    await library.document(reader, "数一数", { category_id: [id] })
    expect(await counted()).toBe(1)
  })
})

describe("while site security restricts access", () => {
  const whole = async (as?: TestUser) => {
    const { settings, navigation, category, room } = await frame(as)
    expect({ site: settings.system.sitename, head: navigation.length > 0 }).toEqual({ site: "关起来的站", head: true })
    // present but empty: the pages then request no advertisement, which would be refused
    expect(room).toBeDefined()
    expect(category.length > 0).toBe(room!.length > 0)
    return category.length > 0
  }
  beforeAll(() => library.set("system", { sitename: "关起来的站" }))

  test("login required: visitors get only settings and navigation", async () => {
    expect(await whole()).toBe(true)
    await library.set("security", { ...open, login_required: true })
    expect([await whole(), await whole(reader), await whole(staff)]).toEqual([false, true, true])
  })
  test("closed: only staff get all of it", async () => {
    await library.set("security", { ...open, is_close: true })
    expect([await whole(), await whole(reader), await whole(staff)]).toEqual([false, false, true])
  })
  test("open again: every visitor gets all of it", async () => expect([await whole(), await whole(reader)]).toEqual([true, true]))
})
