// Attacks with texts that a parser, the database or a page misinterprets.
import { setTimeout as pause } from "node:timers/promises"

/** @typedef {import("./run.mjs").Attack} Attack */
/** @typedef {import("./site.mjs").Site} Site */

/** The nastiest bodies of about a megabyte that a call which parses HTML may get. @type {[string, string][]} */
const nasty = [
  ["嵌套的 div", "<div>".repeat(200_000)],
  ["嵌套的不同标签", "<b><i><u><a href=x>".repeat(40_000)],
  ["没有关的注释", "<!--".repeat(200_000)],
  ["没有关的属性", `<a ${"x='".repeat(200_000)}`],
  ["嵌套的表格", "<table><tr><td>".repeat(60_000)],
  ["嵌套的 svg", "<svg><g>".repeat(100_000)],
  ["格式标签与段落交错", "<p><b><a>".repeat(80_000)],
  ["实体", "&amp;".repeat(180_000)],
  ["属性很多的一个标签", `<p ${Array.from({ length: 90_000 }, (_, n) => `a${n}=1`).join(" ")}>`],
  ["嵌套的 select 和 button", "<select><button><option>".repeat(40_000)],
]

const scripts = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href=" &#1; javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:alert(1)">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  "<body onload=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<form><button formaction=javascript:alert(1)>x",
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="//evil.example/">',
  "<style>@import'//evil.example'</style>",
  "<link rel=stylesheet href=//evil.example>",
  "<x onclick=alert(1)>x</x>",
  '<p style="background:url(javascript:alert(1))">x</p>',
  "<template><script>alert(1)</script></template>",
  "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
  "<svg><animate attributeName=href values=javascript:alert(1)>",
  "<video><source onerror=alert(1)></video>",
  "<isindex type=image src=1 onerror=alert(1)>",
  "<<script>script>alert(1)<</script>/script>",
]
/** Matches the parts of these texts that would run or load something from elsewhere. */
const dangerous =
  /<\s*(script|iframe|object|embed|svg|math|form|base|meta|link|style|template|noscript|isindex|body|details|video|source)\b|\son\w+\s*=|(href|src|action|formaction|data)\s*=\s*["']?[\s\u0000-\u0020]*(javascript|vbscript|data:text)/i

/**
 * Publishes an article with `content` on `site` and returns what a reader receives. @param {Site} site @param {import("./site.mjs").Person}
 * as @param {string} content
 */
const publish = async (site, as, content) => {
  const made = await site.call("POST /article", { title: `攻击 ${Math.random()}`, content }, as)
  const row = (
    await site.call("GET /article", made.json["identifier"] ? { identifier: made.json["identifier"] } : { id: made.json["id"] }, as)
  ).json
  if (made.json["id"]) await site.call("DELETE /article", { id: made.json["id"] }, site.admin)
  return { status: made.status, content: String(row["content"] ?? "") }
}

/** @type {Attack[]} */
export const parsing = [
  {
    area: "parsing",
    title: "一篇文章卡住网站：十种最难解析的正文 [security: parse-freeze, 15.2.2]",
    run: async ({ admin, ask, call }, attempt) => {
      for (const [name, content] of nasty) {
        let done = false
        const sent = call("POST /article", { title: name, content }, admin).then((answer) => {
          done = true
          return answer
        })
        let slowest = 0
        do {
          slowest = Math.max(slowest, (await ask("/healthz", { timeoutMs: 30_000 })).ms)
          await pause(20)
        } while (!done)
        const { json, ms, status } = await sent
        if (json["id"]) await call("DELETE /article", { id: json["id"] }, admin)
        attempt(
          `${name}：健康检查最慢 ${Math.round(slowest)} 毫秒，回答 ${status}，${Math.round(ms)} 毫秒`,
          slowest > 1_500 || ms > 12_000 || status >= 500,
        )
      }
    },
  },
  {
    area: "parsing",
    title: "文章里的脚本保存下来 [security: 1.3.1, article-stored-clean, javascript-link, link-xss]",
    run: async (site, attempt) => {
      for (let n = 0; n < scripts.length; n += 6) {
        const some = scripts.slice(n, n + 6)
        const { content, status } = await publish(site, site.admin, some.map((one) => `<p>前</p>${one}<p>后</p>`).join(""))
        if (status !== 200 || !content.includes("前")) throw new Error(`文章没有发布：${status}`)
        for (const one of some) attempt(one, dangerous.test(content))
      }
    },
  },
  {
    area: "parsing",
    title: "标题、签名、评论里的脚本进到网页 [security: 1.2.1, 1.2.3, 3.2.2, public-page-xss]",
    long: true,
    run: async (site, attempt) => {
      const { ask, call, document, person } = site
      const author = await person()
      for (const payload of [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "</script><script>alert(1)</script>",
        "</title><svg onload=alert(1)>",
      ]) {
        const { id, uuid } = await document(author, "脚本")
        await call("PUT /document", { id, title: payload, description: payload, keywords: payload }, author)
        await call("PUT /user/profile", { signature: payload }, author)
        await call("POST /comment", { document_id: id, type: 0, content: payload }, author)
        for (const path of [`/document/${uuid}`, `/user/${author.id}`, `/embed/${uuid}`, "/"])
          attempt(`${path.split("/")[1]} ${payload}`, (await ask(path)).text.includes(payload))
        const feed = await call("GET /oembed", { url: `${site.url}/document/${uuid}`, format: "json" })
        attempt(`oembed ${payload}`, String(feed.json["html"] ?? "").includes(payload))
      }
    },
  },
  {
    area: "parsing",
    title: "错误页、搜索页把地址里的脚本写回来 [security: 1.2.1, error-page-xss]",
    long: true,
    run: async ({ ask }, attempt) => {
      const script = "<script>alert(1)</script>"
      const quoted = '"onmouseover="alert(1)'
      for (const payload of [script, quoted, "</script><script>alert(1)</script>"])
        for (const path of [
          "/search?wd=",
          "/no-such/",
          "/document/",
          "/user/",
          "/article/",
          "/category?sort=",
          "/login?redirect=",
          "/view/page/",
          "/api/v1/",
          "/download/",
          "/embed/",
        ]) {
          for (const spelled of [payload, encodeURIComponent(payload)]) {
            const reply = await ask(path + spelled.replaceAll(" ", "%20"))
            const html = String(reply.headers["content-type"] ?? "").includes("html")
            attempt(`${path}${spelled}`, html && reply.text.includes(payload))
          }
        }
    },
  },
  {
    area: "parsing",
    title: "查询、排序、编号里的 SQL [security: 1.2.4, sort-injection]",
    run: async ({ admin, call }, attempt) => {
      const inputs = [
        "'",
        "1' or '1'='1",
        "1;select pg_sleep(3)",
        "id desc;select pg_sleep(3)--",
        "1)) union select null--",
        "\\",
        "%' or 1=1--",
        "$1",
        "{}",
        "\u0000",
        "1 and (select pg_sleep(3)) is null",
      ]
      for (const input of inputs)
        for (const [key, names] of /** @type {[string, string[]][]} */ ([
          ["GET /document/list", ["wd", "order", "field", "category_id", "user_id", "ext", "language"]],
          ["GET /document/search", ["wd", "order", "category_id"]],
          ["GET /user/list", ["wd", "sort", "order", "id"]],
          ["GET /document", ["uuid", "id"]],
          ["GET /article", ["identifier", "id"]],
          ["GET /sms/list", ["mobile", "order"]],
        ]))
          for (const name of names) {
            const { ms, status } = await call(key, { page: 1, size: 10, [name]: input }, admin)
            attempt(`${key} ${name}=${input}：${status}`, status >= 500 || status === 0 || ms > 2_500)
          }
    },
  },
  {
    area: "parsing",
    title: "不成形的 JSON：很深、原型、重复的键、怪数字 [security: 15.3.5, 15.3.6, 1.5.2, 2.2.1]",
    run: async ({ ask, call, person }, attempt) => {
      const thief = await person()
      const bodies = [
        "{",
        "[]",
        "null",
        '"text"',
        `${"[".repeat(100_000)}`,
        `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
        '{"__proto__":{"is_admin":true},"signature":"x"}',
        '{"constructor":{"prototype":{"is_admin":true}},"signature":"x"}',
        '{"signature":{"$gt":""}}',
        '{"id":1e999}',
        '{"id":-0.5,"signature":["a"]}',
        '{"id":9007199254740993}',
        '{"signature":"\\u0000\\ud800"}',
        `{"signature":"${"长".repeat(300_000)}"}`,
      ]
      for (const body of bodies)
        for (const path of ["/user/profile", "/user/login", "/document", "/config"]) {
          const headers = { "content-type": "application/json", authorization: `Bearer ${thief.token}` }
          const { ms, status } = await ask(`/api/v1${path}`, {
            method: path === "/user/login" || path === "/document" ? "POST" : "PUT",
            headers,
            body,
          })
          attempt(`${path} ${body.slice(0, 40)}：${status}`, status >= 500 || status === 0 || ms > 3_000)
        }
      attempt("原型被改", (await call("GET /user/permission", {}, thief)).text.includes("is_admin") || "is_admin" in {})
    },
  },
  {
    area: "parsing",
    title: "换行注入响应头和邮件 [security: 1.3.11, 5.4.2, crlf-corpus, disposition-corpus]",
    run: async ({ ask, call, document, person }, attempt) => {
      const thief = await person()
      const { id } = await document(thief, "换行")
      for (const name of [
        "a\r\nset-cookie: stolen=1",
        "a\nx: y",
        'a".pdf"; filename="evil.exe',
        "a\u0000.pdf",
        "..\\..\\evil",
        "a\u202efdp.exe",
      ]) {
        await call("PUT /document", { id, title: name }, thief)
        const link = await call("GET /document/download", { id }, thief)
        const { headers, status } = await ask(String(link.json["url"] ?? "/"))
        const disposition = String(headers["content-disposition"] ?? "")
        attempt(
          `${JSON.stringify(name)}：${status}`,
          "set-cookie" in headers || "x" in headers || /[\r\n\u0000]/.test(disposition) || !disposition.startsWith("attachment"),
        )
      }
      for (const path of ["/login%0d%0aset-cookie:stolen=1", "/?a=%0d%0aset-cookie:stolen=1", "/document/%0d%0aset-cookie:stolen=1"]) {
        const { headers } = await ask(path)
        attempt(path, String(headers["set-cookie"] ?? "").includes("stolen"))
      }
      for (const email of ["a@example.org\r\nbcc: evil@example.org", "a@example.org,b@example.org", "a@example.org%0abcc:x"])
        attempt(email, (await call("POST /user/email/code", { email, type: "register" })).status === 200)
    },
  },
]
