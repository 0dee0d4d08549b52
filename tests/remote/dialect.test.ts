import { createServer, type Server } from "node:http"
import { afterEach, describe, expect, test } from "vitest"
import type { CallKey } from "../../lib/contract/area"
import { callOf, keys } from "../../lib/contract/contract"
import { productId } from "../../lib/contract/openapi/document"
import type { Key, Output, Settings } from "../../lib/contract/types"
import { createRemoteCall } from "../../server/remote/call"
import { absentOf, featureNeeds, withCapabilities } from "../../server/remote/capabilities"
import { community } from "../../server/remote/community/community"
import { createDetection, detectDialect } from "../../server/remote/detect"
import { native } from "../../server/remote/native"
import { pro } from "../../server/remote/pro/pro"
import { createTransport, originOf } from "../../server/remote/transport"
import type { AskRemote, Dialect, RemoteReply } from "../../server/remote/dialect"
import { translate } from "../../server/remote/translate"

let server: Server | null = null
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
  server = null
})

/** Starts a server that answers the given paths below `/api/v1` with JSON and all others with 404; `status` applies to every response. */
const serve = async (answers: Record<string, unknown>, status = 200): Promise<string> => {
  const made = createServer((req, res) => {
    const body = answers[(req.url ?? "").replace("/api/v1", "").split("?")[0]!]
    if (body === undefined) return void res.writeHead(status === 200 ? 404 : status).end("Not Found\n")
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  })
  server = made
  await new Promise<void>((done) => made.listen(0, "127.0.0.1", done))
  return `http://127.0.0.1:${(made.address() as { port: number }).port}`
}
const detect = (url: string) => detectDialect(createTransport(originOf(url)))

describe("detecting the dialect of a server", () => {
  test("another site of this program is recognized by its OpenAPI document", async () => {
    const url = await serve({ "/openapi.json": { info: { title: "豆架 API", "x-product": { id: productId, version: "9" } } } })
    expect((await detect(url)).name).toBe("native")
    expect((await detect(`${url}/api/v1/`)).name).toBe("native")
  })
  test("an OpenAPI document of another program is not recognized", async () => {
    expect((await detect(await serve({ "/openapi.json": { info: { title: "something else" } } }))).name).toBe("community")
  })
  test("only the server with payments returns the price of a recharge", async () => {
    expect((await detect(await serve({ "/settings/recharge": { enable: true } }))).name).toBe("pro")
  })
  test("an unavailable backend has no dialect yet, and is queried again", async () => {
    const url = await serve({}, 502)
    const failures: unknown[] = []
    const find = createDetection(createTransport(originOf(url)), undefined, (error) => failures.push(error))
    expect(await find()).toBeNull()
    expect(await find()).toBeNull()
    expect(failures).toHaveLength(2)
  })
  test("a server is queried once, and not at all if the operator configured the dialect", async () => {
    const url = await serve({ "/settings/recharge": {} })
    const send = createTransport(originOf(url))
    let requestCount = 0
    const counted: typeof send = (...args) => {
      requestCount += 1
      return send(...args)
    }
    const find = createDetection(counted, undefined, () => undefined)
    expect((await Promise.all([find(), find(), find()])).map((one) => one?.name)).toEqual(["pro", "pro", "pro"])
    expect(requestCount).toBe(2)
    expect((await createDetection(counted, "community", () => undefined)())?.name).toBe("community")
    expect(requestCount).toBe(2)
  })
})

