import { describe, expect, test } from "vitest"
import { callOf } from "../../lib/contract/contract"
import { streams } from "../../lib/contract/streams"
import type { Key } from "../../lib/contract/types"
import { queryOf } from "../../server/wire/api"
import { withCapabilities } from "../../server/remote/capabilities"
import { community } from "../../server/remote/community/community"
import type { AskRemote } from "../../server/remote/dialect"
import { failureOf, illMessage } from "../../server/remote/failures"
import { isFields } from "../../server/remote/messages"
import { translate } from "../../server/remote/translate"
import { differencesOf } from "../family/differences"
import { fieldsOf, lacks } from "../family/fields"
import { notYet, refused as stays } from "../family/lists"
import { readAnswers, type RecordedAnswer } from "../family/recording"

/* Every response that was recorded from a compatible server (tests/family/NOTICE.md), read through the community dialect. */

const recorded = readAnswers()
const queryPart = (url: string) => url.split("?")[1] ?? ""
const keyOf = ({ method, url }: RecordedAnswer) => `${method} ${url.split("?")[0]!.replace("/api/v1", "")}`
const ofCall = (one: RecordedAnswer) => one.url.startsWith("/api/v1/") && !(keyOf(one) in streams)
const titled = (one: RecordedAnswer): [string, RecordedAnswer] => [`${recorded.indexOf(one)} ${one.method} ${one.url} as ${one.as}`, one]

const answered = recorded.filter((one) => ofCall(one) && one.status === 200)
const refused = recorded.filter((one) => one.status !== 200)

/** Changes that do nothing there, and are refused here before they are sent. */
const refusedHere: Record<string, string> = { "DELETE /banner?": "编号没有填写" }

/**
 * Intentional changes of the dialect: a document is not related to itself, a setting that is named only by its key has the label used
 * here, no count is negative, and the words of a report are the reporter's.
 */
const changed = [
  { call: "GET /document/related", at: "document[] 10" },
  { call: "GET /config/list", at: "config[].label" },
  { call: "GET /category/list", at: "category[].doc_count" },
  { call: "GET /report/list", at: "report[].remark" },
]
/** Checks whether the field is missing on purpose, or comes with a later part of the product (tests/family/lists.ts). */
const isListed = (key: string, at: string) =>
  changed.some((one) => one.call === key && one.at === at) ||
  [...notYet, ...stays].some(({ call, field }) => call === key && field && at === `${field} is missing`)

/** Replays the server: returns `one` for the call itself, and the response recorded for the same request for all further calls. */
const replay =
  (one: RecordedAnswer): AskRemote =>
  async (key, input) => {
    if (key === keyOf(one)) return { status: 200, data: one.answer }
    // the author, who is part of the recorded document
    if (key === "GET /user" && isFields(one.answer) && isFields(one.answer["user"])) return { status: 200, data: one.answer["user"] }
    // one user of the list
    if (key === "GET /user/list") return { status: 200, data: { user: [answerTo("GET /user", { id: input["id"] })?.answer] } }
    // the whole tree, which was recorded without filters
    const same = answerTo(key, key === "GET /category/list" ? {} : input)
    return same ? { status: same.status, data: same.answer } : { status: 404, data: "Not Found\n" }
  }
const answerTo = (key: string, input: Record<string, unknown>) =>
  recorded.find((other) => keyOf(other) === key && isSameQuestion(other, input))
const isSameQuestion = ({ url }: RecordedAnswer, input: Record<string, unknown>) => {
  const query: Record<string, unknown> = queryOf(queryPart(url))
  return Object.entries(input).every(([name, value]) => String(query[name]) === String(value))
}

const read = (one: RecordedAnswer) => {
  const key = keyOf(one) as Key
  const body = isFields(one.body) ? one.body : {}
  return translate(community, { key, input: { ...queryOf(queryPart(one.url)), ...body } }, replay(one))
}

