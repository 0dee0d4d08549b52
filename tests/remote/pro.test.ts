import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { callOf } from "../../lib/contract/contract"
import type { Key } from "../../lib/contract/types"
import { withCapabilities } from "../../server/remote/capabilities"
import { detectDialect } from "../../server/remote/detect"
import type { Fields } from "../../server/remote/messages"
import { pro } from "../../server/remote/pro/pro"
import { createTransport } from "../../server/remote/transport"
import { startProServer } from "./pro-server"
import { articleRow, callAt, documentRow, moved, times } from "./rows"
import type { StrictServer, Tables } from "./strict-server"

const document = { ...documentRow, is_vip: true, source: "example.org" }
const article = { ...articleRow, notice: 3, source: "example.org", source_url: "https://example.org/a" }
const group = { id: 1, ...times, title: "编辑", color: "#f00", is_default: true, enable_upload: true, sort: 3, enable_article_crawl: true }
const person = {
  id: 1,
  ...times,
  username: "admin",
  mobile: "13800000003",
  email: "a@example.org",
  address: "北京",
  signature: "好读书",
  avatar: "/uploads/a.png",
  realname: "张三",
  identity: "1101",
  remark: "记",
  is_vip: true,
  credit_count: 7,
}

let server: StrictServer
const start = async (tables: Tables = {}) => (server = await startProServer(tables))
const call = (key: Key, input: unknown = {}) => callAt(pro, server, key, input)
const answerOf = async (key: Key, input?: unknown) => {
  const { status, data } = await call(key, input)
  expect({ key, status, data }).toMatchObject({ status: 200 })
  return callOf(key)!.output.parse(withCapabilities(pro, key, data))
}
afterEach(() => server.close())

describe("a change of one field leaves the rest of the row unchanged", () => {
  test.each<[Key, string, Fields, Fields]>([
    ["PUT /document", "/document", document, { price: 5 }],
    ["PUT /document", "/document", document, { is_vip: false }],
    ["PUT /article", "/article", article, { keywords: "乙" }],
    ["PUT /article", "/article", article, { notice: 0 }],
    ["PUT /group", "/group", group, { color: "#0f0" }],
    ["PUT /group", "/group", group, { enable_article_crawl: false }],
  ])("%s at %s: %j becomes %j", async (key, path, row, change) => {
    await start({ [path]: [{ ...row, id: 900 }, { ...row }] })
    expect(await call(key, { id: row["id"], ...change })).toMatchObject({ status: 200, data: {} })
    expect(server.tables[path]).toEqual([
      { ...row, id: 900 },
      { ...row, ...change, updated_at: moved },
    ])
  })
  test.each([{ signature: "改了" }, { username: "zhang_san" }, { remark: "改了" }])("a profile: %j", async (change) => {
    await start({ "/user": [{ ...person }] })
    expect(await call("PUT /user/profile", change)).toMatchObject({ status: 200, data: {} })
    expect(server.tables["/user"]).toEqual([{ ...person, ...change }])
  })
  test("VIP flags of several documents are set together", async () => {
    await start({ "/document": [{ ...document }, { ...document, id: 6 }] })
    expect((await call("PUT /document/vip", { document_id: [6], is_vip: false })).status).toBe(200)
    expect(server.tables["/document"]).toEqual([document, { ...document, id: 6, is_vip: false }])
  })
  test("setting the language of documents keeps their titles", async () => {
    await start({ "/document": [{ ...document }, { ...document, id: 6, title: "另一份" }] })
    expect((await call("PUT /document/language", { document_id: [5, 6], language: "en" })).status).toBe(200)
    expect(server.tables["/document"]).toEqual([
      { ...document, language: "en" },
      { ...document, id: 6, title: "另一份", language: "en" },
    ])
  })
  test("the language of a document with an unreadable title is not changed", async () => {
    await start({ "/document": [{ ...document }] })
    expect((await call("PUT /document/language", { document_id: [5, 99], language: "en" })).status).not.toBe(200)
    expect(server.tables["/document"]).toEqual([document])
  })
  test("a new group keeps its permissions, also the one to collect articles", async () => {
    await start({ "/group": [] })
    await answerOf("POST /group", { title: "编辑", enable_upload: true, enable_article_crawl: true })
    expect(server.tables["/group"]).toMatchObject([{ id: 1, title: "编辑", enable_upload: true, enable_article_crawl: true }])
  })
})

