import { createServer, request, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { gunzipSync, gzipSync } from "node:zlib"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { findBackend } from "../../lib/api/backend"
import { currentRendering, inRendering } from "../pages/rendering"
import { createLog } from "../security/log"
import { directSanitizer } from "../ports/sanitizer/direct.sanitizer"
import { community } from "./community/community"
import { startRemote } from "./start"

/* Requests and answers between a browser, this process and a remote server that is malicious or unavailable. */

type Answer = { status: number; headers: IncomingMessage["headers"]; body: Buffer }
const addressOf = (server: Server): string => {
  const address = server.address()
  if (!address || typeof address !== "object") throw new Error("no address")
  return `127.0.0.1:${address.port}`
}
const listen = (server: Server) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))

let respond: RequestListener
let seen: { method: string; url: string; headers: IncomingMessage["headers"] }[] = []
const remote = createServer((req, res) => {
  seen.push({ method: req.method ?? "", url: req.url ?? "", headers: req.headers })
  req.resume()
  respond(req, res)
})
let front: Server | undefined
let changes = 0

/** Starts a front end for a remote server of the given `dialect` and replaces the previous one. */
const begin = async (dialect: "native" | "community") => {
  const { listener } = startRemote({
    api: `http://${addressOf(remote)}/api/v1`,
    dialect,
    trustedProxies: [],
    onStrangeProxy: () => undefined,
    log: createLog("silent"),
    version: "0",
    sanitizer: directSanitizer(),
  })
  const serve = listener(
    async (_req, res) => void res.writeHead(200, { "content-type": "text/plain" }).end("a page of ours"),
    () => changes++,
  )
  front?.close()
  front?.closeAllConnections()
  front = createServer((req, res) => void serve(req, res))
  await listen(front)
}
beforeAll(async () => {
  await listen(remote)
  await begin("native")
})
afterAll(() => {
  for (const server of [front, remote]) {
    server?.close()
    server?.closeAllConnections()
  }
})
beforeEach(() => {
  seen = []
  respond = (_req, res) => void res.writeHead(200, { "content-type": "application/json" }).end("{}")
})

/** Sends the path unchanged; `fetch` would normalize it. */
const send = (path: string, headers: Record<string, string> = {}, method = "GET", body = ""): Promise<Answer> =>
  new Promise((done, fail) => {
    const [host, port] = addressOf(front!).split(":")
    const out = request({ host, port, path, method, headers }, async (reply) => {
      const chunks: Buffer[] = []
      for await (const chunk of reply as AsyncIterable<Buffer>) chunks.push(chunk)
      done({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) })
    })
    out.on("error", fail).end(body)
  })

describe("uploads to a community server", () => {
  const uploads = Object.entries(community.streams).filter(([key]) => key.startsWith("POST /upload/"))
  beforeAll(() => begin("community"))
  afterAll(() => begin("native"))

  test.each(uploads)("%s: %s", async (key, isOffered) => {
    const bodies: string[] = []
    respond = (req, res) => {
      let text = ""
      req.on("data", (chunk: Buffer) => (text += chunk.toString()))
      req.on("end", () => {
        bodies.push(text)
        res.writeHead(200, { "content-type": "application/json" }).end('{"data":{"path":"/uploads/a.png"}}')
      })
    }
    const type = "multipart/form-data; boundary=b"
    const content = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\npicture\r\n--b--\r\n'
    const path = `/api/v1${key.slice("POST ".length)}`
    const reply = await send(path, { "content-type": type, authorization: "Bearer mine" }, "POST", content)
    const passed = seen.filter(({ method, url }) => method === "POST" && url === path)
    if (!isOffered) return expect([reply.status, passed]).toEqual([404, []])
    expect([reply.status, bodies]).toEqual([200, [content]])
    expect(passed[0]!.headers).toMatchObject({ "content-type": type, authorization: "Bearer mine" })
    expect(JSON.parse(reply.body.toString("utf8"))).toEqual({ data: { path: "/uploads/a.png" } })
  })
})

