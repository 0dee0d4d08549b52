import { gunzipSync, gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { findBackend } from "../../lib/api/backend"
import { community } from "./community/community"
import { addressOf, remoteFront, type FrontAnswer } from "./testing/remote-front.fixture"

/* Requests and answers between a browser, this process and a remote server that may be malicious. */

const { world, remote, begin, send } = remoteFront()

describe("uploads to a community server", () => {
  const uploads = Object.entries(community.streams).filter(([key]) => key.startsWith("POST /upload/"))
  beforeAll(() => begin("community"))
  afterAll(() => begin("native"))

  test.each(uploads)("%s: %s", async (key, isOffered) => {
    const bodies: string[] = []
    world.respond = (req, res) => {
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
    const passed = world.seen.filter(({ method, url }) => method === "POST" && url === path)
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
    const { host: _, connection: __, "transfer-encoding": ___, "content-length": ____, ...passed } = world.seen[0]!.headers
    expect(passed).toEqual({ ...given, "x-forwarded-for": "127.0.0.1" })
    expect(world.seen[0]!.headers.host).toBe(addressOf(remote))
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
      world.respond = (_req, res) =>
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
    world.respond = (_req, res) => void res.writeHead(200, { ...foreign, "content-type": "application/json" }).end("{}")
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
    world.respond = (_req, res) => void res.writeHead(201, { location }).end()
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
    expect(world.seen).toEqual([])
  })

  test("plain addresses are forwarded unchanged, all others are pages of this site", async () => {
    for (const path of [
      "/uploads/%E5%9B%BE%20%E7%89%87.png",
      "/view/page/0a/1.svg?v=2",
      "/api/v1/nothing?a=%2e%2e%2f&b=//",
      "/sitemap.xml",
    ]) {
      await send(path)
      expect(world.seen.at(-1)!.url).toBe(path)
    }
    world.seen = []
    for (const path of ["/document/a%2fb", "/viewer", "/a/../b", "/uploads.html"]) {
      expect((await send(path)).body.toString()).toBe("a page of ours")
    }
    expect(world.seen).toEqual([])
  })
})

describe("the session cookie", () => {
  const cookie = { cookie: "doujia_session=token" }
  test("authorizes page images only: no other address receives it as a Bearer token [security: remote-walls]", async () => {
    await send("/view/page/0a/1.svg", cookie)
    expect(world.seen[0]!.headers.authorization).toBe("Bearer token")
    world.seen = []
    for (const path of ["/api/v1/document/download?id=7", "/api/v1/user", "/uploads/a.png", "/download/x", "/callback/alipay", "/view"])
      await send(path, cookie)
    await send("/view/page/0a/1.svg", cookie, "POST")
    expect(world.seen).toHaveLength(7)
    expect(world.seen.filter(({ headers }) => headers.authorization)).toEqual([])
  })

  test("a response that was read with it is not stored by shared caches [security: 14.2.2]", async () => {
    world.respond = (_req, res) =>
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
      world.respond = (_req, res) => void res.writeHead(200, type ? { "content-type": type } : {}).end("<script>alert(1)</script>")
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
      world.respond = (_req, res) => void res.writeHead(200, { "content-type": type }).end("x")
      for (const path of files) {
        const { headers } = await send(path)
        expect(headers).toMatchObject({ "content-type": type, "x-content-type-options": "nosniff" })
        expect(headers["content-disposition"]).toBeUndefined()
        expect(headers["content-security-policy"]).toMatch(/^default-src 'none'.*; sandbox$/)
      }
    },
  )

  test('"not modified" is passed through unchanged', async () => {
    world.respond = (_req, res) => void res.writeHead(304, { etag: '"1"' }).end()
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
    world.respond = (_req, res) => void res.writeHead(200, headers).end(body)
    for (const accepted of ["gzip, br", ""]) {
      const reply = await send("/view/page/0a/1.gzip.svg", accepted ? { "accept-encoding": accepted } : {})
      expect(reply.headers["content-encoding"]).toBe(packed && accepted ? "gzip" : undefined)
      expect((packed && accepted ? gunzipSync(reply.body) : reply.body).toString()).toBe(svg)
    }
    world.respond = (_req, res) => void res.writeHead(200, { ...headers, "content-length": 0 }).end()
    expect((await send("/view/page/0a/1.gzip.svg")).body).toHaveLength(0)
  })
})

describe.each(["native", "community"] as const)("calls to a %s server", (dialect) => {
  beforeAll(() => begin(dialect))
  test("user content from that server is sanitised, for pages and for browsers [security: remote-walls]", async () => {
    world.respond = (_req, res) => void res.writeHead(200).end(JSON.stringify({ content: "<p>好<script>alert(1)</script></p>" }))
    const forBrowser = JSON.parse((await send("/api/v1/article?identifier=a")).body.toString()) as unknown
    expect(forBrowser).toMatchObject({ content: "<p>好</p>" })
    expect(await findBackend()!.call("GET /article", { identifier: "a" }, "")).toMatchObject({ data: { content: "<p>好</p>" } })
  })

  test("a change that a user made here is announced; reads, logins and failed calls are not", async () => {
    world.changes = 0
    await send("/api/v1/document?id=7", {}, "DELETE")
    expect(world.changes).toBe(1)
    await send("/api/v1/stats")
    await send("/api/v1/user/login", { "content-type": "application/json" }, "POST", "{}")
    world.respond = (_req, res) => void res.writeHead(500).end()
    await send("/api/v1/document?id=7", {}, "DELETE")
    expect(world.changes).toBe(1)
  })
})

describe("the cover of a document that failed or waits on a community server", () => {
  beforeAll(() => begin("community"))
  const hash = "00112233445566778899aabbccddeeff"
  const isSheet = ({ status, headers, body }: FrontAnswer) => {
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "image/svg+xml", "no-store"])
    expect(body.toString()).toMatch(/^<svg /)
  }

  test("is a blank sheet instead of a broken picture, also if its file is unknown", async () => {
    const files: Record<string, unknown> = { a1b2c3: { attachment: { hash } }, d4e5f6: {} }
    world.respond = (req, res) => {
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
    world.respond = (_req, res) => void res.writeHead(502).end()
    expect((await send("/view/cover/0f0f0f?v=0")).status).toBe(502)
  })
})