describe("features that a server lacks", () => {
  const never: AskRemote = () => Promise.reject(new Error("nothing must be asked"))

  test("are answered without a request, with a 404 and a code of their own", async () => {
    expect(await translate(community, { key: "GET /user/credit", input: {} }, never)).toEqual({
      status: 404,
      data: { code: 12, message: "这个站点没有此功能" },
      isLocal: true,
    })
  })
  test("are answered to pages with that code, by which they are a 404", async () => {
    const log = { warn: () => undefined, error: () => undefined } as never
    const options = { send: never as never, dialectOf: async () => community, sanitize: async () => undefined, log, learn: () => undefined }
    expect(await createRemoteCall(options)("GET /user/credit", {}, "")).toEqual({
      ok: false,
      status: 404,
      message: "这个站点没有此功能",
      code: 12,
    })
  })
  test("are listed in the settings: calls, streams, and fields of calls; none for another site of this program", () => {
    const { capabilities } = withCapabilities(community, "GET /settings", {}) as {
      capabilities: { absent: string[]; required: string[] }
    }
    expect(capabilities.absent).toEqual(
      expect.arrayContaining([
        "GET /favorite/folder",
        "POST /upload/tus",
        "GET /document/progress",
        "POST /comment page",
        "PUT /document/reconvert id",
      ]),
    )
    expect(capabilities.absent).not.toContain("POST /comment")
    expect(capabilities.required, "which the contract leaves to the server").toEqual(["POST /user email"])
    expect(absentOf(native)).toEqual([])
    expect(withCapabilities(native, "GET /settings", {})).toEqual({})
    expect(callOf("GET /settings")!.output.parse({})).toMatchObject({ capabilities: { absent: [], required: [] } })
  })
  test("are off in the settings, where they are on at home", () => {
    const features = (dialect: Dialect) => callOf("GET /settings")!.output.parse(withCapabilities(dialect, "GET /settings", {})) as Settings
    const on = (dialect: Dialect) => Object.entries(features(dialect).features).flatMap(([name, isOn]) => (isOn ? [name] : []))
    expect(on(community)).toEqual([])
    expect(on(pro)).toEqual(["combined_search"])
    expect(on(native)).toEqual(Object.keys(featureNeeds))
  })
  test("take their permissions with them, unless another call is granted by the same one", () => {
    const row = (id: number, path: string) => ({ id, method: "GRPC", path: `/api.v1.${path}` })
    const permission = [row(1, "WebhookAPI/ListWebhook"), row(2, "DocumentAPI/UpdateDocument"), row(3, "OrderAPI/ListOrder"), row(4, "X/Y")]
    const left = (dialect: Dialect) => withCapabilities(dialect, "GET /user/permission", { permission })
    expect(left(community), "it has no orders either").toEqual({ permission: [permission[1], permission[3]] })
    expect(left(pro), "of which it lacks only the sum").toEqual({ permission: permission.slice(1) })
    expect(left(native)).toEqual({ permission })
  })
  test("are fewer on the server with payments than on the community server", () => {
    const absent = absentOf(community)
    const callIn = (one: string) => one.split(" ", 2).join(" ")
    expect(absentOf(pro).filter((one) => !absent.includes(one) && !absent.includes(callIn(one)))).toEqual([])
    expect(absent.length).toBeGreaterThan(absentOf(pro).length)
  })
  test("include converting one document again, but not all failed ones", async () => {
    const requests: unknown[] = []
    const ask: AskRemote = async (key, input) => {
      requests.push([key, input])
      return { status: 200, data: key === "GET /document/list" ? { total: 3 } : {} }
    }
    expect((await translate(community, { key: "PUT /document/reconvert", input: { id: [5] } }, ask)).status).toBe(400)
    expect(requests).toEqual([])
    const reply = await translate(community, { key: "PUT /document/reconvert", input: {} }, ask)
    expect(reply, "that server answers nothing").toMatchObject({ status: 200, data: { count: 3 } })
    expect(requests).toEqual([
      ["GET /document/list", { status: [3], page: 1, size: 1 }],
      ["PUT /document/reconvert", {}],
    ])
  })
})