describe("headers", () => {
  test("of a request: only those that a call needs, and none that forges its origin [security: remote-walls, 4.1.3]", async () => {
    const given = {
      accept: "application/json",
      "accept-language": "zh-CN",
      authorization: "Bearer mine",
      "content-type": "application/json",
      "if-match": '"2026"',
      range: "bytes=0-1",
      "user-agent": "a browser",
      "tus-resumable": "1.0.0",
      "upload-offset": "3",
    }
    const forged = {
      "grpc-metadata-x-real-ip": "1.2.3.4",
      "grpc-metadata-authorization": "Bearer other",
      "x-real-ip": "1.2.3.4",
      forwarded: "for=1.2.3.4",
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-host": "evil.example",
      "x-original-url": "/admin",
      "x-http-method-override": "DELETE",
      cookie: "doujia_session=token; other=1",
      origin: "https://evil.example",
      referer: "https://evil.example/",
    }
    await send("/api/v1/upload/tus/1", { ...given, ...forged }, "PATCH", "abc")
    const { host: _, connection: __, "transfer-encoding": ___, "content-length": ____, ...passed } = seen[0]!.headers
    expect(passed).toEqual({ ...given, "x-forwarded-for": "127.0.0.1" })
    expect(seen[0]!.headers.host).toBe(addressOf(remote))
  })

  test("of a response: no cookie, server or policy of another site [security: remote-walls]", async () => {
    const foreign = {
      "set-cookie": ["doujia_session=theirs; Path=/", "a=1"],
      server: "nginx",
      "x-powered-by": "Go",
      "access-control-allow-origin": "*",
      "access-control-allow-credentials": "true",
      "content-security-policy": "default-src *",
      "x-frame-options": "ALLOWALL",
      "strict-transport-security": "max-age=0",
      "clear-site-data": '"*"',
      refresh: "0;url=https://evil.example",
      link: "<https://evil.example/x.js>; rel=preload; as=script",
    }
    const replyHeaders = {
      etag: '"1"',
      "cache-control": "private, max-age=5",
      "accept-ranges": "bytes",
      "content-range": "bytes 0-3/9",
      "content-disposition": "attachment; filename=a.pdf",
      "upload-offset": "4",
    }
    for (const [path, type] of [
      ["/download/token", "application/pdf"],
      ["/api/v1/upload/tus/1", "application/json"],
    ] as const) {
      respond = (_req, res) =>
        void res.writeHead(206, { ...foreign, ...replyHeaders, "content-type": type, "content-length": 4 }).end("%PDF")
      const { headers } = await send(path)
      expect(headers).toMatchObject({ ...replyHeaders, "content-type": type })
      const ours = ["x-frame-options", "content-security-policy"]
      for (const name of Object.keys(foreign).filter((name) => !ours.includes(name))) expect(headers, name).not.toHaveProperty(name)
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'.*; sandbox$/)
      expect(headers["x-frame-options"]).toBe("SAMEORIGIN")
      expect(headers["x-content-type-options"]).toBe("nosniff")
    }
    // All headers of a parsed and completed answer are set by this program.
    respond = (_req, res) => void res.writeHead(200, { ...foreign, "content-type": "application/json" }).end("{}")
    const { headers } = await send("/api/v1/stats")
    const ours = { "x-frame-options": "SAMEORIGIN", "content-security-policy": "frame-ancestors 'self'" }
    expect(headers).toMatchObject(ours)
    for (const name of Object.keys(foreign).filter((name) => !(name in ours))) expect(headers, name).not.toHaveProperty(name)
  })

  test.each([
    ["/api/v1/upload/tus/abc", "/api/v1/upload/tus/abc"],
    ["own:/api/v1/upload/tus/abc?x=1", "/api/v1/upload/tus/abc?x=1"],
    ["https://evil.example/x", undefined],
    ["//evil.example/x", undefined],
    ["javascript:alert(1)", undefined],
    ["own://evil.example", undefined],
  ])("a redirect location stays on this site: %s [security: remote-walls, 3.7.2]", async (given, expected) => {
    const location = given.replace("own:", `http://${addressOf(remote)}`)
    respond = (_req, res) => void res.writeHead(201, { location }).end()
    expect((await send("/api/v1/upload/tus", {}, "POST")).headers.location).toBe(expected)
  })
})

