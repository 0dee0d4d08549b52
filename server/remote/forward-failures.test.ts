import type { RequestListener } from "node:http"
import { beforeAll, describe, expect, test } from "vitest"
import { findBackend } from "../../lib/api/backend"
import { currentRendering, inRendering } from "../pages/rendering"
import { remoteFront } from "./testing/remote-front.fixture"

/* Answers to users when a remote server fails, refuses, answers nonsense or is unavailable. */

const { world, begin, send } = remoteFront()

describe.each(["native", "community"] as const)("failures of a %s server", (dialect) => {
  beforeAll(() => begin(dialect))
  const bearer = { authorization: "Bearer token" }
  const json = (status: number, body: unknown) => {
    world.respond = (_req, res) =>
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
      for (const path of ["/api/v1/stats", "/api/v1/no/such/call", "/view/page/0a/1.svg", "/uploads/a.png", "/download/x", "/sitemap.xml"])
        expect(await said(path, bearer), path).toEqual({ status: 502, code: 14, message: "后端暂时没有回应，请稍后再试" })
    }
    world.respond = (_req, res) => void res.writeHead(404, { "content-type": "text/html" }).end("<script>alert(1)</script>")
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
    world.respond = answer()
    expect(await said("/api/v1/document?uuid=0a")).toEqual({ status: 502, code: 14, message: "后端暂时没有回应，请稍后再试" })
    const page = findBackend()!.call("GET /document", { uuid: "0a" }, "")
    expect(await page).toEqual({ ok: false, status: 502, message: "后端暂时没有回应，请稍后再试" })
  })

  test("/readyz reports whether the server is available", async () => {
    expect((await send("/readyz")).status).toBe(200)
    world.respond = (req) => void req.socket.destroy()
    const reply = await send("/readyz")
    expect({ status: reply.status, body: reply.body.toString() }).toEqual({
      status: 503,
      body: expect.stringContaining("后端暂时没有回应"),
    })
    expect((await send("/healthz")).status).toBe(200)
  })

  test("all calls of a page render share one deadline, and calls after it are not sent", async () => {
    world.respond = () => undefined
    const { incomplete } = await inRendering(async () => {
      currentRendering()!.deadline = Date.now() + 500
      const ask = () => findBackend()!.call("GET /stats", {}, "")
      const replies = await Promise.all([ask(), ask(), ask()])
      world.seen = []
      expect([...replies, await ask()].map(({ status }) => status)).toEqual([502, 502, 502, 502])
    })
    expect({ incomplete, later: world.seen }).toEqual({ incomplete: true, later: [] })
  })
})
