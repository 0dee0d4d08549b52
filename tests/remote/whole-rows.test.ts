import { afterEach, describe, expect, test } from "vitest"
import type { Key } from "../../lib/contract/types"
import { community } from "../../server/remote/community/community"
import type { Fields } from "../../server/remote/messages"
import { articleRow, callAt, documentRow, moved, times } from "./rows"
import { startStrictServer, type StrictServer } from "./strict-server"

let server: StrictServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const put = (at: StrictServer, key: Key, input: unknown, ifMatch?: string) => callAt(community, at, key, input, ifMatch)

/** Every entity whose message replaces the row: a row in which every field has a value, and one change. */
const entities: [key: Key, path: string, row: Fields, change: Fields, after?: Fields][] = [
  ["PUT /document", "/document", documentRow, { price: 5 }],
  ["PUT /article", "/article", articleRow, { keywords: "乙" }],
  [
    "PUT /banner",
    "/banner",
    {
      id: 3,
      ...times,
      title: "横幅",
      path: "/uploads/a.png",
      url: "https://example.org",
      sort: 4,
      enable: true,
      type: 1,
      description: "说明",
    },
    { sort: 7 },
  ],
  [
    "PUT /friendlink",
    "/friendlink",
    { id: 2, ...times, title: "邻居", link: "https://example.org", description: "说明", sort: 4, enable: true },
    { sort: 7 },
  ],
  [
    "PUT /advertisement",
    "/advertisement",
    {
      id: 1,
      ...times,
      user_id: 1,
      position: "index",
      title: "广告",
      content: "<p>广告</p>",
      enable: true,
      remark: "记",
      start_time: "2026-01-01T00:00:00Z",
      end_time: "2030-01-01T00:00:00Z",
    },
    { remark: "改" },
  ],
  [
    "PUT /group",
    "/group",
    {
      id: 1,
      ...times,
      title: "超级管理员",
      color: "#f00",
      description: "组",
      is_default: true,
      is_display: true,
      enable_upload: true,
      enable_comment: true,
      enable_comment_approval: true,
      enable_document_review: true,
      enable_article: true,
      enable_article_approval: true,
      sort: 3,
      user_count: 1,
    },
    { description: "改" },
  ],
  [
    "PUT /punishment",
    "/punishment",
    {
      id: 2,
      ...times,
      user_id: 16,
      username: "fengyi",
      type: 2,
      enable: true,
      operators: "[]",
      remark: "测试",
      reason: "广告",
      end_time: "2030-01-01T00:00:00Z",
    },
    { remark: "改" },
  ],
  [
    "PUT /report",
    "/report",
    { id: 1, ...times, document_id: 10, document_title: "utf8", user_id: 5, username: "lihua", reason: 1, remark: "排版有误" },
    { status: true },
  ],
  [
    "PUT /comment",
    "/comment",
    { id: 1, ...times, content: "写得清楚", document_id: 10, status: 1, comment_count: 1, user_id: 2, type: 1, parent_id: 4 },
    { content: "改" },
  ],
  [
    "PUT /language",
    "/language",
    { id: 1, ...times, language: "中文（简体）", code: "zh-CN", enable: true, sort: 2, total: 9 },
    { sort: 3 },
  ],
  [
    "PUT /navigation",
    "/navigation",
    {
      id: 2,
      ...times,
      title: "文库",
      href: "/category",
      target: "_self",
      color: "#333",
      sort: 9,
      enable: true,
      parent_id: 1,
      description: "说明",
      fixed: true,
    },
    { title: "改" },
  ],
  [
    "PUT /permission",
    "/permission",
    { id: 77, ...times, method: "GRPC", path: "/api.v1.AdvertisementAPI/CreateAdvertisement", title: "添加广告", description: "说明" },
    { title: "改" },
  ],
]