describe("a translated call", () => {
  /** Answers calls from a table, and records them. */
  const standIn = (answers: Record<string, unknown>) => {
    const requests: [CallKey, unknown][] = []
    const ask: AskRemote = async (key, input): Promise<RemoteReply> => {
      requests.push([key, input])
      return key in answers ? { status: 200, data: answers[key] } : { status: 404, data: "Not Found\n" }
    }
    return { asked: requests, ask }
  }
  const make = (dialect: Dialect, key: Key, input: unknown, ask: AskRemote) => translate(dialect, { key, input }, ask)

  test("settings carry their ids and the rest of their row; unchanged settings are not sent", async () => {
    const row = { id: 72, label: "计数", name: "show_document_count", value: "false", input_type: "switch", category: "display" }
    const { asked: requests, ask } = standIn({
      "GET /config/list": { config: [row, { id: 73, name: "pages_per_read", value: "5", category: "display" }] },
      "PUT /config": {},
    })
    const config = [
      { category: "display", name: "show_document_count", value: "true" },
      { category: "display", name: "pages_per_read", value: "5" },
    ]
    expect((await make(community, "PUT /config", { config }, ask)).status).toBe(200)
    expect(requests).toEqual([
      ["GET /config/list", { category: ["display"] }],
      ["PUT /config", { config: [{ ...row, value: "true" }] }],
    ])
  })
  test("public settings that the server does not have take their default; those that it has are off if omitted", async () => {
    const { ask } = standIn({ "GET /settings": { system: { sitename: "样例文库" }, display: { pages_per_read: 5 } } })
    const settingsOf = async (dialect: Dialect) =>
      callOf("GET /settings")!.output.parse((await make(dialect, "GET /settings", {}, ask)).data) as Output<"GET /settings">
    const { system, display, security, download } = await settingsOf(community)
    expect(display).toMatchObject({
      enable_print: true,
      enable_text_layer: true,
      respect_no_copy: true,
      pages_per_read: 5,
      show_document_count: false,
    })
    expect(system).toMatchObject({ enable_powered_by: true, show_name_with_logo: true, sitename: "样例文库", keywords: "" })
    expect(security).toMatchObject({ enable_register: false, enable_captcha_register: false, max_document_size: 0 })
    expect(download).toMatchObject({ times_every_day: 0 })
    const settings = await settingsOf(pro)
    expect(settings.display).toMatchObject({ enable_print: true })
    expect([settings.system.enable_powered_by, settings.vip.enable_credit_pay]).toEqual([false, false])
  })
  test("settings that the server labels only by key get the labels of this site, not its hints; its own labels stay", async () => {
    const ownSetting = { name: "title", label: "首页的标题", category: "system" }
    const { ask } = standIn({
      "GET /config/list": {
        config: [
          { name: "sitename", label: "sitename", category: "system" },
          { name: "extension", label: "extension", category: "converter" },
          ownSetting,
        ],
      },
    })
    const reply = await make(community, "GET /config/list", { category: ["system"] }, ask)
    expect(reply.data).toEqual({
      config: [
        { name: "sitename", label: "网站名称", category: "system" },
        { name: "extension", label: "预览格式", category: "converter" },
        ownSetting,
      ],
    })
  })
  test("fields that the message of the server does not define are never sent", async () => {
    const { asked: requests, ask } = standIn({ "POST /comment": {}, "PUT /document/check": {} })
    await make(community, "POST /comment", { document_id: 5, content: "好", page: 0 }, ask)
    await make(community, "PUT /document/check", { id: [5], status: 7, reason: "" }, ask)
    expect(requests).toEqual([
      ["POST /comment", { document_id: 5, content: "好" }],
      ["PUT /document/check", { id: [5], status: 7 }],
    ])
  })
  test("a change of such a field is refused with its name, unless it is empty or what the row has", async () => {
    const row = { id: 1, language: "中文", code: "zh-CN", enable: true }
    const { asked: requests, ask } = standIn({ "GET /language/list": { language: [row] }, "PUT /language": {} })
    const refused = { status: 400, data: { message: "这个站点没有这一项，请去掉后再提交" } }
    for (const [key, field, input] of [
      ["POST /comment", "page", { document_id: 5, content: "好", page: 3 }],
      ["PUT /document/check", "reason", { id: [5], status: 7, reason: "不行" }],
      ["POST /article", "source", { title: "文章", content: "<p>正文</p>", source: "报纸" }],
      ["PUT /user/profile", "username", { username: "lin2" }],
    ] as const)
      expect(await make(community, key, input, ask), key).toMatchObject({ ...refused, data: { ...refused.data, field } })
    expect(requests.filter(([key]) => !key.startsWith("GET "))).toEqual([])
    expect(await make(community, "PUT /language", { id: 1, code: "zh-TW" }, ask)).toMatchObject(refused)
    expect(await make(community, "PUT /language", { id: 1, code: "zh-CN", enable: false }, ask)).toMatchObject({ status: 200 })
    expect(await make(native, "POST /comment", { document_id: 5, content: "好", page: 3 }, ask), "not there").toMatchObject({ status: 404 })
  })
  test("a review decision on articles carries its reason in the spelling of that server", async () => {
    const { asked: requests, ask } = standIn({ "PUT /article/check": {} })
    await make(community, "PUT /article/check", { article_id: [5], status: 2, reject_reason: "缺少来源" }, ask)
    expect(requests).toEqual([["PUT /article/check", { article_id: [5], status: 2, rejeact_reason: "缺少来源" }]])
  })
  test("a new group is written again with its permissions, which that server ignores at creation", async () => {
    const { asked: requests, ask } = standIn({ "POST /group": { id: 9, title: "编辑" }, "PUT /group": {} })
    const reply = await make(community, "POST /group", { title: "编辑", enable_upload: true, enable_article_crawl: false }, ask)
    expect(reply).toMatchObject({ status: 200, data: { id: 9, enable_upload: true } })
    expect(requests[1]).toEqual(["PUT /group", { id: 9, title: "编辑", enable_upload: true }])
  })
  test("rendering a document counts no view; a visit by a reader does", async () => {
    const { asked: requests, ask } = standIn({
      "GET /document": { id: 10, uuid: "54c9c263d05d20b7", user_id: 11 },
      "GET /user": { id: 11, username: "lin" },
    })
    const reply = await make(community, "GET /document", { uuid: "54c9c263d05d20b7", with_author: true }, ask)
    expect(reply.data).toMatchObject({ id: 10, user: { username: "lin" } })
    await make(community, "POST /document/view", { uuid: "54c9c263d05d20b7" }, ask)
    expect(requests).toEqual([
      ["GET /document", { uuid: "54c9c263d05d20b7" }],
      ["GET /user", { id: 11 }],
      ["GET /document", { uuid: "54c9c263d05d20b7", with_author: true }],
    ])
  })
  test("a server without announcements lists none, instead of every article", async () => {
    const { asked: requests, ask } = standIn({ "GET /article/list": { total: 1, article: [{ id: 8 }] } })
    const list = (dialect: Dialect, input: unknown) => make(dialect, "GET /article/list", input, ask)
    expect(await list(community, { is_notice: ["true"], limit: 5 })).toMatchObject({ status: 200, data: {} })
    expect(requests).toEqual([])
    expect((await list(community, { is_notice: ["0"], limit: 5 })).data).toMatchObject({ total: 1 })
    expect((await list(pro, { is_notice: ["1"] })).data).toMatchObject({ total: 1 })
    expect(requests).toEqual([
      ["GET /article/list", { size: 5 }],
      ["GET /article/list", { is_notice: [true] }],
    ])
    expect(absentOf(community)).toContain("GET /article/list is_notice")
    expect(absentOf(pro)).not.toContain("GET /article/list is_notice")
  })
  test("the words of a report are the reporter's, and staff do not overwrite them", async () => {
    const row = { id: 1, document_id: 10, reason: 1, remark: "排版有误" }
    const { asked: requests, ask } = standIn({ "GET /report/list": { total: 1, report: [row] }, "PUT /report": {} })
    const list = callOf("GET /report/list")!.output.parse((await make(community, "GET /report/list", {}, ask)).data)
    expect(list).toMatchObject({ report: [{ reporter_remark: "排版有误", remark: "" }] })
    expect((await make(community, "PUT /report", { id: 1, status: true, remark: "已下架" }, ask)).status).toBe(400)
    expect((await make(community, "PUT /report", { id: 1, status: true, remark: "" }, ask)).status).toBe(200)
    expect(requests.at(-1)).toEqual(["PUT /report", { ...row, status: true }])
    expect(absentOf(community)).toContain("PUT /report remark")
  })
  test("every user has a password", async () => {
    const { ask } = standIn({ "GET /user": { id: 3, username: "lin" }, "POST /user/login": { token: "t", user: { id: 3 } } })
    expect((await make(community, "GET /user", {}, ask)).data).toMatchObject({ has_password: true })
    const login = await make(community, "POST /user/login", { username: "lin", password: "reader-1" }, ask)
    expect(login.data).toMatchObject({ token: "t", user: { has_password: true } })
  })
  test("related documents are requested by id, and exclude the document itself", async () => {
    const { asked: requests, ask } = standIn({
      "GET /document": { id: 10 },
      "GET /document/related": {
        document: [
          { id: 10, uuid: "54c9c263d05d20b7" },
          { id: 9, uuid: "f2c89412a91ed0da" },
        ],
      },
    })
    const reply = await make(community, "GET /document/related", { uuid: "54c9c263d05d20b7" }, ask)
    expect(requests[1]).toEqual(["GET /document/related", { id: 10 }])
    expect(reply.data).toEqual({ document: [{ id: 9, uuid: "f2c89412a91ed0da" }] })
  })
  test("an article is not related to itself", async () => {
    const [itself, other] = [
      { id: 8, identifier: "guide-1" },
      { id: 9, identifier: "guide-2" },
    ]
    const { ask } = standIn({ "GET /article/related": { article: [itself, other] } })
    expect((await make(community, "GET /article/related", { identifier: "guide-1" }, ask)).data).toEqual({ article: [other] })
  })
  test("counts that fell below zero there are zero, except credits", async () => {
    const { ask } = standIn({
      "GET /category/list": {
        total: 2,
        category: [
          { id: 1, doc_count: -3, sort: -2 },
          { id: 2, doc_count: 4 },
        ],
      },
      "GET /user": { id: 3, favorite_count: -1, credit_count: -8 },
    })
    const list = await make(community, "GET /category/list", {}, ask)
    expect(list.data).toEqual({
      total: 2,
      category: [
        { id: 1, doc_count: 0, sort: -2 },
        { id: 2, doc_count: 4 },
      ],
    })
    expect((await make(community, "GET /user", {}, ask)).data).toMatchObject({ favorite_count: 0, credit_count: -8 })
  })
  test("a rejection by the server in an intermediate request is returned", async () => {
    const ask: AskRemote = async () => ({ status: 500, data: { code: 2, message: "您没有权限访问【查询举报列表】" } })
    expect(await make(community, "PUT /report", { id: 1, status: true }, ask)).toMatchObject({
      status: 500,
      data: { message: "您没有权限访问【查询举报列表】" },
    })
  })
  test.each([["a page of some proxy"], [null], [[]]])("a response that is not an object is rejected: %j", async (data) => {
    const ask: AskRemote = async () => ({ status: 200, data })
    expect((await make(community, "GET /user", {}, ask)).status).toBe(502)
    expect((await make(community, "GET /document", { uuid: "54c9c263d05d20b7" }, ask)).status).toBe(502)
  })
  test("input that the contract rejects is not sent", async () => {
    const { asked: requests, ask } = standIn({})
    expect(await make(community, "POST /document", { document: [] }, ask)).toMatchObject({ status: 400, data: { message: "请先选择文件" } })
    expect(requests).toEqual([])
  })
  test("null is not sent there either, except for a time, which it clears", async () => {
    const { asked: requests, ask } = standIn({ "PUT /document/check": {}, "PUT /document/recommend": {} })
    await make(community, "PUT /document/check", { id: [5], status: 2, reason: null }, ask)
    expect(requests).toEqual([["PUT /document/check", { id: [5], status: 2 }]])
    const earlier = { id: [5], type: 2, recommend_at: "2026-06-01T01:00:00Z" }
    expect((await make(community, "PUT /document/recommend", earlier, ask)).status, "the moment cannot be set there").toBe(400)
    expect(requests).toHaveLength(1)
  })
  test("another site of this program receives calls unchanged", async () => {
    const { asked: requests, ask } = standIn(Object.fromEntries(keys.map((key) => [key, {}])))
    await make(native, "POST /comment", { document_id: 5, content: "好", page: 3 }, ask)
    expect(requests).toEqual([["POST /comment", { document_id: 5, content: "好", page: 3 }]])
  })
})