describe("addresses", () => {
  test.each([
    "//api/v1/user",
    "/api//v1/user",
    "/api/v1/../v1/user",
    "/view/../api/v1/document/download",
    "/view/%2e%2e/api/v1/document/download",
    "/view/%2E./api/v1/user",
    "/view%2f..%2fapi/v1/user",
    "/view/..%5capi/v1/user",
    "/view/..\\api/v1/user",
    "/%2e/api/v1/user",
    "/x/../api/v1/user",
    "/view/a%00b",
    "/view/%zz",
  ])("an odd spelling is not forwarded: %s [security: remote-walls]", async (path) => {
    expect((await send(path, { cookie: "doujia_session=token" })).status).toBe(404)
    expect(seen).toEqual([])
  })

  test("plain addresses are forwarded unchanged, all others are pages of this site", async () => {
    for (const path of [
      "/uploads/%E5%9B%BE%20%E7%89%87.png",
      "/view/page/0a/1.svg?v=2",
      "/api/v1/nothing?a=%2e%2e%2f&b=//",
      "/sitemap.xml",
    ]) {
      await send(path)
      expect(seen.at(-1)!.url).toBe(path)
    }
    seen = []
    for (const path of ["/document/a%2fb", "/viewer", "/a/../b", "/uploads.html"]) {
      expect((await send(path)).body.toString()).toBe("a page of ours")
    }
    expect(seen).toEqual([])
  })
})

describe("the session cookie", () => {
  const cookie = { cookie: "doujia_session=token" }
  test("authorizes page images only: no other address receives it as a Bearer token [security: remote-walls]", async () => {
    await send("/view/page/0a/1.svg", cookie)
    expect(seen[0]!.headers.authorization).toBe("Bearer token")
    seen = []
    for (const path of ["/api/v1/document/download?id=7", "/api/v1/user", "/uploads/a.png", "/download/x", "/callback/alipay", "/view"])
      await send(path, cookie)
    await send("/view/page/0a/1.svg", cookie, "POST")
    expect(seen).toHaveLength(7)
    expect(seen.filter(({ headers }) => headers.authorization)).toEqual([])
  })

  test("a response that was read with it is not stored by shared caches [security: 14.2.2]", async () => {
    respond = (_req, res) =>
      void res.writeHead(200, { "content-type": "image/svg+xml", "cache-control": "public, max-age=60" }).end("<svg/>")
    expect((await send("/view/page/0a/1.svg", cookie)).headers["cache-control"]).toBe("private, max-age=60")
    expect((await send("/view/page/0a/1.svg")).headers["cache-control"]).toBe("public, max-age=60")
  })
})

