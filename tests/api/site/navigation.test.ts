import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { navigationTable } from "@/server/modules/site/navigation/navigation.table"
import { staffWith } from "../../setup/staff"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let staff: TestUser
const changes: string[] = []
beforeAll(async () => {
  app = await testApp()
  staff = await staffWith(
    app,
    "NavigationAPI/CreateNavigation",
    "NavigationAPI/UpdateNavigation",
    "NavigationAPI/DeleteNavigation",
    "NavigationAPI/ListNavigation",
  )
  app.events.on("changed", ({ what }) => void changes.push(what))
})
beforeEach(() => app.database.db.delete(navigationTable))

const add = async (title: string, input: Record<string, unknown> = {}) => {
  const reply = await app.call("POST /navigation", { title, href: "/", enable: true, ...input }, staff)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.id
}
/** Returns "title" at the top level, "parent/title" below, in the order of the response. */
const tree = async (as?: TestUser) => {
  const reply = await app.call("GET /navigation/list", { page: 1, size: 10 }, as)
  const rows = reply.ok ? reply.data.navigation : []
  const nameOf = (id: number): string => {
    const row = rows.find((one) => one.id === id)!
    return row.parent_id ? `${nameOf(row.parent_id)}/${row.title}` : row.title
  }
  return rows.map((row) => nameOf(row.id))
}
const move = (id: number, parent_id: number, before?: number, as = staff) => app.call("PUT /navigation/move", { id, parent_id, before }, as)

describe("the generic calls for trees, tested with the navigation", () => {
  test("a row is moved before another, to the end, and below a parent; pages with the row are rendered again", async () => {
    const [a, b, c] = [await add("甲"), await add("乙"), await add("丙")]
    expect(await tree()).toEqual(["甲", "乙", "丙"])
    changes.length = 0
    expect(await move(c, 0, a)).toMatchObject({ ok: true })
    expect(await tree()).toEqual(["丙", "甲", "乙"])
    expect(changes).toContain("navigation")
    expect(await move(c, 0)).toMatchObject({ ok: true })
    expect(await tree()).toEqual(["甲", "乙", "丙"])
    await move(b, a)
    await move(c, a, b)
    expect((await tree()).toSorted()).toEqual(["甲", "甲/丙", "甲/乙"].toSorted())
    expect((await tree()).filter((name) => name.includes("/"))).toEqual(["甲/丙", "甲/乙"])
  })

  test("no row can become its own descendant", async () => {
    const a = await add("甲")
    const b = await add("乙", { parent_id: a })
    const c = await add("丙", { parent_id: b })
    for (const parent of [a, b, c]) expect(await move(a, parent), String(parent)).toMatchObject({ ok: false, status: 400 })
    expect(await app.call("PUT /navigation", { id: a, parent_id: c }, staff)).toMatchObject({ ok: false, status: 400 })
    expect(await app.call("PUT /navigation", { id: a, parent_id: a }, staff)).toMatchObject({ ok: true })
    expect(await tree()).toEqual(expect.arrayContaining(["甲", "甲/乙", "甲/乙/丙"]))
    // two parallel moves, each valid alone, would create a cycle
    const d = await add("丁")
    const replies = await Promise.all([move(a, d), move(d, a)])
    expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 400])
  })

  test("an unknown row, parent or neighbour, and a missing permission, are rejected", async () => {
    const [a, b] = [await add("甲"), await add("乙")]
    expect(await move(999_999, 0)).toMatchObject({ status: 404 })
    expect(await move(a, 999_999)).toMatchObject({ status: 400 })
    expect(await move(a, 0, 999_999)).toMatchObject({ status: 400, message: "位置已经变了，请刷新后重试" })
    expect(await move(a, 0, b, await app.person())).toMatchObject({ status: 403 })
    expect(await add("没有上级", { parent_id: 999_999 }).catch(() => 0)).toBe(0)
  })

  test("a row that another user moved meanwhile can be moved", async () => {
    const [a, b, c] = [await add("甲"), await add("乙"), await add("丙")]
    await Promise.all([move(c, 0, a), move(b, 0, a)])
    expect((await tree()).toSorted()).toEqual(["甲", "乙", "丙"].toSorted())
    expect((await tree()).at(-1)).toBe("甲")
  })

  test("visitors get all enabled rows whatever page size they request; staff also get the disabled ones", async () => {
    for (let at = 0; at < 12; at++) await add(`第 ${at} 项`, { enable: at !== 3 })
    expect(await tree()).toHaveLength(11)
    expect(await tree(staff)).toHaveLength(12)
  })

  test("deleting a row deletes its descendants; built-in entries cannot be deleted", async () => {
    const a = await add("甲")
    const b = await add("乙", { parent_id: a })
    await add("丙", { parent_id: b })
    const fixed = await add("首页")
    await app.database.pool.query("update navigation set fixed = true where id = $1", [fixed])
    expect(await app.call("DELETE /navigation", { id: [a, fixed] }, staff)).toMatchObject({ ok: false, status: 400 })
    expect(await tree()).toHaveLength(4)
    expect(await app.call("DELETE /navigation", { id: [a] }, staff)).toMatchObject({ ok: true })
    expect(await tree()).toEqual(["首页"])
    await app.call("PUT /navigation", { id: fixed, fixed: false, title: "主页" }, staff)
    expect(await app.call("PUT /navigation", { id: fixed, href: "/elsewhere" }, staff)).toMatchObject({
      status: 400,
      message: "网站自带的导航不能改链接",
    })
    expect(await app.call("PUT /navigation", { id: fixed, href: "/", target: "_blank" }, staff)).toMatchObject({ ok: true })
    expect(await app.call("DELETE /navigation", { id: [fixed] }, staff)).toMatchObject({ ok: false, status: 400 })
  })

  test.each(["javascript:alert(1)", "//evil.example", "data:text/html,x"])(
    "no entry can lead to %s [security: 1.2.2, javascript-link]",
    async (href) => {
      expect(await app.call("POST /navigation", { title: "坏的", href }, staff)).toMatchObject({ ok: false, status: 400 })
    },
  )
})
