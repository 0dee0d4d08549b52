import { beforeAll, describe, expect, test } from "vitest"
import type { Key, Output } from "../../lib/contract/types"
import { coverKey, pictureKey, picturePath } from "../../server/modules/library/files/storage-keys.rules"
import { libraryOf, type Library } from "../setup/library"
import { siteOf } from "../setup/site"
import { testApp, type TestUser, type TestApp } from "../setup/test-app"

/* Inputs that existing clients send in addition to or instead of what the contract requires (docs/reference/api.md 1.3, 1.4). */

const picture = Buffer.from("a picture")
let app: TestApp
let library: Library
let admin: TestUser
let site = ""
beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  admin = await app.admin()
  site = await siteOf(app)
})
const dataOf = async <K extends Key>(key: K, input: object, as: TestUser = admin): Promise<Output<K>> => {
  const reply = await app.call(key, { ...input }, as)
  if (!reply.ok) throw new Error(`${key}: ${reply.message}`)
  return reply.data
}
const put = (key: Key, row: object) => dataOf(key, row)
const send = (method: string, path: string, as: TestUser | null, init: RequestInit & { word?: string } = {}) =>
  fetch(`${site}${path}`, {
    method,
    ...init,
    headers: { ...(as ? { authorization: `${init.word ?? "Bearer"} ${as.token}` } : {}), ...(init.headers as Record<string, string>) },
  })
const body = (values: unknown) => ({ body: JSON.stringify(values), headers: { "content-type": "application/json" } })

describe("clearing a time", () => {
  const end_time = "2099-05-31T16:00:00.000Z"
  const punished = async () => {
    const person = await app.person()
    await dataOf("POST /punishment", { id: 0, user_id: [person.id], type: [2], remark: "", reason: "广告", enable: true, end_time })
    return (await dataOf("GET /punishment/list", { user_id: [person.id] })).punishment[0]!
  }
  const endOf = async ({ id }: { id: number }) => (await dataOf("GET /punishment", { id })).end_time

  test("of a punishment: by null, by an empty value, and by omitting it from the whole row", async () => {
    for (const cleared of [{ end_time: null }, { end_time: "" }, { end_time: undefined }]) {
      const row = await punished()
      await put("PUT /punishment", JSON.parse(JSON.stringify({ ...row, ...cleared })) as object)
      expect(await endOf(row)).toBeNull()
    }
  })

  test("does not happen by a change without the time, or by the unchanged whole row", async () => {
    const row = await punished()
    await put("PUT /punishment", { id: row.id, remark: "看过" })
    expect(await endOf(row)).toBe(end_time)
    await put("PUT /punishment", { ...row, end_time: "2099-05-31T16:00:00Z" })
    expect(await endOf(row)).toBe(end_time)
  })

  test("of an advertisement, over the network", async () => {
    const given = {
      id: 0,
      position: "index_link_top",
      title: "广告",
      content: "<b>广告</b>",
      enable: 1,
      remark: "",
      start_time: end_time,
      end_time: null,
    }
    const made = (await (await send("POST", "/api/v1/advertisement", admin, body(given))).json()) as { id: number; enable: boolean }
    expect(made).toMatchObject({ start_time: end_time, end_time: null, enable: true })
    const { start_time: _, ...left } = await dataOf("GET /advertisement", { id: made.id })
    expect((await send("PUT", "/api/v1/advertisement", admin, body({ ...left, enable: 0 }))).status).toBe(200)
    expect(await dataOf("GET /advertisement", { id: made.id })).toMatchObject({ start_time: null, enable: false, content: "<b>广告</b>" })
  })
})

describe("sending back a whole row", () => {
  test("changes only editable fields: no counter, no nested object, no key of the grid", async () => {
    const owner = await app.person()
    const [first, second] = [await library.category("教育"), await library.category("法律")]
    const { id } = await library.document(owner, "整行", { category_id: [first] })
    const row = (await dataOf("GET /document/list", { id: [id], size: 10 })).document.find((one) => one.id === id)!
    const foreign = {
      ...{
        view_count: 999,
        score: 5,
        user_id: admin.id,
        uuid: "changed",
        size: 1,
        download_count: 7,
        sha256: "0",
        deleted_at: "2020-01-01",
      },
      ...{ user: { id: admin.id, username: null }, category: [{ id: second, title: null }], _X_ROW_KEY: "row_11", preview: null },
    }
    await put("PUT /document", { ...row, ...foreign, title: "改名" })
    const after = (await dataOf("GET /document/list", { id: [id], size: 10 })).document.find((one) => one.id === id)!
    expect({ ...after, updated_at: "" }).toEqual({ ...row, title: "改名", updated_at: "" })
  })

  test("works for a language and a report, with the key of the grid of the client", async () => {
    const language = await dataOf("POST /language", { id: 0, sort: 1, language: "世界语", code: "eo", enable: false })
    await put("PUT /language", { ...language, enable: 1, _X_ROW_KEY: "row_11" })
    const { language: all } = await dataOf("GET /language/list", { enable: [true, false], size: 100 })
    expect(all.find(({ code }) => code === "eo")).toMatchObject({ enable: true, language: "世界语" })

    const { id } = await library.document(await app.person(), "被举报")
    await dataOf("POST /report", { document_id: id, document_title: "被举报", reason: 6 }, await app.person())
    const [report] = (await dataOf("GET /report/list", { status: [false] })).report
    await put("PUT /report", { ...report, status: 1, remark: "处理", _X_ROW_KEY: "row_12", document_id: 1, username: "别人" })
    expect((await dataOf("GET /report/list", { status: [true] })).report).toEqual([
      { ...report, status: true, remark: "处理", updated_at: expect.any(String) as string },
    ])
  })

  test("works for an article, with an empty identifier as none", async () => {
    const made = await dataOf("POST /article", {
      ...{
        status: 1,
        title: "客户端写的",
        identifier: "",
        keywords: "a,b",
        description: "",
        content: "<p>正文</p>",
        id: 0,
        category_id: [],
      },
    })
    expect(made.identifier).toMatch(/^[\w-]+$/)
    await put("PUT /article", { ...made, identifier: "", title: "改过的", view_count: 99, user: { id: 1, signature: null } })
    expect(await dataOf("GET /article", { id: made.id })).toMatchObject({ identifier: made.identifier, title: "改过的", view_count: 0 })
  })
})

