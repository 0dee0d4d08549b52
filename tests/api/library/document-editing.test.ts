import { beforeAll, describe, expect, test } from "vitest"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let now = new Date("2026-11-20T04:00:00Z")
let owner: TestUser
let otherUser: TestUser

beforeAll(async () => {
  app = await testApp({ now: () => now })
  library = libraryOf(app)
  owner = await app.person()
  otherUser = await app.person()
})
const rowOf = async (id: number) => (await library.rows<Record<string, unknown>>("select * from document where id = $1", [id]))[0]!

describe("editing", () => {
  test("changes only the given fields; staff may edit, other users are denied [security: 8.2.2]", async () => {
    const { id, uuid } = await library.document(owner, "原题", { keywords: "旧", price: 3 })
    expect(await app.call("PUT /document", { id, title: "抢" }, otherUser)).toMatchObject({
      ok: false,
      status: 403,
      message: "文档不存在或没有权限",
    })
    expect(await app.call("PUT /document", { id: 99999, title: "抢" }, owner)).toMatchObject({ ok: false, status: 403 })
    expect(
      await app.call("PUT /document", { id, title: "新题", price: 8, status: 2, user_id: otherUser.id, is_vip: true }, owner),
    ).toMatchObject({ ok: true })
    expect(await rowOf(id)).toMatchObject({
      uuid,
      title: "新题",
      price: 8,
      keywords: "旧",
      status: 0,
      user_id: String(owner.id),
      is_vip: false,
    })
    expect(await app.call("PUT /document", { id, description: "管理员写的", language: "en" }, await app.admin())).toMatchObject({
      ok: true,
    })
    expect(await rowOf(id)).toMatchObject({ title: "新题", description: "管理员写的", language: "en" })
  })

  test.each([
    [{ title: " " }, "请输入标题"],
    [{ price: -1 }, "价格应在 0 到 1000000 之间"],
    [{ category_id: [99999] }, "所选分类不存在，请重新选择"],
  ])("%j is rejected and nothing changes", async (input, message) => {
    const { id } = await library.document(owner, "不变")
    expect(await app.call("PUT /document", { id, keywords: "变", ...input }, owner)).toMatchObject({ ok: false, status: 400, message })
    expect(await rowOf(id)).toMatchObject({ title: "不变", keywords: "" })
  })

  test("categories are replaced including ancestors, with counts; without the field they stay, an empty list removes all of them", async () => {
    const root = await library.category("教育")
    const [math, physics, other] = [
      await library.category("数学", 0, root),
      await library.category("物理", 0, root),
      await library.category("其他"),
    ]
    const { id } = await library.document(owner, "分类", { category_id: [math] })
    const counts = () => library.categoryCounts(root, math, physics, other)
    expect(await counts()).toEqual([1, 1, 0, 0])
    await app.call("PUT /document", { id, category_id: [physics, physics] }, owner)
    expect(await counts()).toEqual([1, 0, 1, 0])
    await app.call("PUT /document", { id, title: "不动分类" }, owner)
    expect(await counts()).toEqual([1, 0, 1, 0])
    await app.call("PUT /document", { id, category_id: [other] }, owner)
    expect(await counts()).toEqual([0, 0, 0, 1])
    await app.call("PUT /document", { id, category_id: [] }, owner)
    expect(await counts()).toEqual([0, 0, 0, 0])
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => app.call("PUT /document", { id, category_id: n % 2 ? [math, other] : [other, physics] }, owner)),
    )
    const chosen = (
      await library.rows<{ category_id: string }>("select category_id from document_category where document_id = $1", [id])
    ).map((row) => Number(row.category_id))
    expect(await counts()).toEqual([root, math, physics, other].map((one) => Number(chosen.includes(one))))
    await app.call("DELETE /document", { id: [id] }, owner)
    expect(await counts()).toEqual([0, 0, 0, 0])
  })

  test("changed text returns to review where reviews are required and after a rejection; changes by staff and other changes do not", async () => {
    const person = await app.person()
    const { id } = await library.document(person, "审过的")
    const become = (status: number) => app.database.pool.query("update document set status = $2 where id = $1", [id, status])
    const after = async (change: object, as: TestUser) => {
      await app.call("PUT /document", { id, ...change }, as)
      return (await rowOf(id)).status
    }
    await become(7)
    expect(await after({ price: 1 }, person)).toBe(7)
    expect(await after({ title: "改好了" }, await app.admin())).toBe(7)
    expect(await after({ title: "改得更好" }, person)).toBe(6)
    await become(2)
    expect(await after({ title: "自由" }, person)).toBe(2)
    await library.onlyGroup(person, { enable_upload: true, enable_document_review: true })
    expect(await after({ title: "自由" }, person)).toBe(2)
    expect(await after({ title: "换成广告" }, person)).toBe(6)
    await become(1)
    expect(await app.call("PUT /document", { id, title: "趁转换" }, person)).toMatchObject({ ok: false, status: 409 })
    await become(4)
    expect(await after({ title: "解禁？" }, person)).toBe(4)
  })
})