describe("files", () => {
  const files = ["/view/page/0a/1.svg", "/uploads/ab/cd.html"]
  test.each(["text/html", "application/xhtml+xml", "text/javascript", "text/xml", "application/pdf", "image/png, text/html", ""])(
    "a file that is not an image, font, audio or video is downloaded and not displayed: %s [security: remote-walls, html-from-uploads]",
    async (type) => {
      respond = (_req, res) => void res.writeHead(200, type ? { "content-type": type } : {}).end("<script>alert(1)</script>")
      for (const path of files) {
        const { headers } = await send(path)
        expect(headers).toMatchObject({ "content-type": "application/octet-stream", "content-disposition": "attachment" })
        expect(headers["content-security-policy"]).toMatch(/^default-src 'none'.*; sandbox$/)
      }
    },
  )

  test.each(["image/svg+xml", "image/webp", "font/woff2", "audio/mpeg", "video/mp4", "image/png; charset=utf-8"])(
    "%s is displayed and cannot run scripts [security: svg-token-theft, remote-walls]",
    async (type) => {
      respond = (_req, res) => void res.writeHead(200, { "content-type": type }).end("x")
      for (const path of files) {
        const { headers } = await send(path)
        expect(headers).toMatchObject({ "content-type": type, "x-content-type-options": "nosniff" })
        expect(headers["content-disposition"]).toBeUndefined()
        expect(headers["content-security-policy"]).toMatch(/^default-src 'none'.*; sandbox$/)
      }
    },
  )

  test('"not modified" is passed through unchanged', async () => {
    respond = (_req, res) => void res.writeHead(304, { etag: '"1"' }).end()
    const { status, headers } = await send("/uploads/a.png", { "if-none-match": '"1"' })
    expect({ status, type: headers["content-type"], etag: headers.etag }).toEqual({ status: 304, type: undefined, etag: '"1"' })
  })

  test.each([
    ["packed and said so", true, "gzip"],
    ["packed and not said so", true, ""],
    ["plain and said to be packed", false, "gzip"],
    ["plain", false, ""],
  ])("a page image is readable whatever its content encoding claims: %s", async (_, packed, encoding) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${"<path/>".repeat(5_000)}</svg>`
    const body = packed ? gzipSync(svg) : Buffer.from(svg)
    const headers = { "content-type": "image/svg+xml", "content-length": body.length, ...(encoding && { "content-encoding": encoding }) }
    respond = (_req, res) => void res.writeHead(200, headers).end(body)
    for (const accepted of ["gzip, br", ""]) {
      const reply = await send("/view/page/0a/1.gzip.svg", accepted ? { "accept-encoding": accepted } : {})
      expect(reply.headers["content-encoding"]).toBe(packed && accepted ? "gzip" : undefined)
      expect((packed && accepted ? gunzipSync(reply.body) : reply.body).toString()).toBe(svg)
    }
    respond = (_req, res) => void res.writeHead(200, { ...headers, "content-length": 0 }).end()
    expect((await send("/view/page/0a/1.gzip.svg")).body).toHaveLength(0)
  })
})

describe.each(["native", "community"] as const)("calls to a %s server", (dialect) => {
  beforeAll(() => begin(dialect))
  test("user content from that server is sanitised, for pages and for browsers [security: remote-walls]", async () => {
    respond = (_req, res) => void res.writeHead(200).end(JSON.stringify({ content: "<p>好<script>alert(1)</script></p>" }))
    const forBrowser = JSON.parse((await send("/api/v1/article?identifier=a")).body.toString()) as unknown
    expect(forBrowser).toMatchObject({ content: "<p>好</p>" })
    expect(await findBackend()!.call("GET /article", { identifier: "a" }, "")).toMatchObject({ data: { content: "<p>好</p>" } })
  })

  describe("failures", () => {
    const bearer = { authorization: "Bearer token" }
    const json = (status: number, body: unknown) => {
      respond = (_req, res) =>
        void res.writeHead(status, { "content-type": "application/json", "retry-after": "7" }).end(JSON.stringify(body))
    }
    const said = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
      const reply = await send(path, headers, method)
      return { status: reply.status, ...(JSON.parse(reply.body.toString()) as { code: number; message: string }) }
    }

    test("messages of the database, Go or a proxy never reach a user [security: 16.5.1]", async () => {
      for (const text of [
        "Error 1146: Table 'x.mnt_user' doesn't exist",
        "dial tcp 10.0.0.3:3306: connect: connection refused",
        "数据库错误",
      ]) {
        json(500, { code: 2, error: text, message: text })
        for (const path of [
          "/api/v1/stats",
          "/api/v1/no/such/call",
          "/view/page/0a/1.svg",
          "/uploads/a.png",
          "/download/x",
          "/sitemap.xml",
        ])
          expect(await said(path, bearer), path).toEqual({ status: 502, code: 14, message: "后端暂时没有回应，请稍后再试" })
      }
      respond = (_req, res) => void res.writeHead(404, { "content-type": "text/html" }).end("<script>alert(1)</script>")
      for (const path of ["/api/v1/no/such/call", "/view/page/0a/1.svg", "/uploads/a.html"])
        expect(await said(path)).toEqual({ status: 404, code: 5, message: expect.stringMatching(/^(内容|文档)不存在$/) as string })
    })

    test("missing, forbidden and throttled responses each have their own status and error message", async () => {
      json(500, { code: 2, message: "record not found" })
      expect(await said("/api/v1/document?uuid=0a")).toEqual({ status: 404, code: 5, message: "内容不存在" })
      json(500, { code: 2, message: "您没有权限访问【用户管理】" })
      expect(await said("/api/v1/user/list", bearer)).toEqual({ status: 403, code: 7, message: "您没有权限访问【用户管理】" })
      json(429, { message: "rate limit" })
      const reply = await send("/api/v1/user/captcha?type=login")
      expect(reply).toMatchObject({ status: 429, headers: { "retry-after": "7" } })
    })

    test("a session that has ended on that server ends here, and no other session does", async () => {
      const mine = { cookie: "doujia_session=token", ...bearer }
      const other = { cookie: "doujia_session=another", ...bearer }
      for (const [status, message] of [
        [400, "ID错误"],
        [401, "token is expired"],
      ] as const) {
        json(status, { message })
        const reply = await send("/api/v1/user", mine)
        expect(reply.status).toBe(401)
        expect(String(reply.headers["set-cookie"])).toMatch(/^doujia_session=; .*Max-Age=0.*doujia_in=; /)
        expect((await send("/api/v1/user", other)).headers["set-cookie"]).toBeUndefined()
      }
      json(500, { message: "dial tcp" })
      expect((await send("/api/v1/user", mine)).headers["set-cookie"]).toBeUndefined()
    })

    test.each<[string, () => RequestListener]>([
      ["null", () => (_req, res) => void res.writeHead(200).end("null")],
      ["text", () => (_req, res) => void res.writeHead(200).end("Bad Gateway")],
      ["a list", () => (_req, res) => void res.writeHead(200).end("[]")],
      [
        "half an answer",
        () => (_req, res) => void (res.writeHead(200, { "content-length": 100 }).write("{"), setTimeout(() => res.destroy(), 20)),
      ],
      ["no answer", () => (req) => void req.socket.destroy()],
      ["a redirect", () => (_req, res) => void res.writeHead(308, { location: "/document/" }).end()],
    ])("an invalid response means an unavailable backend: %s", async (_, answer) => {
      respond = answer()
      expect(await said("/api/v1/document?uuid=0a")).toEqual({ status: 502, code: 14, message: "后端暂时没有回应，请稍后再试" })
      const page = findBackend()!.call("GET /document", { uuid: "0a" }, "")
      expect(await page).toEqual({ ok: false, status: 502, message: "后端暂时没有回应，请稍后再试" })
    })

    test("/readyz reports whether the server is available", async () => {
      expect((await send("/readyz")).status).toBe(200)
      respond = (req) => void req.socket.destroy()
      const reply = await send("/readyz")
      expect({ status: reply.status, body: reply.body.toString() }).toEqual({
        status: 503,
        body: expect.stringContaining("后端暂时没有回应"),
      })
      expect((await send("/healthz")).status).toBe(200)
    })

    test("all calls of a page render share one deadline, and calls after it are not sent", async () => {
      respond = () => undefined
      const { incomplete } = await inRendering(async () => {
        currentRendering()!.deadline = Date.now() + 500
        const ask = () => findBackend()!.call("GET /stats", {}, "")
        const replies = await Promise.all([ask(), ask(), ask()])
        seen = []
        expect([...replies, await ask()].map(({ status }) => status)).toEqual([502, 502, 502, 502])
      })
      expect({ incomplete, later: seen }).toEqual({ incomplete: true, later: [] })
    })
  })

  test("a change that a user made here is announced; reads, logins and failed calls are not", async () => {
    changes = 0
    await send("/api/v1/document?id=7", {}, "DELETE")
    expect(changes).toBe(1)
    await send("/api/v1/stats")
    await send("/api/v1/user/login", { "content-type": "application/json" }, "POST", "{}")
    respond = (_req, res) => void res.writeHead(500).end()
    await send("/api/v1/document?id=7", {}, "DELETE")
    expect(changes).toBe(1)
  })
})

describe("the cover of a document that failed or waits on a community server", () => {
  beforeAll(() => begin("community"))
  const hash = "00112233445566778899aabbccddeeff"
  const isSheet = ({ status, headers, body }: Answer) => {
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "image/svg+xml", "no-store"])
    expect(body.toString()).toMatch(/^<svg /)
  }

  test("is a blank sheet instead of a broken picture, also if its file is unknown", async () => {
    const files: Record<string, unknown> = { a1b2c3: { attachment: { hash } }, d4e5f6: {} }
    respond = (req, res) => {
      const uuid = new URL(req.url!, "http://remote").searchParams.get("uuid")
      if (uuid) return void res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(files[uuid]))
      res.writeHead(404, { "content-type": "application/json" }).end('{"code":5,"message":"Not Found"}')
    }
    isSheet(await send("/view/cover/a1b2c3?v=0"))
    isSheet(await send("/view/cover/d4e5f6?v=0"))
    isSheet(await send(`/view/cover/${hash}`))
    expect((await send(`/view/page/${hash}/1.svg`)).status).toBe(404)
  })

  test("is not one while the server is unavailable", async () => {
    respond = (_req, res) => void res.writeHead(502).end()
    expect((await send("/view/cover/0f0f0f?v=0")).status).toBe(502)
  })
})
