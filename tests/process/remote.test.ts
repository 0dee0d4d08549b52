import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { takeBuild, type Build } from "./support/build"
import {
  attachmentOf,
  bearer,
  call,
  converted,
  cookie,
  login,
  register,
  send,
  sha256,
  submit,
  until,
  upload,
  type Answer,
  type Person,
} from "./support/client"
import { query } from "./support/database"
import { visibleText } from "./support/html"
import type { Running } from "../../scripts/lib/server.mjs"
import { newDataFolder, preparedDataFolder, startSite, type DataFolder } from "./support/server"
import { startSmallBackend, type Fault, type SmallBackend } from "./support/small-backend"
import { attachmentIn, tusCreate, tusPatch, tusPlace } from "./support/tus"

let build: Build
let data: Awaited<ReturnType<typeof preparedDataFolder>>
let frontData: DataFolder
let back: Running
let front: Running
let person: Person
let sample = ""

/** Without the page cache, so that rendering is compared and faults are not hidden by cached pages. */
const uncached = { PAGE_CACHE_MB: "0" }

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder("samples")
  frontData = await newDataFolder()
  back = await startSite({ main: build.main, dataDir: data.path, env: uncached })
  front = await startSite({ main: build.main, dataDir: frontData.path, env: { ...uncached, API_BASE_URL: back.url } })
  person = await register(front.url, "remotereader")
  sample = (await query<{ uuid: string }>(data.path, "select uuid from document where status = 2 order by id limit 1"))[0]!.uuid
}, 150_000)
afterAll(async () => {
  await front?.stop()
  await back?.stop()
  await Promise.all([data?.remove(), frontData?.remove()])
  await build?.remove()
})

const page = (url: string, path: string, headers: Record<string, string> = {}) => send(`${url}${path}`, { headers })

