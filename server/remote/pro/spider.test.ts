import { createServer, type Server } from "node:http"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createLog } from "../../security/log"
import { directSanitizer } from "../../ports/sanitizer/direct.sanitizer"
import { absentOf } from "../capabilities"
import { startRemote } from "../start"
import { pro } from "./pro"

/* The crawler's calls to a Pro server, which takes whole rows and has none of this crawler's options. */

const row = {
  id: 7,
  url: "https://example.org/a.pdf",
  status: 3,
  title: "旧的",
  language: "zh-CN",
  price: 5,
  category_id: "[3,12]",
  size: 9,
  ext: ".pdf",
}
let seen: { call: string; body: unknown }[] = []
const remote = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on("data", (chunk: Buffer) => chunks.push(chunk))
  req.on("end", () => {
    const text = Buffer.concat(chunks).toString()
    const path = (req.url ?? "").replace("/api/v1", "")
    seen.push({ call: `${req.method} ${path}`, body: text ? JSON.parse(text) : null })
    const answers: Record<string, unknown> = {
      "GET /spiderdocument?id=7": row,
      "GET /spiderurl?id=2": { id: 2, url: "https://example.org/", status: 3, total: 4, error: "超时" },
      "GET /spiderdocument/list?page=1&size=10": { total: 1, spider_document: [row] },
    }
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answers[`${req.method} ${path}`] ?? {}))
  })
})
let front: Server
const portOf = (server: Server) => (server.address() as { port: number }).port
const listen = (server: Server) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))

beforeAll(async () => {
  await listen(remote)
  const { listener } = startRemote({
    api: `http://127.0.0.1:${portOf(remote)}/api/v1`,
    dialect: "pro",
    trustedProxies: [],
    onStrangeProxy: () => undefined,
    log: createLog("silent"),
    version: "0",
    sanitizer: directSanitizer(),
  })
  const serve = listener(
    async (_req, res) => void res.writeHead(200).end(),
    () => undefined,
  )
  front = createServer((req, res) => void serve(req, res))
  await listen(front)
})
afterAll(() => {
  for (const server of [front, remote]) {
    server.close()
    server.closeAllConnections()
  }
})
beforeEach(() => void (seen = []))

const call = async (key: string, body?: object) => {
  const [method, path] = key.split(" ") as [string, string]
  const headers = { authorization: "Bearer theirs", "content-type": "application/json" }
  const reply = await fetch(`http://127.0.0.1:${portOf(front)}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) })
  return { status: reply.status, data: (await reply.json()) as Record<string, unknown> }
}

test("links are sent one at a time, without blanks and duplicates", async () => {
  const reply = await call("POST /spiderurl", { url: ["https://a.org/\n\n https://b.org/ \nhttps://a.org/"], depth: 0, cron: "" })
  expect(seen).toEqual([{ call: "POST /spiderurl", body: { url: ["https://a.org/", "https://b.org/"] } }])
  expect(reply).toEqual({ status: 200, data: { total: 2, skipped: 0 } })
})

test("options that only this site has are refused", async () => {
  const message = "这个站点没有这一项，请去掉后再提交"
  const add = await call("POST /spiderurl", { url: ["https://a.org/"], depth: 2 })
  expect(add).toMatchObject({ status: 400, data: { message, field: "depth" } })
  const change = await call("PUT /spiderurl", { id: 2, cron: "0 3 * * *" })
  expect(change).toMatchObject({ status: 400, data: { message, field: "cron" } })
  expect(seen.filter(({ call: key }) => !key.startsWith("GET "))).toEqual([])
})

test("a status change sends the whole link row", async () => {
  await call("PUT /spiderurl", { id: 2, status: 0 })
  expect(seen.at(-1)).toEqual({ call: "PUT /spiderurl", body: { id: 2, url: "https://example.org/", status: 0, total: 4, error: "超时" } })
})

test.each(["PUT /spiderdocument/batch", "PUT /spiderdocument"])(
  "%s sends whole rows to the batch call, with categories as JSON text",
  async (key) => {
    const change = { id: 7, status: 5, title: "新的", category_id: [3, 12, 4] }
    const reply = await call(key, key.endsWith("batch") ? { spider_document: [change] } : change)
    expect(reply.status).toBe(200)
    expect(seen.at(-1)).toEqual({
      call: "PUT /spiderdocument/batch",
      body: { spider_document: [{ ...row, status: 5, title: "新的", category_id: "[3,12,4]" }] },
    })
  },
)

test("the list response contains every field that the screen reads", async () => {
  const { data } = await call("GET /spiderdocument/list?page=1&size=10")
  expect(data).toMatchObject({ total: 1, spider_document: [{ ...row, error: "", document_id: 0, spider_url_id: 0 }] })
})

test("the screens do not offer what that server cannot do", () => {
  const absent = absentOf(pro).filter((one) => one.includes("spider"))
  for (const name of ["depth", "include", "exclude", "proxy", "headers", "cron"])
    expect(absent).toEqual(expect.arrayContaining([`POST /spiderurl ${name}`, `PUT /spiderurl ${name}`]))
  expect(absent).toEqual(expect.arrayContaining(["GET /spiderdocument/list spider_url_id", "GET /spiderdocument/list ext"]))
  expect(absent.some((one) => !one.includes(" ", one.indexOf("/")))).toBe(false)
})