describe("requests without their usual parts", () => {
  test("settings: an empty request saves nothing", async () => {
    for (const input of [{}, { config: [] }, { config: null }]) expect(await dataOf("PUT /config", input)).toEqual({})
  })

  test("PUT without a body and without a content type works", async () => {
    expect((await send("PUT", "/api/v1/user/sign", await app.person())).status).toBe(200)
    expect(await (await send("PUT", "/api/v1/document/reconvert", admin)).json()).toEqual({ count: 0 })
  })

  test("a lower-case authorization scheme works, for calls and for uploads", async () => {
    expect((await send("GET", "/api/v1/user/group", admin, { word: "bearer" })).status).toBe(200)
    const form = new FormData()
    form.append("file", new Blob(["not a picture"]), "a.png")
    const upload = await send("POST", "/api/v1/upload/banner", admin, { word: "bearer", body: form })
    expect(upload.status).toBe(400)
    expect((await send("POST", "/api/v1/upload/banner", null, { body: form })).status).toBe(401)
  })

  test("images, covers and files work without a token and without a cookie", async () => {
    const owner = await app.person()
    const { id, uuid } = await library.document(owner, "公开")
    await app.database.pool.query("update document set status = 2, pages = 1, converted_pages = 1, preview = 1 where id = $1", [id])
    const [row] = await library.rows<{ sha256: string; version: number }>("select sha256, version from document where id = $1", [id])
    await app.storage.put(coverKey(row!.sha256, row!.version), picture, false)
    await app.storage.put(pictureKey(row!.sha256, ".webp"), picture, false)
    const { url } = await dataOf("GET /document/download", { id }, owner)
    const file = await fetch(`${site}${new URL(url, site).pathname}`)
    expect([file.status, (await file.text()).startsWith("第一行")]).toEqual([200, true])
    for (const path of [`/view/cover/${uuid}`, picturePath(row!.sha256, ".webp")]) {
      const reply = await fetch(`${site}${path}`)
      expect([reply.status, await reply.text()], path).toEqual([200, "a picture"])
    }
  })
})

describe("the query of a list", () => {
  test("may contain zero ids, both values of a filter, and the time of the request", async () => {
    for (const enable of [true, false]) await dataOf("POST /banner", { id: 0, title: "横幅", path: "/uploads/a.webp", enable })
    const reply = await send("GET", "/api/v1/banner/list?enable=1&enable=0&page=1&size=10&_t=1795367071507&wd=", admin)
    expect(await reply.json()).toMatchObject({ total: 2 })
    const owner = await app.person()
    const { uuid } = await library.document(owner, "编号为零")
    const read = await send("GET", `/api/v1/document?id=0&uuid=${uuid}&with_author=true&with_all_content=false`, owner)
    expect(await read.json()).toMatchObject({ uuid })
  })

  test("may contain a time range as two keys in the time zone of the site", async () => {
    const owner = await app.person()
    const { id } = await library.document(owner, "按时间")
    // 1 a.m. in the site's time zone is the evening before in UTC
    await app.database.pool.query("update document set created_at = '2026-11-15T17:30:00Z' where id = $1", [id])
    const totalBetween = async (from: string, to: string) => {
      const range = [from, to].map((time) => `created_at=${encodeURIComponent(time)}`).join("&")
      const reply = await send("GET", `/api/v1/document/list?user_id=${owner.id}&${range}&page=1&size=10`, owner)
      return ((await reply.json()) as Output<"GET /document/list">).total
    }
    expect(await totalBetween("2026-11-16 01:00:52", "2026-11-23 01:00:52")).toBe(1)
    expect(await totalBetween("2026-11-16 01:30:01", "2026-11-23 01:00:52")).toBe(0)
  })
})
