import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { takeBuild, type Build } from "./support/build"
import { attachmentOf, call, cookie, converted, register, send, submit, until, upload, type Person } from "./support/client"
import { query, saveSetting } from "./support/database"
import { directive, inlineScriptHashes, visibleText } from "./support/html"
import type { Running } from "../../scripts/lib/server.mjs"
import { preparedDataFolder, startSite } from "./support/server"

let build: Build
let data: Awaited<ReturnType<typeof preparedDataFolder>>
let server: Running
let person: Person
let sample = ""

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder("samples")
  // pages stay fresh for an hour: one that changes sooner was dropped and did not just expire
  server = await startSite({ main: build.main, dataDir: data.path, env: { PAGE_CACHE_SECONDS: "3600" } })
  person = await register(server.url, "qzxvisitor")
  sample = (await query<{ uuid: string }>(data.path, "select uuid from document where status = 2 order by id limit 1"))[0]!.uuid
})
afterAll(async () => {
  await server?.stop()
  await data?.remove()
  await build?.remove()
})

const page = (path: string, headers: Record<string, string> = {}) => send(`${server.url}${path}`, { headers })
const counts = async () => {
  const text = (await page("/metrics")).body.toString("utf8")
  const of = (result: string) => Number(new RegExp(`page_cache_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  return { hit: of("hit"), miss: of("miss"), private: of("private") }
}
/** Written by another process (this test): the server hears of it from PostgreSQL. What it writes itself holds at once. */
const heardWithinMs = 1_500
const publicPaths = () => [
  "/",
  "/category",
  "/search?wd=Markdown",
  `/document/${sample}`,
  "/article",
  "/article/about",
  "/joinvip",
  "/user/1",
]

describe("the same page for everybody", () => {
  test("public pages have the same bytes with and without a session and contain no personal data [security: 14.2.2]", async () => {
    for (const path of publicPaths()) {
      const visitor = await page(path)
      const known = await page(path, cookie(person))
      if (visitor.status === 404) continue
      expect({ path, status: visitor.status }).toEqual({ path, status: 200 })
      expect(known.body.equals(visitor.body)).toBe(true)
      expect(known.headers.etag).toBe(visitor.headers.etag)
      expect(visitor.headers["set-cookie"]).toBeUndefined()
      expect(visitor.body.includes(person.username)).toBe(false)
    }
  })

  test("a page rendered first for a person with a session contains none of their data", async () => {
    await query(data.path, "select pg_notify('doujia', $1)", [JSON.stringify({ topic: "changed", event: { what: "*", id: "" } })])
    const first = await page("/category", cookie(person))
    const second = await page("/category")
    expect(first.body.equals(second.body)).toBe(true)
    expect(first.body.includes(person.username)).toBe(false)
  })

  test("ETag and 304, brotli and gzip of the same content", async () => {
    const plain = await page("/")
    const again = await page("/", { "if-none-match": String(plain.headers.etag) })
    expect({ status: again.status, length: again.body.length, etag: again.headers.etag }).toEqual({
      status: 304,
      length: 0,
      etag: plain.headers.etag,
    })
    expect((await page("/", { "if-none-match": '"another"' })).status).toBe(200)
    for (const encoding of ["br", "gzip"]) {
      const reply = await page("/", { "accept-encoding": encoding })
      expect(reply.headers["content-encoding"]).toBe(encoding)
      expect(reply.body.length).toBeLessThan(plain.body.length / 2)
    }
    expect(String(plain.headers.vary)).toContain("accept-encoding")
    const head = await send(`${server.url}/`, { method: "HEAD" })
    expect({ status: head.status, length: head.body.length, etag: head.headers.etag }).toEqual({
      status: 200,
      length: 0,
      etag: plain.headers.etag,
    })
  })

  test("a missing page is a 404, also from the cache and with a session [security: hard-not-found]", async () => {
    for (const path of ["/document/ffffffffffffffff", "/article/no-such-article", "/no/such/page", "/document/a'b", "/category/999999"]) {
      for (const headers of [{}, {}, cookie(person)])
        expect({ path, status: (await page(path, headers)).status }).toEqual({ path, status: 404 })
    }
    const before = await counts()
    await page("/document/ffffffffffffffff")
    expect((await counts()).hit).toBe(before.hit + 1)
  })

  test("unknown query parameters use the cached page, known ones render another [security: rendering-limited]", async () => {
    await page("/")
    const before = await counts()
    for (let n = 0; n < 20; n++) await page(`/?utm_source=${n}&_=${Math.random()}&page=${n}`)
    const after = await counts()
    expect(after.miss).toBe(before.miss)
    expect(after.hit).toBe(before.hit + 20)
    await page("/search?wd=甲".normalize())
    await page("/search?wd=%E4%B9%99")
    expect((await counts()).miss).toBe(after.miss + 2)
    await page("/search?x=1&wd=%E4%B9%99&y=2")
    expect((await counts()).miss).toBe(after.miss + 2)
  })

  test("addresses of lists that nobody meant give a page all the same", async () => {
    const wild = [
      "/category?page=-1&sort=id%3Bdrop&ext=__proto__&pages=9-&duration=toString&language=%F0%9F%98%80&sub=0",
      "/category/1?page=1000&fee_type=constructor",
      "/search?wd=x&type=9&page=-1&category_id=-1&sort=%27&pages=5000000",
      "/search?wd=%27%20or%201%3D1%20--%20%25_%5C.*(%2B%5B%26%7C!%3A*",
      "/search?wd=%F0%9F%98%80&type=-1",
      "/search?wd=%ED%A0%BD%ED&type=1",
      "/search?wd=%00%0d%0a",
      "/search?wd=%E6%zz",
      `/search?wd=${"a".repeat(10_000)}`,
    ]
    for (const path of wild) {
      const reply = await page(path)
      const shown = { path: path.slice(0, 60), status: reply.status, title: reply.body.toString("utf8").split("<h1").length - 1 }
      expect(shown).toEqual({ path: path.slice(0, 60), status: 200, title: 1 })
    }
  })

  test("parallel requests for a page cause one rendering", async () => {
    const before = await counts()
    const replies = await Promise.all(Array.from({ length: 30 }, () => page("/search?wd=%E4%B8%80%E8%B5%B7")))
    expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1)
    expect((await counts()).miss - before.miss).toBeLessThanOrEqual(30)
    expect(replies.every(({ status }) => status === 200)).toBe(true)
  })
})

describe("a change is visible in the next request", () => {
  test("a new document, from its upload to its deletion", async () => {
    // found words are marked, so the title does not stand in the page in one piece; its number does
    const stamp = String(Date.now())
    const title = `缓存里的新文档 ${stamp}`
    const found = async (path: string) => (await page(path)).body.toString("utf8").includes(stamp)
    const list = `/search?wd=${encodeURIComponent("缓存里的新文档")}`
    for (const path of ["/category", list]) expect(await found(path)).toBe(false)
    const made = await submit(server.url, person, attachmentOf(await upload(server.url, person, "新.txt", `正文 ${title}`)), title)
    await converted(server.url, made.uuid)
    expect(await found(`/document/${made.uuid}`)).toBe(true)
    // lists are not rendered anew for every document that comes: seconds later they have it
    for (const path of ["/category", list]) await until(`${path} to show the new document`, () => found(path), heardWithinMs + 5_000)
    expect((await call(server.url, `DELETE /document?id=${made.id}`, {}, person)).status).toBe(200)
    for (const path of ["/category", list]) expect({ path, found: await found(path) }).toEqual({ path, found: false })
    expect((await page(`/document/${made.uuid}`)).status).toBe(410)
  })

  test("a setting, on every page", async () => {
    const paths = ["/", "/category", `/document/${sample}`]
    for (const path of paths) await page(path)
    await saveSetting(data.path, "system", "sitename", "改了名字的文库")
    await until("the new name", async () => (await page(paths[0]!)).body.includes("改了名字的文库"), heardWithinMs)
    for (const path of paths) expect({ path, renamed: (await page(path)).body.includes("改了名字的文库") }).toEqual({ path, renamed: true })
  })

  test("only pages that show the document are rendered again", async () => {
    for (const path of ["/article", `/document/${sample}`]) await page(path)
    const before = await counts()
    await query(data.path, "select pg_notify('doujia', $1)", [
      JSON.stringify({ topic: "changed", event: { what: "document", id: sample } }),
    ])
    await page("/article")
    expect((await counts()).miss).toBe(before.miss)
    await page(`/document/${sample}`)
    expect((await counts()).miss).toBe(before.miss + 1)
  })

  test("after a lost database connection no outdated page is served", async () => {
    await page("/")
    const [{ pid }] = (await query<{ pid: number }>(data.path, "select pg_backend_pid() pid")) as [{ pid: number }]
    expect(pid).toBeGreaterThan(0)
    // the LISTEN connection is cut, so the change is not announced
    await query(
      data.path,
      "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and pid <> pg_backend_pid()",
    )
    await query(
      data.path,
      "insert into config (category, name, value) values ('system', 'sitename', '断线时改的名字') on conflict (category, name) do update set value = excluded.value",
    )
    await until("the new name", async () => (await page("/")).body.toString("utf8").includes("断线时改的名字"), 10_000)
  })
})

describe("the headers of every address", () => {
  const addresses = () => [
    "/",
    "/login",
    "/no/such/page",
    `/document/${sample}`,
    `/view/page/${sample}/1.svg`,
    `/view/cover/${sample}`,
    "/api/v1/settings",
    "/api/v1/nothing",
    "/download/made-up",
    "/healthz",
    "/sitemap.xml",
    "/icon.svg",
  ]
  test("all answers have the headers against sniffing, framing and referrers, and a request id [security: 3.4.4, 3.4.5, 3.4.6, headers-everywhere]", async () => {
    const seen = new Set<string>()
    for (const path of addresses()) {
      const { headers } = await page(path)
      expect({ path, ...headers }).toMatchObject({
        path,
        "x-content-type-options": "nosniff",
        "x-frame-options": "SAMEORIGIN",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-opener-policy": "same-origin",
      })
      expect(headers["content-security-policy"]).toMatch(/frame-ancestors '(self|none)'/)
      expect(headers["strict-transport-security"]).toBeUndefined()
      expect(headers["x-powered-by"]).toBeUndefined()
      seen.add(String(headers["x-request-id"]))
    }
    expect(seen.size).toBe(addresses().length)
  })
  test("answers over https have Strict-Transport-Security", async () => {
    for (const path of addresses())
      expect((await page(path, { "x-forwarded-proto": "https" })).headers["strict-transport-security"]).toBe("max-age=31536000")
  })
  test("a page image has a policy that allows no scripts or requests [security: 3.2.1]", async () => {
    const { headers } = await page(`/view/page/${sample}/1.svg`)
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'.*sandbox$/)
  })
})

describe("Content-Security-Policy for scripts", () => {
  test("no 'unsafe-inline' for scripts, and every inline script's hash is named, on public and personal pages [security: 3.4.3, policy-nonce]", async () => {
    for (const [path, headers] of [
      ...publicPaths().map((path) => [path, {}] as const),
      ["/login", {}],
      ["/me", cookie(person)],
      ["/no/such/page", {}],
    ] as const) {
      const reply = await page(path, headers)
      const policy = String(reply.headers["content-security-policy"])
      const sources = directive(policy, "script-src")
      const html = reply.body.toString("utf8")
      expect(sources).toContain("'self'")
      expect(sources.join(" ")).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/)
      const missing = inlineScriptHashes(html).filter((hash) => !sources.includes(hash))
      expect({ path, missing }).toEqual({ path, missing: [] })
      expect({ path, handlers: html.match(/<[a-z]+[^>]*\son(click|error|load)=/i) }).toEqual({ path, handlers: null })
      for (const name of ["object-src", "base-uri", "frame-ancestors", "form-action"]) expect(directive(policy, name).length).toBe(1)
      expect({ path, nonce: /nonce="[^"]|'nonce-/.exec(html)?.[0] }).toEqual({ path, nonce: undefined })
    }
  })

  test("a script that stands in a page because a setting holds it is not approved; the bytes stay the same from rendering to rendering [security: policy-nonce]", async () => {
    const injected = '<script data-analytics="">window.ran="//evil.example/x.js"</script>'
    // past the sanitiser of PUT /config, as after an import
    await saveSetting(data.path, "display", "copyright_statement", `版权${injected}`)
    await until("the statement", async () => (await page("/")).body.includes("window.ran"), heardWithinMs)
    const first = await page("/")
    const html = first.body.toString("utf8")
    const [hash] = inlineScriptHashes(injected)
    expect(inlineScriptHashes(html)).toContain(hash)
    expect(first.headers["content-security-policy"]).not.toContain(hash)
    expect(first.headers["content-security-policy"]).not.toContain("evil.example")
    const drop = JSON.stringify({ topic: "changed", event: { what: "*", id: "" } })
    const drawnAgain = async () => {
      const before = await counts()
      await query(data.path, "select pg_notify('doujia', $1)", [drop])
      await until("a new rendering", async () => (await page("/")) && (await counts()).miss > before.miss, heardWithinMs)
      return (await page("/")).headers.etag
    }
    // a nonce differs in every rendering; a counter or an age on the page differs once in a while
    let last = first.headers.etag
    await until("two renderings of the same bytes", async () => last === (last = await drawnAgain()))
    await saveSetting(data.path, "display", "copyright_statement", "")
    await until("the statement is gone", async () => !(await page("/")).body.includes("window.ran"), heardWithinMs)
  })
})

test("analytics code stands in public pages, and in none where passwords are typed or one person's things are shown [security: analytics-pages]", async () => {
  await saveSetting(data.path, "system", "analytics", "<script>window.counted = 1</script>")
  const holds = async (path: string, headers?: Record<string, string>) => (await page(path, headers)).body.includes("window.counted")
  await until("the code", () => holds("/"), heardWithinMs)
  for (const path of publicPaths().filter((path) => path !== "/joinvip"))
    expect({ path, holds: await holds(path) }).toEqual({ path, holds: true })
  for (const path of ["/login", "/register", "/findpassword", "/findpassword-mobile", "/oauth/github", "/order"])
    expect({ path, holds: await holds(path) }).toEqual({ path, holds: false })
  for (const path of ["/me", "/me/password", "/admin/dashboard"])
    expect({ path, holds: await holds(path, cookie(person)) }).toEqual({ path, holds: false })
  await saveSetting(data.path, "system", "analytics", "")
  await until("the code is gone", async () => !(await holds("/")), heardWithinMs)
})

describe("pages of strangers", () => {
  test("login, registration and recovery are drawn once for everybody without a session, and no browser keeps them", async () => {
    const paths = ["/login", "/register", "/findpassword", `/login?redirect=/document/${sample}`]
    for (const path of paths) await page(path)
    const before = await counts()
    for (const path of paths) {
      const reply = await page(path)
      expect({ path, cache: reply.headers["cache-control"] }).toEqual({ path, cache: "private, no-store" })
      expect(reply.headers["set-cookie"]).toBeUndefined()
    }
    expect(await counts()).toEqual({ ...before, hit: before.hit + paths.length })
    // one person's own: a reset link, and somebody who is logged in
    expect((await page("/findpassword?token=made-up-token&email=a%40example.com")).body.includes("made-up-token")).toBe(true)
    await page("/login", cookie(person))
    expect((await counts()).private).toBe(before.private + 2)
    expect((await page("/findpassword")).body.includes("made-up-token")).toBe(false)
  })
})

describe("pages on disk", () => {
  const folder = () => join(data.path, "cache", "pages")
  const stored = async () => (await readdir(folder(), { recursive: true }).catch(() => [])).filter((name) => /[0-9a-f]{40}$/.test(name))

  test("the page of a document is written there; lists, missing pages and a person's pages are not [security: page-disk-keys]", async () => {
    await until("the page to be on disk", async () => (await page(`/document/${sample}`)) && (await stored()).length > 0, 10_000)
    const before = (await stored()).length
    for (const path of ["/", "/category", "/document/ffffffffffffffff", "/login", "/no/such/page"]) await page(path)
    for (const path of ["/me", "/login", `/document/ffffffffffffffff`]) await page(path, cookie(person))
    // what is written later is written after these
    await page(`/embed/${sample}`)
    await until("another page to be on disk", async () => (await stored()).length > before, 10_000)
    expect(await stored()).toHaveLength(before + 1)
    for (const name of await stored()) expect((await readFile(join(folder(), name))).includes(person.username)).toBe(false)
  })
})

describe("what a browser has to fetch", () => {
  const kilobyte = 1_024
  /** Scripts that the page itself names, compressed; those for browsers without modules are not fetched. */
  const scriptsOf = async (path: string) => {
    const html = (await page(path)).body.toString("utf8")
    const tags = html.match(/<script[^>]*src="[^"]*"[^>]*>/g) ?? []
    const sources = tags.filter((tag) => !/ nomodule/i.test(tag)).map((tag) => /src="([^"]*)"/.exec(tag)![1]!)
    let sum = 0
    for (const source of new Set(sources)) sum += (await page(source, { "accept-encoding": "gzip" })).body.length
    return sum
  }

  test("the scripts of a public page stay below 178 KB, of which Next and React are 130; a document's with the reader below 195", async () => {
    for (const path of publicPaths().filter((path) => path !== "/joinvip")) {
      const bytes = await scriptsOf(path)
      expect(bytes, path).toBeGreaterThan(100 * kilobyte)
      expect(bytes, path).toBeLessThan((path.startsWith("/document/") ? 195 : 178) * kilobyte)
    }
  })

  test("the HTML of a document's page without its text stays below 20 KB", async () => {
    const html = (await page(`/document/${sample}`)).body.toString("utf8")
    const bytes = gzipSync(html.replace(/<div class="text">[^]*?<\/div>/, "")).length
    expect(bytes).toBeLessThan(20 * kilobyte)
  })
})

describe("pages of one person", () => {
  test("/me is private, not stored, and shows only the person's own data [security: 14.3.2]", async () => {
    const mine = await page("/me", cookie(person))
    expect(mine).toMatchObject({ status: 200, headers: { "cache-control": "private, no-store" } })
    const visitor = await page("/me")
    expect(visitor.status).toBe(307)
    expect(String(visitor.headers.location)).toMatch(/\/login/)
    expect(String(visitor.headers["cache-control"])).toContain("no-store")
    const another = await register(server.url, "wkjsomeone")
    const theirs = await page("/me", cookie(another))
    expect(theirs.body.includes(person.username)).toBe(false)
  })

  test("a redirect keeps the host that the visitor used", async () => {
    const reply = await page("/me", { host: "library.example:8443" })
    expect(String(reply.headers.location)).toMatch(/^(\/login|https?:\/\/library\.example:8443\/login)/)
  })

  test("with login_required guests are sent to the login, people get their page, and the cache is not used", async () => {
    const open = await page("/")
    expect(open.status).toBe(200)
    await saveSetting(data.path, "security", "login_required", "true")
    const closed = await until(
      "the site is closed",
      async () => {
        const reply = await page("/")
        return reply.status === 307 && reply
      },
      heardWithinMs,
    )
    expect(String(closed.headers.location)).toMatch(/\/login/)
    expect((await page("/login")).status).toBe(200)
    const mine = await page("/", cookie(person))
    expect({ status: mine.status, cache: mine.headers["cache-control"] }).toEqual({ status: 200, cache: "private, no-store" })
    expect(visibleText(mine.body.toString("utf8")).length).toBeGreaterThan(50)
    await saveSetting(data.path, "security", "login_required", "false")
    await until("the site is open again", async () => (await page("/")).status === 200, heardWithinMs)
  })
})

describe("the home page", () => {
  const changed = (what: string) =>
    query(data.path, "select pg_notify('doujia', $1)", [JSON.stringify({ topic: "changed", event: { what, id: "" } })])
  const html = async (path = "/") => (await page(path)).body.toString("utf8")

  test("shows the banners, announcements and friend links of the moment; a change of them draws no other page again", async () => {
    await query(data.path, "insert into banner (title, path, url) values ('开学季', '/uploads/b.webp', 'https://example.org/')")
    await query(data.path, "insert into friendlink (title, link, enable) values ('邻居的站', 'https://example.org/', true)")
    await query(data.path, "update article set notice = 1 where identifier = 'first-upload'")
    await page("/category")
    await changed("home")
    await until("the new home page", async () => (await html()).includes("邻居的站"))
    const before = await counts()
    await page("/category")
    expect((await counts()).miss).toBe(before.miss)
    const text = visibleText(await html())
    for (const part of ["网站公告", "友情链接", "邻居的站"]) expect(text).toContain(part)
    expect(await html()).toMatch(/<img[^>]*src="\/uploads\/b\.webp"[^>]*alt="开学季"/)
    // friend links stand on the home page alone
    expect(await html("/category")).not.toContain("邻居的站")
  })

  test("is drawn in the version of the display settings; a query changes nothing", async () => {
    const first = await html()
    for (const query of ["?page=-1", "?tab=%F0%9F%98%80", "?page=1&page=2&wd=%27%3B--", "?%ED%A0%80=x"])
      expect(await html(`/${query}`)).toBe(first)
    expect(visibleText(first)).not.toContain("热门分类")
    await saveSetting(data.path, "display", "home_version", "v2")
    await changed("settings")
    await until("the other version", async () => visibleText(await html()).includes("热门分类"))
    expect(visibleText(await html())).toContain("快捷入口")
    await saveSetting(data.path, "display", "home_version", "v1")
    await changed("settings")
    await until("the first version", async () => !visibleText(await html()).includes("热门分类"))
  })
})

describe("pages of people", () => {
  test("list what everybody may read and count just that; pages behind the last and unknown tabs are 404, odd queries the first page", async () => {
    const [{ documents, articles }] = (await query<{ documents: number; articles: number }>(
      data.path,
      "select (select count(*) from document where user_id = 1 and status = 2)::int documents, (select count(*) from article where user_id = 1 and status = 1 and identifier not in ('about','contact','agreement','copyright','feedback'))::int articles",
    )) as [{ documents: number; articles: number }]
    const first = (await page("/user/1")).body.toString("utf8")
    expect(visibleText(first)).toMatch(new RegExp(`文档 ?${documents}.*文章 ?${articles}`))
    expect(first.match(/class="stand"/g)).toHaveLength(documents)
    expect(visibleText(first)).toContain("最近动态")
    for (const query of ["?page=-1", "?page=1e9", "?tab=%F0%9F%98%80", "?page=%27%3B--"])
      expect((await page(`/user/1${query}`)).body.toString("utf8")).toBe(first)
    for (const path of [
      "/user/1?page=2",
      "/user/1/article?page=900",
      "/user/1/vip",
      "/user/1/%F0%9F%98%80",
      "/user/999999",
      "/user/0",
      "/user/99999999999999999999",
      "/user/abc",
    ])
      expect({ path, status: (await page(path)).status }).toEqual({ path, status: 404 })
  })

  test("the page of a disabled account is a notice that nobody indexes", async () => {
    const path = `/user/${person.id}`
    expect(visibleText((await page(path)).body.toString("utf8"))).toContain(person.username)
    await query(data.path, "insert into punishment (user_id, type, enable) values ($1, 1, true)", [person.id])
    await query(data.path, "select pg_notify('doujia', $1)", [
      JSON.stringify({ topic: "changed", event: { what: "user", id: String(person.id) } }),
    ])
    const html = await until("the notice", async () => {
      const text = (await page(path)).body.toString("utf8")
      return text.includes("该用户已被停用") && text
    })
    expect(html).toContain('<meta name="robots" content="noindex')
    expect(html).not.toContain(person.username)
    expect((await page(`${path}/article`)).status).toBe(200)
  })
})
