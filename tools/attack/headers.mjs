// Attacks on response headers, on which addresses answer at all, and on what request headers may do.

/** @typedef {import("./run.mjs").Attack} Attack */

const pages = ["/", "/login", "/register", "/category", "/search?wd=a", "/article", "/no/such/page", "/user/1", "/upload"]
const others = ["/api/v1/settings", "/api/v1/nothing", "/download/made-up", "/healthz", "/sitemap.xml", "/uploads/none", "/view/cover/none"]

/** Addresses of other sites in spellings that have fooled redirect checks. */
const elsewhere = [
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%09/evil.example",
  "/\t/evil.example",
  "https:evil.example",
  "http:/evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/%2f%2fevil.example",
  "/.//evil.example",
  "//evil.example/..;/login",
  "https://localhost@evil.example",
  "%68ttps://evil.example",
]

/** @type {Attack[]} */
export const headers = [
  {
    area: "headers",
    title: "缺少安全响应头的地址 [security: 3.4.3, 3.4.4, 3.4.5, 3.4.6, headers-everywhere]",
    run: async ({ ask }, attempt) => {
      for (const path of [...pages, ...others]) {
        const { headers, text } = await ask(path)
        const policy = String(headers["content-security-policy"] ?? "")
        attempt(`${path} nosniff`, headers["x-content-type-options"] !== "nosniff")
        attempt(`${path} referrer-policy`, !headers["referrer-policy"])
        attempt(`${path} 能被嵌入`, !/frame-ancestors '(none|self)'/.test(policy))
        attempt(`${path} 泄露程序版本`, "x-powered-by" in headers || /next\.js|express|nginx\/\d/i.test(String(headers["server"] ?? "")))
        if (!pages.includes(path)) continue
        const script = /script-src ([^;]*)/.exec(policy)?.[1] ?? ""
        attempt(
          `${path} 脚本策略 ${script.slice(0, 60)}`,
          !script || /unsafe-inline|unsafe-eval|\*|https?:(?!\/\/)/.test(script.replace(/'strict-dynamic'/g, "")),
        )
        attempt(`${path} object-src、base-uri`, !/object-src 'none'/.test(policy) || !/base-uri '(none|self)'/.test(policy))
        attempt(`${path} 事件属性`, /<[a-z]+[^>]*\son(click|error|load)=/i.test(text))
      }
    },
  },
  {
    area: "headers",
    title: "Cookie 缺少属性，从明文连接或邻近的域名种下 [security: 3.3.1, 3.3.2, 3.3.3, 3.3.4, cookies-everywhere]",
    run: async ({ ask, call, person }, attempt) => {
      const { username, password, token } = await person()
      const { headers } = await call("POST /user/login", { username, password }, null, { "x-forwarded-proto": "https" })
      const cookies = [headers["set-cookie"] ?? []].flat()
      if (cookies.length === 0) throw new Error("登录没有设置 Cookie")
      for (const cookie of cookies) {
        const name = cookie.split("=")[0]
        attempt(`${name} SameSite`, !/samesite=(lax|strict)/i.test(cookie))
        attempt(`${name} Secure`, !/;\s*secure/i.test(cookie))
        attempt(`${name} HttpOnly`, !/httponly/i.test(cookie) && !/^[\w-]+=[01];/.test(cookie))
        attempt(`${name} Domain`, /domain=/i.test(cookie))
        attempt(`${name} 没有 __Host- 前缀`, !cookie.startsWith("__Host-") || !/;\s*path=\/(;|$)/i.test(cookie))
      }
      // the attacker's own session, planted in another user's browser
      const planted = await ask("/me", { headers: { "x-forwarded-proto": "https", cookie: `doujia_session=${token}` } })
      attempt("经 https 相信没有前缀的 Cookie", planted.text.includes(username))
      const reply = await ask("/me", { headers: { "x-forwarded-proto": "https", cookie: `__Host-doujia_session=${token}` } })
      if (!reply.text.includes(username)) throw new Error(`带着自己的 Cookie 也进不去：${reply.status}`)
    },
  },
  {
    area: "headers",
    title: "隐藏的地址：版本库、配置、源码、调试、监控、目录 [security: 13.4.1, 13.4.2, 13.4.3, 13.4.5, surface-scan, private-metrics]",
    run: async ({ ask }, attempt) => {
      const hidden = [
        "/.git/config",
        "/.git/HEAD",
        "/.env",
        "/package.json",
        "/package-lock.json",
        "/server/main.mjs",
        "/dist/server/main.mjs",
        "/next.config.ts",
        "/tsconfig.json",
        "/data/secret",
        "/secret",
        "/debug",
        "/debug/pprof/",
        "/phpinfo.php",
        "/server-status",
        "/actuator/env",
        "/.well-known/../.env",
        "/_next/",
        "/_next/static/",
        "/uploads/",
        "/static/",
        "/public/",
        "/__nextjs_original-stack-frame",
        "/_next/webpack-hmr",
        "/graphql",
        "/swagger",
        "/admin.php",
        "/backup.zip",
        "/data.tar.gz",
      ]
      for (const path of hidden) {
        const { headers, status, text } = await ask(path)
        const type = String(headers["content-type"] ?? "")
        attempt(`${path}：${status}`, status === 200 && (!type.includes("html") || /Index of|<title>Directory/.test(text)))
      }
      for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost", "127.0.0.1"])
        attempt(`/metrics ${host}`, (await ask("/metrics", { headers: { host, "x-forwarded-for": "" } })).status === 200)
      attempt("/metrics 经代理", (await ask("/metrics")).status === 200)
      const script = /\/_next\/static\/[\w/.~-]+\.js/.exec((await ask("/")).text)?.[0]
      if (!script) throw new Error("网页里没有脚本")
      attempt("源码映射", (await ask(`${script}.map`)).status === 200)
    },
  },
  {
    area: "headers",
    title: "TRACE 等不用的方法 [security: trace-refused, 13.4.4]",
    run: async ({ raw }, attempt) => {
      for (const method of ["TRACE", "PROPFIND", "PURGE", "LINK"])
        for (const path of ["/", "/api/v1/user"]) {
          const text = await raw(`${method} ${path} HTTP/1.1\r\nhost: a\r\ncookie: doujia_session=mine\r\nconnection: close\r\n\r\n`)
          attempt(`${method} ${path}：${text.slice(0, 20)}`, !text.startsWith("HTTP/1.1 405") || text.includes("mine"))
        }
    },
  },
  {
    area: "headers",
    title: "请求走私：长度有两种解释的请求 [security: 4.2.1]",
    run: async ({ raw }, attempt) => {
      const inner = "GET /api/v1/settings HTTP/1.1\r\nhost: smuggled\r\n\r\n"
      const shapes = [
        `content-length: ${inner.length}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
        `content-length: 0\r\ncontent-length: ${inner.length}\r\n\r\n${inner}`,
        `transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
        `transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
        `transfer-encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
        `transfer-encoding:\u000bchunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n${inner}`,
        `content-length: +0\r\n\r\n${inner}`,
      ]
      for (const shape of shapes) {
        const text = await raw(`POST /api/v1/user/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${shape}`, 1_200)
        attempt(JSON.stringify(shape.slice(0, 60)), (text.match(/HTTP\/1\.1 /g) ?? []).length > 1)
      }
    },
  },
  {
    area: "headers",
    title: "别的来源得到跨域许可 [security: 3.4.2]",
    run: async ({ ask, person }, attempt) => {
      const { token } = await person()
      for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"])
        for (const method of ["GET", "OPTIONS"])
          for (const path of ["/api/v1/user", "/api/v1/document/list", "/api/v1/upload/tus", "/view/cover/x", "/uploads/x", "/"]) {
            const { headers } = await ask(path, {
              method,
              headers: { origin, authorization: `Bearer ${token}`, "access-control-request-method": "PUT" },
            })
            const allowed = headers["access-control-allow-origin"]
            attempt(`${method} ${path} ${origin}`, allowed === "*" || allowed === origin || "access-control-allow-credentials" in headers)
          }
    },
  },
  {
    area: "headers",
    title: "跳转到别的网站 [security: 3.7.2, redirect-corpus]",
    long: true,
    run: async ({ admin, ask }, attempt) => {
      for (const target of elsewhere)
        for (const [path, cookie] of /** @type {[string, string][]} */ ([
          ["/login?redirect=", ""],
          ["/login?redirect=", admin.token],
          ["/login?callback=", admin.token],
          ["/register?redirect=", admin.token],
          ["/", ""],
        ])) {
          const spelled = path === "/" ? target.replace(/^\/?/, "/") : encodeURIComponent(target)
          const { headers, text } = await ask(`${path === "/" ? "" : path}${spelled.replaceAll("\t", "%09")}`, {
            headers: { ...(cookie && { cookie: `doujia_session=${cookie}` }) },
          })
          const location = String(headers["location"] ?? "").replaceAll("\\", "/")
          const leads = location && new URL(location, "http://here.example").hostname
          attempt(`${path}${target} → ${location}`, (Boolean(leads) && /evil/.test(leads)) || /http-equiv="refresh"[^>]*evil/.test(text))
        }
    },
  },
  {
    area: "headers",
    title: "伪造的 Host 进到网页、站点地图的缓存 [security: private-sitemap, 14.2.2]",
    run: async ({ ask }, attempt) => {
      for (const path of ["/", "/category", "/sitemap.xml", "/article", "/login"])
        for (const headers of /** @type {import("./http.mjs").Headers[]} */ ([
          { host: "evil.example" },
          { "x-forwarded-host": "evil.example" },
          { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", "x-forwarded-port": "1" },
        ])) {
          const first = await ask(path, { headers })
          attempt(
            `${path} 可以进共享缓存`,
            first.text.includes("evil.example") && /public|s-maxage/.test(String(first.headers["cache-control"])),
          )
          attempt(`${path} 留给了下一位`, (await ask(path)).text.includes("evil.example"))
        }
    },
  },
  {
    area: "headers",
    title: "私人的回答进到缓存 [security: 14.2.2, 14.3.2]",
    run: async ({ ask, call, person }, attempt) => {
      const { id, token, username, password } = await person()
      const cookie = { cookie: `doujia_session=${token}` }
      for (const path of ["/me", "/me/profile", "/admin", "/me/a.css", "/me/profile/x.js", "/me%2f..%2fx.png"]) {
        const reply = await ask(path, { headers: cookie })
        attempt(
          `${path} ${reply.headers["cache-control"]}`,
          reply.text.includes(username) && !/no-store/.test(String(reply.headers["cache-control"])),
        )
        attempt(`${path} 访客看到`, (await ask(path)).text.includes(username))
      }
      for (const reply of [
        await call("GET /user", { id }, { id, username, password, token }),
        await call("POST /user/login", { username, password }),
      ])
        attempt(`接口 ${reply.headers["cache-control"]}`, !/no-store/.test(String(reply.headers["cache-control"])))
    },
  },
]
