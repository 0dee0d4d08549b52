// Attacks on our pages in front of a hostile third-party server, and by visitors who forge headers.
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startServer } from "../../scripts/lib/server.mjs"
import { send } from "./http.mjs"

/** @typedef {import("./run.mjs").Attack} Attack */
/** @typedef {{ method: string, url: string, headers: import("node:http").IncomingHttpHeaders }} Seen */

const script = "<script>alert(document.cookie)</script>"
const article = {
  id: 1,
  identifier: "evil",
  title: `文章${script}`,
  content: `<p>正文</p>${script}<img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a>`,
  status: 1,
  user_id: 1,
}

/** Starts an API server with an attack in every answer. @param {Seen[]} seen */
const hostileServer = (seen) =>
  createServer((req, res) => {
    const url = req.url ?? "/"
    seen.push({ method: req.method ?? "", url, headers: req.headers })
    req.resume()
    const extra = {
      "set-cookie": "doujia_session=planted; Path=/",
      "access-control-allow-origin": "*",
      "content-security-policy": "default-src * 'unsafe-inline'",
      "x-frame-options": "ALLOWALL",
      location: "https://evil.example/",
    }
    if (/^\/(view|uploads)\//.test(url)) {
      const html = url.includes("html")
      return void res
        .writeHead(200, { ...extra, "content-type": html ? "text/html" : "image/svg+xml" })
        .end(html ? script : `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)
    }
    const body = url.includes("/article/list")
      ? { total: 1, article: [article] }
      : url.includes("/article")
        ? article
        : url.includes("/settings")
          ? { system: { sitename: `站${script}`, domain: "" }, footer: { copyright: script } }
          : {}
    res.writeHead(200, { ...extra, "content-type": "application/json" }).end(JSON.stringify(body))
  })

/** @param {(url: string, seen: Seen[]) => Promise<void>} work */
const inFront = async (work) => {
  /** @type {Seen[]} */
  const seen = []
  const behind = hostileServer(seen)
  await new Promise((done) => behind.listen(0, "127.0.0.1", () => done(undefined)))
  const address = behind.address()
  const port = address && typeof address === "object" ? address.port : 0
  const dataDir = mkdtempSync(join(tmpdir(), "doujia-attack-front-"))
  try {
    const front = await startServer({
      dataDir,
      env: { API_BASE_URL: `http://127.0.0.1:${port}`, API_DIALECT: "community", LOG_LEVEL: "warn" },
    })
    try {
      await work(front.url, seen)
    } finally {
      await front.stop()
    }
  } finally {
    behind.closeAllConnections()
    behind.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @type {Attack[]} */
export const remote = [
  {
    area: "remote",
    title: "后面的服务器有恶意：脚本、Cookie、策略、跳转；访客伪造的头传到它 [security: remote-walls, 4.1.3, forwarded-address]",
    long: true,
    ownSite: true,
    run: async (_, attempt) => {
      await inFront(async (url, seen) => {
        for (const path of ["/view/page/0a/1.svg", "/view/html/1", "/uploads/ab/evil.html", "/uploads/ab/evil.svg"]) {
          const { headers, status } = await send(url, path)
          const policy = String(headers["content-security-policy"] ?? "")
          const isInline = !String(headers["content-disposition"] ?? "").startsWith("attachment")
          attempt(
            `${path}：${status}，策略 ${policy.slice(0, 50)}`,
            status === 200 && isInline && !(/default-src 'none'/.test(policy) && policy.includes("sandbox")),
          )
          attempt(
            `${path} 当网页打开`,
            isInline && /html/.test(String(headers["content-type"])) && status === 200 && !policy.includes("sandbox"),
          )
          attempt(`${path} nosniff`, headers["x-content-type-options"] !== "nosniff")
          attempt(`${path} 种下 Cookie`, "set-cookie" in headers)
          attempt(`${path} 跨域许可`, "access-control-allow-origin" in headers)
        }
        for (const path of ["/", "/article", "/article/evil", "/login"]) {
          const { headers, text } = await send(url, path)
          const policy = String(headers["content-security-policy"] ?? "")
          attempt(`${path} 里的脚本`, text.includes(script) || /onerror=alert/.test(text.replaceAll(/<script[\s\S]*?<\/script>/g, "")))
          attempt(`${path} 的策略`, /script-src[^;]*unsafe-inline/.test(policy) || !/script-src/.test(policy))
          attempt(`${path} 种下 Cookie`, String(headers["set-cookie"] ?? "").includes("planted"))
          attempt(`${path} 跳转`, String(headers["location"] ?? "").includes("evil"))
        }
        for (const key of ["/api/v1/article?identifier=evil", "/api/v1/article/list?page=1"]) {
          const { headers, json, text } = await send(url, key)
          const content = String(json["content"] ?? json["article"]?.[0]?.content ?? "")
          attempt(`${key} 的正文`, /<script|onerror|javascript:/i.test(content) || text.length === 0)
          attempt(`${key} 的头`, "set-cookie" in headers || "access-control-allow-origin" in headers || "location" in headers)
        }
        seen.length = 0
        const forged = {
          "x-forwarded-for": "1.2.3.4",
          "x-real-ip": "1.2.3.4",
          forwarded: "for=1.2.3.4",
          "x-user-id": "1",
          "x-forwarded-host": "evil.example",
          "x-middleware-subrequest": "middleware",
        }
        await send(url, "/api/v1/document/list?page=1", { headers: forged })
        const [request] = seen
        if (!request) throw new Error("请求没有传到后面的服务器")
        for (const name of Object.keys(forged))
          attempt(`传过去的 ${name}`, /1\.2\.3\.4|evil|^1$|middleware/.test(String(request.headers[name] ?? "")))
        seen.length = 0
        for (const path of ["/view/../api/v1/user", "/view/%2e%2e/api/v1/user", "//api/v1/user", "/uploads/..%2f..%2fapi/v1/user"])
          await send(url, path, { headers: { cookie: "doujia_session=mine" } })
        attempt(
          "Cookie 变成别的地址的令牌",
          seen.some(({ headers, url: to }) => String(headers.authorization ?? "").includes("mine") && to.includes("/api/")),
        )
      })
    },
  },
]