describe("a change of one field leaves the rest of the row unchanged", () => {
  test.each(entities)("%s", async (key, path, row, change) => {
    server = await startStrictServer({ [path]: [{ ...row, id: 900 }, { ...row }] })
    const reply = await put(server, key, { id: row["id"], ...change })
    expect({ key, status: reply.status, data: reply.data }).toEqual({ key, status: 200, data: {} })
    expect(server.tables[path]![1]).toEqual({ ...row, ...change, updated_at: moved })
    expect(server.tables[path]![0]).toEqual({ ...row, id: 900 })
  })

  test("a profile keeps unchanged fields, and the remark that only staff see", async () => {
    const user = { id: 1, username: "admin", mobile: "13800000003", email: "a@example.org", address: "北京", signature: "好读书" }
    server = await startStrictServer({ "/user": [{ ...user, avatar: "/uploads/a.png", realname: "张三", identity: "1101", remark: "记" }] })
    expect((await put(server, "PUT /user/profile", { signature: "改了" })).status).toBe(200)
    expect(server.tables["/user"]![0]).toEqual({
      ...user,
      avatar: "/uploads/a.png",
      realname: "张三",
      identity: "1101",
      remark: "记",
      signature: "改了",
    })
  })
})

describe("changes during another write", () => {
  const banner = { id: 3, ...times, title: "横幅", path: "/uploads/a.png", enable: true }

  test("a row that changed since the editor read it is not overwritten", async () => {
    server = await startStrictServer({ "/banner": [{ ...banner }] })
    const reply = await put(server, "PUT /banner", { id: 3, sort: 7 }, '"2026-11-22T15:00:00.000Z"')
    expect(reply).toMatchObject({ status: 409, data: { message: expect.stringContaining("内容已被他人修改") } })
    expect(server.tables["/banner"]).toEqual([banner])
    expect(server.count("PUT /banner")).toBe(0)
  })

  test("an unchanged row is written, although write responses carry milliseconds and lists do not", async () => {
    server = await startStrictServer({ "/banner": [{ ...banner }] })
    expect((await put(server, "PUT /banner", { id: 3, sort: 7 }, '"2026-11-22T15:54:51.874Z"')).status).toBe(200)
    expect(server.tables["/banner"]![0]).toMatchObject({ title: "横幅", sort: 7 })
  })

  test("a change reads the row once", async () => {
    server = await startStrictServer({ "/banner": [{ ...banner }] })
    await put(server, "PUT /banner", { id: 3, enable: false })
    expect(server.requests.map(({ key }) => key)).toEqual(["GET /banner", "PUT /banner"])
    expect(server.requests.every(({ authorization }) => authorization === "Bearer a-token")).toBe(true)
  })

  test("a missing row is not created", async () => {
    server = await startStrictServer({ "/language": [] })
    expect(await put(server, "PUT /language", { id: 9, sort: 1 })).toMatchObject({ status: 404, data: { message: "内容不存在" } })
    expect(server.count("PUT /language")).toBe(0)
  })
})

describe("times", () => {
  const punishment = { id: 2, ...times, user_id: 16, type: 2, enable: true, reason: "广告", end_time: "2030-01-01T00:00:00Z" }

  test("a punishment without an end loses its time and no other field", async () => {
    server = await startStrictServer({ "/punishment": [{ ...punishment }] })
    expect((await put(server, "PUT /punishment", { id: 2, end_time: "" })).status).toBe(200)
    const { end_time: _, ...rest } = punishment
    expect(server.tables["/punishment"]![0]).toEqual({ ...rest, updated_at: moved })
  })

  test("an advertisement without dates is saved with extreme dates, and shown without dates", async () => {
    server = await startStrictServer({ "/advertisement": [] })
    const reply = await put(server, "POST /advertisement", { position: "index", title: "广告", content: "<p>广告</p>" })
    expect(reply).toMatchObject({ status: 200, data: { start_time: null, end_time: null } })
    expect(server.tables["/advertisement"]![0]).toMatchObject({ start_time: "2000-01-01T00:00:00Z", end_time: "2999-12-31T00:00:00Z" })
  })
})
