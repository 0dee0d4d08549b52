import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/**
 * A compatible server as docs/reference/api.md 1.2, 1.7 describe it: zero values are omitted from its JSON, a missing permission is a 500,
 * unknown paths return text. `fault` selects a fault for every response.
 */
export type SmallBackend = {
  url: string
  /** All requests; `at` is on the clock of `performance.now()`. */
  requests: { method: string; path: string; query: string; headers: IncomingMessage["headers"]; at: number }[]
  fault: (kind: BackendFault | null) => void
  /** Sets the response of the call `key` (`GET /settings`) from now on. */
  answer: (key: string, body: unknown) => void
  close: () => Promise<void>
}
export type BackendFault = "text 200" | "text 500" | "json 500" | "null" | "hang" | "cut"

const hash = "00112233445566778899aabbccddeeff"
const document = {
  id: 41,
  title: "零值省略的文档",
  uuid: "0a1b2c3d4e5f6071",
  ext: ".pdf",
  user_id: 7,
  username: "lin",
  status: 2,
  pages: 3,
  width: 595,
  height: 842,
  category_id: [2],
  category: [{ id: 2, title: "教育" }],
  attachment: { hash },
  created_at: "2025-01-02T03:04:05Z",
  updated_at: "2025-01-02T03:04:05Z",
}
const article = {
  id: 5,
  identifier: "about",
  title: "关于本站",
  content: "<p>本站的由来</p>",
  created_at: "0001-01-01T00:00:00Z",
  updated_at: "0001-01-01T00:00:00Z",
}

const defaultAnswers: Record<string, unknown> = {
  "GET /settings": { system: { sitename: "另一种后端", title: "另一种后端的首页" } },
  "GET /stats": {},
  "GET /navigation/list": {},
  "GET /category/list": { category: [{ id: 2, title: "教育", enable: true, doc_count: 1 }] },
  "GET /banner/list": { total: 1, banner: [{ id: 1, title: "开学季", path: "/uploads/a.png", url: "https://example.org/" }] },
  "GET /friendlink/list": { total: 1, friendlink: [{ id: 1, title: "邻居的站", link: "https://example.org/" }] },
  "GET /document/home": { document: [{ category_id: 2, category_name: "教育", document: [document] }] },
  "GET /document/list": { total: 1, document: [document] },
  "GET /document/search": { spend: "0.001" },
  "GET /article/list": { total: 1, article: [article] },
  "GET /user": { id: 7, username: "lin" },
  "POST /user/login": { token: "a-token-of-another-server", user: { id: 7, username: "lin", doc_count: 3 } },
  "DELETE /user/logout": {},
  "GET /user/caniuploaddocument": {},
  "POST /upload/document": { code: 200, message: "ok", data: { id: 77, hash, size: 5, name: "讲义.txt", ext: ".txt" } },
  "POST /document": {},
}

const json = (res: ServerResponse, status: number, body: unknown) =>
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

type BackendRequest = { method: string; url: URL; answers: Record<string, unknown> }
const answerFor = ({ method, url, answers }: BackendRequest, res: ServerResponse) => {
  const path = url.pathname
  if (path.startsWith("/view/page/"))
    return res.writeHead(200, { "content-type": "image/svg+xml" }).end("<svg xmlns='http://www.w3.org/2000/svg'/>")
  if (path.startsWith("/download/"))
    return res.writeHead(200, { "content-type": "application/pdf", "content-disposition": "attachment; filename=a.pdf" }).end("%PDF-")
  const key = `${method} ${path.replace("/api/v1", "")}`
  if (key === "GET /document")
    return url.searchParams.get("uuid") === document.uuid
      ? json(res, 200, { ...document, content: "正文的文字" })
      : json(res, 500, { error: "record not found", code: 2, message: "record not found" })
  if (key === "GET /article")
    return url.searchParams.get("identifier") === "about"
      ? json(res, 200, article)
      : json(res, 500, { error: "record not found", code: 2, message: "record not found" })
  if (key === "GET /user/permission") return json(res, 500, { error: "您没有权限访问", code: 2, message: "您没有权限访问" })
  if (key in answers) return json(res, 200, answers[key])
  res.writeHead(404, { "content-type": "text/plain" }).end("Not Found")
}

export const startSmallBackend = async (): Promise<SmallBackend> => {
  const requests: SmallBackend["requests"] = []
  const answers = { ...defaultAnswers }
  let fault: BackendFault | null = null
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? "/", "http://127.0.0.1")
    requests.push({ method: req.method ?? "", path: url.pathname, query: url.search, headers: req.headers, at: performance.now() })
    req.resume()
    if (fault === "hang") return
    if (fault === "text 200") return void res.writeHead(200, { "content-type": "text/plain" }).end("Bad Gateway page of some proxy")
    if (fault === "text 500") return void res.writeHead(500, { "content-type": "text/plain" }).end("rpc error: code = Unknown")
    if (fault === "json 500") return void json(res, 500, { error: "数据库错误", code: 2, message: "数据库错误" })
    if (fault === "null") return void json(res, 200, null)
    if (fault === "cut") {
      res.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
      return void res.write('{"system":', () => res.destroy())
    }
    answerFor({ method: req.method ?? "GET", url, answers }, res)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  if (!address || typeof address !== "object") throw new Error("no address")
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    fault: (kind) => void (fault = kind),
    answer: (key, body) => void (answers[key] = body),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