/** The page that says that the back end is away: nothing of what went wrong, nothing to be kept, a way to try again. */
const expectCalm = (path: string, { status, headers, body }: Answer) => {
  expect({ path, status, ...headers }).toMatchObject({ path, status: 502, "content-type": "text/html; charset=utf-8", "retry-after": "5" })
  expect(String(headers["cache-control"])).toMatch(/no-store/)
  const html = body.toString("utf8")
  expect(html).toContain("<title>后端暂时没有回应</title>")
  expect(html).toContain('<a href="">重新加载</a>')
  expect(/rpc error|数据库错误|SyntaxError|ZodError|ECONNREFUSED|node_modules|\bat [\w.]+ \(/.exec(html)?.[0]).toBeUndefined()
}

describe("in front of a server of our own", () => {
  test("public pages have the same text and status as those of the server itself", async () => {
    for (const [path, status] of [
      ["/", 200],
      ["/category", 200],
      ["/search?wd=Markdown", 200],
      [`/document/${sample}`, 200],
      ["/article", 200],
      ["/article/about", 200],
      ["/document/ffffffffffffffff", 404],
      ["/no/such/page", 404],
    ] as const) {
      const [direct, remote] = await Promise.all([page(back.url, path), page(front.url, path)])
      const text = ({ body }: typeof direct) => visibleText(body.toString("utf8")).replace(/用时 [\d.]+ 秒/g, "用时 0 秒")
      expect({ path, status: remote.status }).toEqual({ path, status })
      expect({ path, status: direct.status }).toEqual({ path, status })
      expect({ path, text: text(remote) }).toEqual({ path, text: text(direct) })
      if (status === 200) expect(text(remote).length).toBeGreaterThan(50)
    }
  })

  test("logging in at the front sets its own cookie, with which personal pages open; logging out ends both", async () => {
    const reply = await call(front.url, "POST /user/login", { username: "remotereader", password: "correct horse 7" })
    expect(reply.status).toBe(200)
    const set = String(reply.headers["set-cookie"])
    expect(set).toMatch(/^doujia_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax/)
    expect(set.split(",").filter((part) => part.includes("doujia_session="))).toHaveLength(1)
    const session = { cookie: set.split(";")[0]! }
    expect((await page(front.url, "/me", session)).status).toBe(200)
    expect((await page(front.url, "/me")).status).toBe(307)
    const out = await send(`${front.url}/api/v1/user/logout`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${String(reply.json.token)}` },
    })
    expect(String(out.headers["set-cookie"])).toMatch(/^doujia_session=; .*Max-Age=0/)
    await until("the session is over", async () => (await page(front.url, "/me", session)).status === 307, 12_000)
  })

  test("the description of the calls is the same at the front and at the server itself", async () => {
    const [direct, remote] = await Promise.all([back, front].map(({ url }) => send(`${url}/api/v1/openapi.json`)))
    expect(direct!.json.info).toMatchObject({ "x-product": { id: "doujia" } })
    expect({ ...remote!, headers: remote!.headers.etag }).toEqual({ ...direct!, headers: direct!.headers.etag })
  })

  test("a cookie alone does not authorise changes", async () => {
    expect((await call(front.url, "POST /document", { document: [{ attachment_id: 1, title: "a" }] }, null, cookie(person))).status).toBe(
      401,
    )
  })

  test("uploads, both ways, pages and downloads pass through byte for byte", { timeout: 60_000 }, async () => {
    const content = Buffer.from(`经过前端的文件 ${Math.random()}\n\n`.repeat(120_000))
    const made = await submit(
      front.url,
      person,
      attachmentOf(await upload(front.url, person, "经过前端.txt", content.subarray(0, 3_000))),
      "经过前端",
    )
    await converted(front.url, made.uuid, person)
    const direct = await page(back.url, `/view/page/${made.uuid}/1.svg`)
    for (const headers of [{}, { "accept-encoding": "gzip" }] as Record<string, string>[]) {
      const passed = await page(front.url, `/view/page/${made.uuid}/1.svg`, headers)
      expect(passed.status).toBe(200)
      expect((passed.headers["content-encoding"] === "gzip" ? gunzipSync(passed.body) : passed.body).equals(direct.body)).toBe(true)
    }
    const place = tusPlace(await tusCreate(front.url, person, content.length, { filename: "大一点.txt" }))
    const half = await tusPatch(front.url, place, person, 0, content.subarray(0, 2_000_000))
    expect(half).toMatchObject({ status: 204, headers: { "upload-offset": "2000000" } })
    const large = await submit(
      front.url,
      person,
      attachmentIn(await tusPatch(front.url, place, person, 2_000_000, content.subarray(2_000_000))),
      "大一点",
    )
    const link = await call(front.url, `GET /document/download?id=${large.id}`, {}, person)
    const whole = await page(front.url, String(link.json.url))
    expect(sha256(whole.body)).toBe(sha256(content))
    expect(whole.headers["content-disposition"]).toContain("attachment")
    const range = await page(front.url, String(link.json.url), { range: "bytes=10-19" })
    expect({ status: range.status, same: range.body.equals(content.subarray(10, 20)) }).toEqual({ status: 206, same: true })
  })

  test("refusals (wrong type, too large) pass through with their messages", async () => {
    expect(await upload(front.url, person, "程序.exe", "MZ")).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining("不支持") },
    })
    const large = await send(`${front.url}/api/v1/upload/document`, {
      method: "POST",
      headers: { ...bearer(person), "content-type": "application/json" },
      body: "{}",
    })
    expect(large).toMatchObject({ status: 400, json: { message: expect.stringContaining("multipart") } })
  })

  test(
    "the progress of a conversion streams through without waiting for its end, and does not hold the front back",
    { timeout: 30_000 },
    async () => {
      const stream = await fetch(`${front.url}/api/v1/document/progress`, { headers: bearer(person) })
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
      let heard = ""
      const made = await submit(
        front.url,
        person,
        attachmentOf(await upload(front.url, person, "进度.txt", `进度 ${Math.random()}`)),
        "进度",
      )
      while (!heard.includes(made.uuid)) heard += (await reader.read()).value ?? ""
      expect(heard).toContain("event: document")
      const { code, ms } = await front.stop()
      expect(code).toBe(0)
      expect(ms).toBeLessThan(4_000)
      front = await startSite({ main: build.main, dataDir: frontData.path, env: { ...uncached, API_BASE_URL: back.url } })
    },
  )

  test("the back-end server gets the visitor's address, not one that the visitor forged", async () => {
    // both trust 127.0.0.1: the front believes its proxy, the back believes the front
    await call(front.url, "POST /user/login", { username: "remotereader", password: "correct horse 7" }, null, {
      "x-forwarded-for": "1.2.3.4, 203.0.113.50",
    })
    const [row] = await query<{ ip: string }>(data.path, "select ip from session order by expires_at desc limit 1")
    expect(row!.ip).toBe("203.0.113.50")
    await login(front.url, "remotereader", "correct horse 7")
  })
})

let small: SmallBackend
let other: Running
let otherData: DataFolder
beforeAll(async () => {
  small = await startSmallBackend()
  otherData = await newDataFolder()
  other = await startSite({
    main: build.main,
    dataDir: otherData.path,
    env: { ...uncached, TRUSTED_PROXIES: "", API_BASE_URL: `${small.url}/api/v1` },
  })
}, 60_000)
afterAll(async () => {
  await other?.stop()
  await small?.close()
  await otherData?.remove()
})

describe("in front of another compatible server", () => {
  test("answers without zero values give complete pages", async () => {
    for (const [path, words] of [
      ["/", "零值省略的文档"],
      ["/category", "教育"],
      ["/search?wd=无", ""],
      ["/document/0a1b2c3d4e5f6071", "正文的文字"],
      ["/article", "关于本站"],
      ["/article/about", "本站的由来"],
    ] as const) {
      const reply = await page(other.url, encodeURI(path))
      expect({ path, status: reply.status }).toEqual({ path, status: 200 })
      const text = visibleText(reply.body.toString("utf8"))
      expect({ path, found: text.includes(words), odd: /undefined|NaN|Invalid Date|0001/.exec(text)?.[0] }).toEqual({
        path,
        found: true,
        odd: undefined,
      })
    }
    expect((await page(other.url, "/no/such/page")).status).toBe(404)
  })

  test("its answers are completed for our client; its errors keep their sentence and get the status that they mean", async () => {
    const list = await call(other.url, "GET /document/list")
    expect((list.json.document as object[])[0]).toMatchObject({ id: 41, price: 0, is_vip: false, description: "", user: null })
    expect(await call(other.url, "GET /user/permission")).toMatchObject({ status: 403, json: { message: "您没有权限访问" } })
    expect(await call(other.url, "GET /no/such/call")).toMatchObject({ status: 404, json: { message: "内容不存在" } })
  })

  test("logging in sets our cookie although that server has none, and pages send its token", async () => {
    const reply = await call(other.url, "POST /user/login", { username: "lin", password: "whatever" })
    expect(String(reply.headers["set-cookie"])).toMatch(/^doujia_session=a-token-of-another-server; .*HttpOnly/)
    const secure = await call(other.url, "POST /user/login", { username: "lin", password: "whatever" }, null, {
      "x-forwarded-proto": "https",
    })
    expect(String(secure.headers["set-cookie"])).toMatch(/; Secure$/)
    small.requests.length = 0
    expect((await page(other.url, "/me", { cookie: "doujia_session=a-token-of-another-server" })).status).toBe(200)
    expect(small.requests.some(({ headers }) => headers.authorization === "Bearer a-token-of-another-server")).toBe(true)
    expect(small.requests.some(({ headers }) => headers.cookie)).toBe(false)
  })

  test("forged headers of a visitor are not passed on to the server", async () => {
    small.requests.length = 0
    await call(other.url, "GET /stats", {}, null, { "x-forwarded-for": "203.0.113.9" })
    expect(small.requests.map(({ headers }) => headers["x-forwarded-for"])).toEqual(["127.0.0.1"])
  })

  test("a deletion whose input came as JSON, to keep a password out of addresses, is passed on in that server's form", async () => {
    small.requests.length = 0
    await send(`${other.url}/api/v1/user`, {
      method: "DELETE",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: [2, 3], password: "a secret & more" }),
    })
    await send(`${other.url}/api/v1/favorite?id=7`, { method: "DELETE" })
    expect(small.requests.map(({ method, path, query, headers }) => [method, path, query, headers["content-length"]])).toEqual([
      ["DELETE", "/api/v1/user", "?id=2&id=3&password=a%20secret%20%26%20more", undefined],
      ["DELETE", "/api/v1/favorite", "?id=7", undefined],
    ])
  })

  test("a file is sent to it in one request; calls that it lacks answer 404, which pages handle", async () => {
    for (const key of ["GET /upload/limit", "POST /upload/claim", "GET /document/suggest?attachment_id=77"])
      expect({ key, status: (await call(other.url, key, {}, person)).status }).toEqual({ key, status: 404 })
    expect((await tusCreate(other.url, person, 5, { filename: "讲义.txt" })).status).toBe(404)
    expect(attachmentOf(await upload(other.url, person, "讲义.txt", "正文"))).toBe(77)
    expect(await call(other.url, "POST /document", { document: [{ attachment_id: 77, title: "讲义" }] }, person)).toMatchObject({
      status: 200,
      json: { document: [] },
    })
  })

  test("files pass through", async () => {
    expect(await page(other.url, "/view/page/00112233445566778899aabbccddeeff/1.svg")).toMatchObject({
      status: 200,
      headers: { "content-type": "image/svg+xml" },
    })
    expect((await page(other.url, "/download/some.token?filename=a.pdf")).body.toString()).toBe("%PDF-")
  })
})

describe("public pages in front of a server that announces no changes", () => {
  let cached: Running
  let cachedData: DataFolder
  let backend: SmallBackend
  beforeAll(async () => {
    backend = await startSmallBackend()
    cachedData = await newDataFolder()
    // fresh for an hour, if a minute were not the most
    const env = { PAGE_CACHE_SECONDS: "3600", API_BASE_URL: `${backend.url}/api/v1` }
    cached = await startSite({ main: build.main, dataDir: cachedData.path, env })
  }, 60_000)
  afterAll(async () => {
    await cached?.stop()
    await backend?.close()
    await cachedData?.remove()
  })
  const named = async (path = "/") => /<title>(.*?)<\/title>/.exec((await page(cached.url, path)).body.toString("utf8"))?.[1]
  /** Something that somebody changes through this process: every page is drawn anew. */
  const change = async () =>
    expect((await call(cached.url, "POST /document", { document: [{ attachment_id: 77, title: "讲义" }] }, person)).status).toBe(200)
  const rename = (title: string) => backend.answer("GET /settings", { system: { sitename: title, title } })

  test("what somebody changes through this process is seen at once; what changes elsewhere within a minute", async () => {
    rename("从前的名字")
    expect(await named()).toBe("从前的名字")
    rename("现在的名字")
    expect(await named()).toBe("从前的名字")
    await change()
    expect(await named()).toBe("现在的名字")
  })

  test("while that server is away kept pages are served, and nothing of the failure is kept", async () => {
    expect((await page(cached.url, "/")).status).toBe(200)
    for (const fault of ["text 500", "null"] as const) {
      backend.fault(fault)
      expect((await page(cached.url, "/")).status).toBe(200)
      expectCalm("/article", await page(cached.url, "/article"))
      expect(await page(cached.url, "/readyz")).toMatchObject({ status: 503 })
      backend.fault(null)
      expect((await page(cached.url, "/article")).status).toBe(200)
      expect((await page(cached.url, "/readyz")).status).toBe(200)
      // dropped, so that the next fault meets an empty cache
      await change()
      expect((await page(cached.url, "/")).status).toBe(200)
    }
  })

  test("a script in an article that another server lets through reaches no page", async () => {
    backend.answer("GET /article/list", { total: 1, article: [{ id: 5, identifier: "about", title: "关于本站" }] })
    backend.answer("GET /settings", { display: { copyright_statement: "版权<script>window.ran=1</script><b onclick=ran()>所有</b>" } })
    await change()
    const html = (await page(cached.url, "/")).body.toString("utf8")
    expect({ shown: html.includes("版权<b>所有</b>"), script: html.includes("window.ran") }).toEqual({ shown: true, script: false })
  })
})

describe("when the server is faulty", () => {
  test.each<Fault>(["text 200", "text 500", "json 500", "null", "cut"])(
    "with the fault %s pages say at once that the server is away, nobody is sent to log in, calls have a message",
    { timeout: 60_000 },
    async (kind) => {
      small.fault(kind)
      try {
        for (const path of ["/", "/category", "/document/0a1b2c3d4e5f6071", "/article"]) {
          const reply = await page(other.url, path)
          expectCalm(path, reply)
        }
        const reply = await call(other.url, "GET /settings")
        expect(reply).toMatchObject({ status: 502, json: { message: "后端暂时没有回应，请稍后再试" } })
        const session = { cookie: "doujia_session=a-token-of-another-server" }
        expectCalm("/me", await page(other.url, "/me", session))
      } finally {
        small.fault(null)
      }
      await until("all well again", async () => (await page(other.url, "/")).status === 200, 15_000)
    },
  )

  test("when that server hangs, a page waits for one timeout and not for each part", { timeout: 40_000 }, async () => {
    small.fault("hang")
    try {
      for (const path of ["/", "/category"]) {
        const begun = performance.now()
        expectCalm(path, await page(other.url, path))
        expect(performance.now() - begun).toBeLessThan(9_000)
      }
    } finally {
      small.fault(null)
    }
    await until("all well again", async () => (await page(other.url, "/")).status === 200, 15_000)
  })

  test(
    "without the server every page is an error page at once, calls have a message, and /healthz answers",
    { timeout: 60_000 },
    async () => {
      await front.stop()
      const nowhere = await newDataFolder()
      front = await startSite({ main: build.main, dataDir: nowhere.path, env: { ...uncached, API_BASE_URL: "http://127.0.0.1:9" } })
      for (const path of ["/", "/category", "/document/0a1b2c3d4e5f6071"]) {
        const begun = performance.now()
        const reply = await page(front.url, path)
        expectCalm(path, reply)
        expect(performance.now() - begun).toBeLessThan(5_000)
      }
      expect(await call(front.url, "GET /settings")).toMatchObject({
        status: 502,
        json: { message: "后端暂时没有回应，请稍后再试" },
      })
      expect((await page(front.url, "/healthz")).status).toBe(200)
      await nowhere.remove()
    },
  )
})