describe("differences from the community server", () => {
  beforeEach(() => start({ "/document": [{ ...document }], "/sms": [{ id: 1, ...times, mobile: "13800000003", type: 1, status: 1 }] }))

  test("it is recognized by the price of a recharge", async () => {
    expect((await detectDialect(createTransport(new URL(server.url)))).name).toBe("pro")
  })
  test("its screens are available; calls that none of its clients use are not", async () => {
    const { capabilities, vip } = (await answerOf("GET /settings")) as { capabilities: { absent: string[] }; vip: unknown }
    const has = ["GET /user/order", "GET /user/vip", "GET /sms/list", "GET /oauth/configs", "GET /user/oauth", "PUT /document/vip"]
    const fields = ["GET /config/list vip", "PUT /document is_vip", "PUT /group enable_article_crawl", "PUT /user/profile username"]
    expect(capabilities.absent.filter((one) => [...has, ...fields].includes(one))).toEqual([])
    expect(capabilities.absent).toEqual(expect.arrayContaining(["GET /user/credit", "POST /oauth/begin", "POST /upload/tus"]))
    expect(vip).toMatchObject({ enable: true })
  })
  test("orders, cards, sent messages and linked accounts are read", async () => {
    expect(await answerOf("GET /user/order", { page: 1, size: 20 })).toMatchObject({
      total: 1,
      order: [{ order_no: "20261122155451000001", status: 2, product_name: "年卡VIP", amount: 990, coupon_amount: 0 }],
    })
    expect(await answerOf("GET /user/vip")).toMatchObject({ user_vip: [{ type: 0, discount: 85, download: 100, times: 0 }] })
    expect(await answerOf("GET /sms/list", { page: 1, size: 20 })).toMatchObject({ total: 1, sms: [{ mobile: "13800000003", type: 1 }] })
    expect(await answerOf("GET /oauth/configs")).toMatchObject({ oauths: [{ type: 4, name: "Github", enable: true, client_id: "c-1" }] })
    expect(await answerOf("GET /user/oauth")).toMatchObject({ oauth: [{ id: 5, oauth_type: 4, nickname: "林" }] })
    expect(await answerOf("GET /oauth/wxshare/signature", { url: "https://example.org/" })).toMatchObject({ appid: "wx1", signature: "s" })
  })
  test("a user who logs in there by mobile number has a password", async () => {
    const session = await answerOf("POST /user/login/mobile", { mobile: "13800000003", code: "123456" })
    expect(session).toMatchObject({ token: "a-token", user: { username: "lin", is_vip: true, has_password: true } })
    expect(await answerOf("POST /user/register/mobile", { mobile: "13800000004", code: "123456" })).toMatchObject({ user: { id: 4 } })
  })
  test("only fields that its messages define are sent", async () => {
    await answerOf("POST /sms", { mobile: "13800000003", type: 1, captcha: "abcd", captcha_id: "c" })
    const reply = await answerOf("POST /oauth/login", { oauth_type: 4, code: "c", state: "s", secret: "x" })
    expect(reply).toMatchObject({ user: null, oauth: { id: 5, openid: "o-1", session: "s-1" } })
    expect(server.requests.map(({ key, body }) => [key, body])).toEqual([
      ["POST /sms", { mobile: "13800000003", type: 1, captcha: "abcd", captcha_id: "c" }],
      ["POST /oauth/login", { oauth_type: 4, code: "c" }],
    ])
  })
})