describe("a response is converted, with every field and value of the contract", () => {
  test.each(answered.filter((one) => callOf(keyOf(one))).map(titled))("%s", async (_, one) => {
    const key = keyOf(one)
    const reply = await read(one)
    const sentence = refusedHere[`${key}?${queryPart(one.url)}`]
    if (sentence) return expect(reply).toMatchObject({ status: 400, isLocal: true, data: { message: sentence } })
    expect(reply).toMatchObject({ status: 200 })
    const ours: unknown = JSON.parse(JSON.stringify(callOf(key)!.output.parse(withCapabilities(community, key, reply.data))))
    const wrong = new Set([...lacks(ours, fieldsOf(one.answer)), ...differencesOf(one.answer, ours)])
    expect([...wrong].filter((at) => !isListed(key, at))).toEqual([])
  })

  test("omitted zero values are filled in", async () => {
    const search = recorded.find((one) => one.url === "/api/v1/document/search?wd=")!
    expect(search.answer).toEqual({})
    const reply = await read(search)
    expect(callOf("GET /document/search")!.output.parse(reply.data)).toMatchObject({ total: 0, document: [] })
  })

  test("calls outside the contract are listed with their reason", () => {
    const missing = answered.map(keyOf).filter((key) => !callOf(key))
    expect(missing.filter((key) => ![...notYet, ...stays].some(({ call, field }) => call === key && !field))).toEqual([])
  })
})

const signedOut = "您未登录或您的登录已过期，请重新登录或刷新页面重试"
type Meant = [status: number, message: string]
const sameMessage =
  (status: number): ((said: string) => Meant) =>
  (said) => [status, said]

/** The meaning of each recorded refusal, by that server's status and the start of its message. */
const meanings: [status: number, said: RegExp, meant: (said: string, one: RecordedAnswer) => Meant][] = [
  [400, /^ID错误$/, (said, { as }) => (as === "anonymous" ? [400, said] : [401, signedOut])],
  [400, /^record not found$/, () => [404, "内容不存在"]],
  [400, /^(strconv|invalid character|unknown field)/, () => [400, "提交的内容不正确"]],
  [400, /^(参数错误|密码长度|用户名|评论内容|原密码|不支持|文档文件|用户组)/, sameMessage(400)],
  [401, /^您未登录/, () => [401, signedOut]],
  [403, /^您(没有权限|已经评分)/, sameMessage(403)],
  [404, /^(Not Found|404 page not found|<body unreadable)/, () => [404, "内容不存在"]],
  [404, /^(文档不存在|文章不存在|下载失败|hash值)/, sameMessage(404)],
  [409, /^(用户名已存在|您)/, sameMessage(409)],
  [500, /^您没有权限/, sameMessage(403)],
  [500, /^record not found$/, () => [404, "内容不存在"]],
  // settings without their ids: an error that the user cannot fix
  [500, /^WHERE conditions required$/, () => [502, illMessage]],
]

describe("a rejection keeps its kind", () => {
  test.each(refused.map(titled))("%s", (_, one) => {
    const said = isFields(one.answer) ? String(one.answer["message"]) : String(one.answer)
    const meaning = meanings.find(([status, words]) => status === one.status && words.test(said))
    expect(meaning, `${one.status} ${said}`).toBeDefined()
    const [status, message] = meaning![2](said, one)
    const { method, answer: body } = one
    expect(failureOf({ method, status: one.status, body, signedIn: one.as !== "anonymous" })).toMatchObject({ ok: false, status, message })
  })
})

test("every recorded call is one of these, a file, or an upload", () => {
  const rest = recorded.filter((one) => !answered.includes(one) && !refused.includes(one))
  expect(recorded).toHaveLength(220)
  expect(rest.filter((one) => one.url.startsWith("/api/")).map(keyOf)).toEqual([
    "POST /upload/document",
    "POST /upload/avatar",
    "POST /upload/banner",
    "POST /upload/article",
  ])
})