describe("downloads of the user", () => {
  test("are listed newest first with their documents, filtered by text and days; deleted documents are marked; no other user's appear", async () => {
    const reader = await app.person()
    const [one, two, three] = [
      await library.document(owner, "第一份 讲义"),
      await library.document(owner, "第二份"),
      await library.document(owner, "会删除"),
    ]
    for (const [n, { id }] of [one, two, three].entries()) {
      now = new Date(Date.UTC(2026, 10, 21 + n, 4))
      expect(await app.call("GET /document/download", { id }, reader)).toMatchObject({ ok: true })
    }
    await app.call("GET /document/download", { id: one.id }, otherUser)
    await app.call("DELETE /document", { id: [three.id] }, owner)
    const listed = async (input = {}) => {
      const reply = await app.call("GET /user/download", input, reader)
      if (!reply.ok) throw new Error(reply.message)
      return reply.data
    }
    const all = await listed()
    expect(all.total).toBe(3)
    expect(all.download.map((row) => row.title)).toEqual(["已被删除", "第二份", "第一份 讲义"])
    expect(all.download[0]).toMatchObject({ document_uuid: "", cover: "", ext: ".txt" })
    expect(all.download[2]).toMatchObject({
      document_id: one.id,
      document_uuid: one.uuid,
      ext: ".txt",
      score: 300,
      cover: `/view/cover/${one.uuid}?v=1`,
      is_pay: false,
      created_at: "2026-11-21T04:00:00.000Z",
    })
    expect((await listed({ wd: "讲义" })).download.map((row) => row.title)).toEqual(["第一份 讲义"])
    expect((await listed({ wd: "删除" })).total).toBe(0)
    expect(
      (await listed({ created_at: ["2026-11-22T00:00:00+08:00", "2026-11-22T23:59:59+08:00"] })).download.map((row) => row.title),
    ).toEqual(["第二份"])
    expect((await listed({ created_at: ["2026-11-22T04:00:00Z"] })).total).toBe(2)
    expect(await app.call("GET /user/download", { created_at: ["昨天", ""] }, reader)).toMatchObject({
      ok: false,
      status: 400,
      message: "时间格式不正确",
    })
    expect(await listed({ page: 2, size: 2 })).toMatchObject({ total: 3, download: [{ title: "第一份 讲义" }] })
  })
})

describe("orders and cards", () => {
  test("lists only those of the user, filtered; 0 means no filter", async () => {
    const person = await app.person()
    const order = (as: TestUser, no: string, type: number, status: number) =>
      app.database.pool.query(`insert into "order" (order_no, user_id, order_type, status) values ($1, $2, $3, $4)`, [
        no,
        as.id,
        type,
        status,
      ])
    await order(person, "1", 1, 1)
    await order(person, "2", 2, 2)
    await order(otherUser, "3", 1, 1)
    const numbers = async (input = {}) => {
      const reply = await app.call("GET /user/order", input, person)
      return reply.ok ? [reply.data.total, ...reply.data.order.map((row) => row.order_no)] : []
    }
    expect(await numbers()).toEqual([2, "2", "1"])
    expect(await numbers({ status: 0 })).toEqual([2, "2", "1"])
    expect(await numbers({ status: 2 })).toEqual([1, "2"])
    expect(await numbers({ order_type: [1] })).toEqual([1, "1"])
    for (const [as, days] of [
      [person, 10],
      [person, 300],
      [otherUser, 5],
    ] as const)
      await app.database.pool.query(
        "insert into user_vip (user_id, type, discount, joined_at, expired_at) values ($1, 0, 80, now(), now() + make_interval(days => $2))",
        [as.id, days],
      )
    const cards = await app.call("GET /user/vip", {}, person)
    expect(cards).toMatchObject({ ok: true, data: { total: 2, user_vip: [{ user_id: person.id, discount: 80 }, { user_id: person.id }] } })
    expect(cards.ok && cards.data.user_vip[0]!.expired_at! > cards.data.user_vip[1]!.expired_at!).toBe(true)
  })
})
