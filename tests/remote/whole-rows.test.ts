import { afterEach, describe, expect, test } from "vitest"
import type { Key } from "../../lib/contract/types"
import { community } from "../../server/remote/community/community"
import { callAt, moved, times } from "./rows"
import { startStrictServer, type StrictServer } from "./strict-server"
import { wholeRowEntities } from "./whole-row-entities"

let server: StrictServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

const put = (at: StrictServer, key: Key, input: unknown, ifMatch?: string) => callAt(community, at, key, input, ifMatch)

describe("a change of one field leaves the rest of the row unchanged", () => {
  test.each(wholeRowEntities)("%s", async (key, path, row, change) => {
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
