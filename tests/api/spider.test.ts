import { gzipSync } from "node:zlib"
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { SpiderDocumentStatus as D, SpiderUrlStatus as U } from "../../lib/contract/further-enums"
import type { SpiderDocument, SpiderUrl } from "../../lib/contract/types"
import { createCtx, type Ctx } from "../../server/context"
import { crawl } from "../../server/modules/spider/crawling.usecases"
import { fetchDocument } from "../../server/modules/spider/downloading.usecases"
import { noteNearTexts, publishDocument } from "../../server/modules/spider/publishing.usecases"
import { resumeSpider, startDue } from "../../server/modules/spider/spider.jobs"
import { createGuardedWeb } from "../../server/ports/web/guarded.web"
import { libraryOf, type Library } from "../setup/library"
import { otherSite } from "../setup/other-site"
import { testApp, type Person, type TestApp } from "../setup/test-app"

let app: TestApp
let library: Library
let admin: Person
let person: Person
let site: Awaited<ReturnType<typeof otherSite>>
let ctx: Ctx
let now = new Date("2026-11-24T01:00:00Z")
const goOn = new AbortController().signal

beforeAll(async () => {
  site = await otherSite()
  const web = createGuardedWeb({ allowed: ["127.0.0.1"], anyPort: true, politeMs: 1 })
  app = await testApp({ web, now: () => now })
  library = libraryOf(app)
  ;[admin, person] = [await app.admin(), await app.person()]
  ctx = createCtx(app)
})
beforeEach(() => {
  for (const path of Object.keys(site.pages)) delete site.pages[path]
  site.asked.length = 0
  site.headers.length = 0
})
afterEach(async () => {
  await app.database.pool.query("delete from spider_url; delete from spider_document; delete from spider_host")
})

const ok = <T>(reply: { ok: true; data: T } | { ok: false; message: string }): T => {
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
const links = async () => ok(await app.call("GET /spiderurl/list", { size: 100 }, admin)).spider_url as SpiderUrl[]
const documents = async (query = {}) =>
  ok(await app.call("GET /spiderdocument/list", { size: 100, ...query }, admin)).spider_document as SpiderDocument[]
const add = async (input: { url: string } & Record<string, unknown>) => {
  ok(await app.call("POST /spiderurl", input, admin))
  return (await links())[0]!
}
const crawled = async (input: { url: string } & Record<string, unknown>) => {
  const { id } = await add(input)
  await crawl(ctx, { id }, goOn)
  return (await links()).find((row) => row.id === id)!
}
const page = (...anchors: string[]) => `<html><body>${anchors.join("")}</body></html>`
const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`)

describe("links", () => {
  test("lines are trimmed, blank ones and repetitions passed over; what is there already is skipped", async () => {
    const url = ["  https://a.example.com/x#part ", "", "https://a.example.com/x", "https://b.example.com/\nhttps://c.example.com/"]
    expect(await app.call("POST /spiderurl", { url }, admin)).toMatchObject({ ok: true, data: { total: 3, skipped: 0 } })
    expect(await app.call("POST /spiderurl", { url: "https://b.example.com/\nhttps://d.example.com/" }, admin)).toMatchObject({
      ok: true,
      data: { total: 1, skipped: 1 },
    })
    expect((await links()).map((row) => row.url)).toEqual(
      ["d.example.com/", "c.example.com/", "b.example.com/", "a.example.com/x"].map((rest) => `https://${rest}`),
    )
  })

  test.each([
    [{ url: "" }, "请输入链接地址"],
    [{ url: "ftp://example.com/a" }, "完整链接"],
    [{ url: "example.com" }, "完整链接"],
    [{ url: "http://user:word@example.com/" }, "完整链接"],
    [{ url: "https://example.com/", cron: "* * * * *" }, "10 分钟"],
    [{ url: "https://example.com/", cron: "nonsense" }, "cron"],
    [{ url: "https://example.com/", headers: "no colon" }, "请求头"],
    [{ url: "https://example.com/", headers: "Host: inside" }, "请求头"],
    [{ url: "https://example.com/", depth: 6 }, "深度"],
  ])("%j is refused", async (input, sentence) => {
    expect(await app.call("POST /spiderurl", input, admin)).toMatchObject({
      ok: false,
      status: 400,
      message: expect.stringContaining(sentence),
    })
    expect(await links()).toEqual([])
  })

  test("headers and the proxy's password come back masked, survive saving, and never stand in the audit log", async () => {
    const secret = { headers: "Cookie: s=topsecret\nX-Site: 1", proxy: "http://me:topsecret@proxy.example.com:8080" }
    const row = await add({ url: "https://example.com/", ...secret })
    expect(row).toMatchObject({ headers: "Cookie: ******\nX-Site: ******", proxy: "http://me:******@proxy.example.com:8080/" })
    const changed = { id: row.id, headers: "X-Site: 2\nCookie: ******", proxy: row.proxy, depth: 2 }
    expect(await app.call("PUT /spiderurl", changed, admin)).toMatchObject({ ok: true })
    const stored = await app.database.pool.query("select headers, proxy, depth from spider_url where id = $1", [row.id])
    expect(stored.rows).toEqual([{ headers: "X-Site: 2\nCookie: s=topsecret", proxy: secret.proxy, depth: 2 }])
    const log = await app.database.pool.query("select input from audit where call like '%/spiderurl'")
    expect(log.rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(log.rows)).not.toContain("topsecret")
  })

  test("staff restart and stop a link; other steps are refused", async () => {
    const { id } = await add({ url: "https://example.com/" })
    const put = (status: number) => app.call("PUT /spiderurl", { id, status }, admin)
    expect(await put(U.done)).toMatchObject({ ok: false, status: 409 })
    expect(await put(U.failed)).toMatchObject({ ok: true })
    expect((await links())[0]).toMatchObject({ status: U.failed, error: "已由管理员停止" })
    expect(await crawl(ctx, { id }, goOn)).toBe(false)
    expect(await put(U.crawling)).toMatchObject({ ok: false, status: 409 })
    expect(await put(U.pending)).toMatchObject({ ok: true })
    expect((await links())[0]).toMatchObject({ status: U.pending, error: "" })
  })

  test("a schedule starts the link again at its moment, once", async () => {
    site.pages["/"] = page()
    const row = await crawled({ url: `${site.url}/`, cron: "0 3 * * *" })
    expect(row).toMatchObject({ status: U.done, next_at: "2026-11-24T19:00:00.000Z" })
    const before = now
    now = new Date("2026-11-24T19:00:05Z")
    await startDue(ctx)
    await startDue(ctx)
    expect((await links())[0]).toMatchObject({ status: U.pending, next_at: "2026-11-25T19:00:00.000Z" })
    now = before
  })

  test("only staff with the permission see and change them", async () => {
    for (const key of ["GET /spiderurl/list", "GET /spiderdocument/list"] as const)
      expect(await app.call(key, {}, person)).toMatchObject({ ok: false, status: 403 })
  })
})

describe("crawling", () => {
  test("keeps the documents of a page with three titles, each address once; pages, pictures and source code are none", async () => {
    site.pages["/list"] = page(
      `<a href="/files/%E5%B9%B4%E6%8A%A5%202026.PDF">点击下载</a><a href="a.docx#top"> 工作 总结 </a><a href="a.docx">又一次</a>`,
      `<a href="x.jpg">图</a><a href="x.js">码</a><a href="mailto:a@example.com">信</a><a href="javascript:1">x</a><a href="next">下一页</a>`,
    )
    expect(await crawled({ url: `${site.url}/list` })).toMatchObject({ status: U.done, total: 2, pages: 1, error: "" })
    const [second, first] = await documents()
    expect(first).toMatchObject({
      title: "年报 2026",
      title_from_href: "点击下载",
      title_from_url: "年报 2026",
      ext: ".pdf",
      status: D.found,
    })
    expect(second).toMatchObject({ title: "工作 总结", title_from_url: "a", url: `${site.url}/a.docx`, ext: ".docx" })
    expect(site.asked).toEqual(["/robots.txt", "/list"])
  })

  test("follows links of the same site as deep as it is told, in the chosen parts of a page", async () => {
    site.pages["/"] = page(`<div id="in"><a href="/1">一</a><a href="http://other.example.com/2">别站</a></div><a href="/out">外</a>`)
    site.pages["/1"] = page(`<div id="in"><a href="1.pdf">第一</a><p class="ad"><a href="ad.pdf">广告</a></p><a href="/deep">深</a></div>`)
    site.pages["/deep"] = page(`<div id="in"><a href="2.pdf">第二</a></div>`)
    expect(await crawled({ url: `${site.url}/`, depth: 1, include: "#in", exclude: ".ad" })).toMatchObject({ total: 1, pages: 2 })
    expect((await documents()).map((row) => row.title_from_href)).toEqual(["第一"])
    expect(site.asked).not.toContain("/out")
    expect(site.asked).not.toContain("/deep")
  })

  test("finds documents behind links that name no format, by Content-Type and Content-Disposition, without reading them", async () => {
    site.pages["/"] = page(`<a href="/download?id=1">季度报告</a>`)
    site.pages["/download?id=1"] = {
      headers: {
        "content-type": "application/octet-stream",
        "content-disposition": "attachment; filename*=UTF-8''%E6%8A%A5%E5%91%8A.docx",
      },
      body: "x",
    }
    await crawled({ url: `${site.url}/` })
    expect(await documents()).toMatchObject([{ title: "季度报告", title_from_attachment: "报告.docx", ext: ".docx" }])
    const direct = await crawled({ url: `${site.url}/download?id=1` })
    expect(direct).toMatchObject({ status: U.done })
  })

  test("reads pages in GBK, whether they say so or not", async () => {
    const gbk = Buffer.from("3c6120687265663d22612e706466223ed6d0b9fabdccd3fd3c2f613e", "hex")
    site.pages["/a"] = { headers: { "content-type": "text/html; charset=gb2312" }, body: gbk }
    site.pages["/b/"] = { headers: { "content-type": "text/html" }, body: gbk }
    await crawled({ url: `${site.url}/a` })
    await crawled({ url: `${site.url}/b/` })
    expect((await documents()).map((row) => row.title)).toEqual(["中国教育", "中国教育"])
  })

  test("respects robots.txt, which is asked for once", async () => {
    site.pages["/robots.txt"] = { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /private" }
    site.pages["/open"] = page()
    site.pages["/private/a"] = page(`<a href="a.pdf">x</a>`)
    expect(await crawled({ url: `${site.url}/private/a` })).toMatchObject({
      status: U.failed,
      error: expect.stringContaining("robots.txt"),
    })
    expect(await crawled({ url: `${site.url}/open` })).toMatchObject({ status: U.done })
    expect(site.asked).toEqual(["/robots.txt", "/open"])
  })

  test("sends a link's headers to its own site alone", async () => {
    const other = site.url.replace("127.0.0.1", "localhost")
    site.pages["/"] = page(`<a href="${other}/download/1">别处</a>`)
    await crawled({ url: `${site.url}/`, headers: "Cookie: s=1" })
    const sent = site.asked.map((path, at) => [path, site.headers[at]!["cookie"]])
    expect(sent).toContainEqual(["/", "s=1"])
    expect(sent.filter(([path]) => path !== "/").every(([, cookie]) => cookie === undefined)).toBe(true)
  })

  test("goes on where a killed crawl stood, and keeps nothing twice", async () => {
    site.pages["/"] = page(`<a href="/1">一</a><a href="/2">二</a><a href="0.pdf">零零</a>`)
    site.pages["/1"] = page(`<a href="1.pdf">一一</a>`)
    site.pages["/2"] = page(`<a href="2.pdf">二二</a><a href="1.pdf">一一</a>`)
    const { id } = await add({ url: `${site.url}/`, depth: 1 })
    // it dies while it waits for the second page; its lease and what it knew stay
    const stop = new AbortController()
    const second = site.pages["/2"]!
    site.pages["/2"] = () => stop.abort()
    await crawl(ctx, { id }, stop.signal)
    await app.database.pool.query("update spider_url set lease_until = $1", [new Date(now.getTime() + 60_000)])
    site.pages["/2"] = second
    expect((await documents()).length).toBe(2)
    // nobody takes it while it may still live
    expect(await crawl(ctx, { id }, goOn)).toBe(false)
    expect((await links())[0]).toMatchObject({ status: U.crawling, pages: 2 })
    const before = now
    now = new Date(now.getTime() + 120_000)
    await crawl(ctx, { id }, goOn)
    now = before
    expect((await links())[0]).toMatchObject({ status: U.done, total: 3, pages: 3 })
    expect(site.asked.filter((path) => path === "/1").length).toBe(1)
    expect((await documents()).map((row) => row.title).toSorted()).toEqual(["一一", "二二", "零零"].toSorted())
  })

  test.each([
    ["an endless page", "太大"],
    ["a gzip bomb", "太大"],
    ["a loop of redirects", "没有取到|连不上"],
    ["an error of the server", "503"],
    ["a redirect into the network", "公网"],
  ])("%s ends the crawl with a sentence [security: ssrf-bypasses]", async (what, sentence) => {
    site.pages["/endless"] = (_req, res) => {
      res.writeHead(200, { "content-type": "text/html" })
      const more = () => void (res.destroyed || res.write(Buffer.alloc(262_144, 32), () => setImmediate(more)))
      more()
    }
    site.pages["/bomb"] = { headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(60_000_000, 32)) }
    site.pages["/loop"] = { status: 302, headers: { location: "/loop" } }
    site.pages["/ill"] = { status: 503 }
    site.pages["/inside"] = { status: 302, headers: { location: "http://169.254.169.254/latest" } }
    const paths: Record<string, string> = {
      "an endless page": "/endless",
      "a gzip bomb": "/bomb",
      "a loop of redirects": "/loop",
      "an error of the server": "/ill",
      "a redirect into the network": "/inside",
    }
    expect(await crawled({ url: `${site.url}${paths[what]}` })).toMatchObject({ status: U.failed, error: expect.stringMatching(sentence) })
  })

  test("a process that starts alone takes up at once what the last one was at, links, downloads and publications", async () => {
    const { id } = await add({ url: `${site.url}/list.html` })
    const far = new Date(now.getTime() + 600_000)
    await app.database.pool.query("update spider_url set status = 1, lease_until = $1", [far])
    await app.database.pool.query(
      "insert into spider_document (url, status, lease_until) values ('http://a/1', 2, $1), ('http://a/2', 6, $1)",
      [far],
    )
    site.pages["/list.html"] = page('<a href="/a.pdf">一份资料</a>')
    expect(await crawl(ctx, { id }, goOn)).toBe(false)
    expect((await links())[0]).toMatchObject({ status: U.crawling, total: 0 })
    await resumeSpider(ctx)
    expect(
      (
        await app.database.pool.query(
          "select distinct name from queue.job where state = 'created' and name like any('{crawl-link,%-spider-document}') order by name",
        )
      ).rows,
    ).toEqual(["crawl-link", "fetch-spider-document", "publish-spider-document"].map((name) => ({ name })))
    await crawl(ctx, { id }, goOn)
    expect((await links())[0]).toMatchObject({ status: U.done, total: 1 })
  })

  test("pages that fail one after the other end a crawl, also where its process died between them", async () => {
    const names = Array.from({ length: 12 }, (_, n) => `/ill/${n}`)
    site.pages["/"] = page(...names.map((name) => `<a href="${name}">一</a>`))
    const { id } = await add({ url: `${site.url}/`, depth: 1 })
    const stop = new AbortController()
    for (const [n, name] of names.entries()) site.pages[name] = n === 3 ? () => stop.abort() : { status: 503 }
    await crawl(ctx, { id }, stop.signal)
    expect((await links())[0]).toMatchObject({ status: U.crawling, pages: 4 })
    site.pages[names[3]!] = { status: 503 }
    await crawl(ctx, { id }, goOn)
    expect((await links())[0]).toMatchObject({ status: U.failed, pages: 6 })
    expect(new Set(site.asked.filter((path) => path.startsWith("/ill/"))).size).toBe(5)
  })

  test("10,000 links on one page are bounded", async () => {
    site.pages["/"] = page(...Array.from({ length: 10_000 }, (_, n) => `<a href="/${n}.pdf">第 ${n} 份</a>`))
    expect(await crawled({ url: `${site.url}/` })).toMatchObject({ status: U.done, total: 5_000 })
  })

  test.each([
    "http://127.0.0.1:1/",
    "http://localhost/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://169.254.169.254/",
    "http://10.0.0.1/",
  ])("%s is never asked, as a link or through a proxy [security: ssrf-corpus]", async (url) => {
    const guarded = createCtx({ ...app, web: createGuardedWeb({ politeMs: 1 }) })
    for (const input of [{ url }, { url: "http://example.com/", proxy: url }]) {
      const { id } = await add(input)
      await crawl(guarded, { id }, goOn)
      const row = (await links()).find((one) => one.id === id)!
      expect(row).toMatchObject({ status: U.failed, error: expect.stringMatching(/公网|连不上/), total: 0 })
    }
    expect(site.asked).toEqual([])
  })
})

describe("found documents", () => {
  const found = async (files: Record<string, Buffer>) => {
    site.pages["/"] = page(...Object.keys(files).map((name) => `<a href="/${name}">资料 ${name}</a>`))
    for (const [name, body] of Object.entries(files)) site.pages[`/${name}`] = { headers: { "content-type": "application/pdf" }, body }
    await crawled({ url: `${site.url}/` })
    return documents({ order: "id asc" })
  }
  const batch = (rows: object[]) => app.call("PUT /spiderdocument/batch", { spider_document: rows as never }, admin)
  const fetchAll = async (rows: SpiderDocument[]) => {
    ok(await batch(rows.map((row) => ({ ...row, status: D.queued }))))
    for (const { id } of rows) await fetchDocument(ctx, { id }, goOn)
    return documents({ order: "id asc" })
  }

  test("are downloaded, edited and published as documents of the chosen person, category, language and price", async () => {
    const category = await library.category("采集来的")
    const [row] = await fetchAll(await found({ "a.pdf": pdf("a") }))
    expect(row).toMatchObject({ status: D.downloaded, ext: ".pdf", content_type: "application/pdf", error: "" })
    expect(row!.size).toBeGreaterThan(0)
    expect(row!.save_path).toMatch(/^files\//)
    const change = {
      id: row!.id,
      title: "正式的标题",
      language: "en",
      price: 5,
      user_id: person.id,
      category_id: `[${category}]`,
      status: D.publishQueued,
    }
    expect(await batch([change])).toMatchObject({ ok: true })
    await publishDocument(ctx, { id: row!.id })
    await publishDocument(ctx, { id: row!.id })
    const [after] = await documents()
    expect(after).toMatchObject({ status: D.published, error: "", category_id: `[${category}]` })
    expect(await app.call("GET /document", { id: after!.document_id }, person)).toMatchObject({
      ok: true,
      data: { title: "正式的标题", language: "en", price: 5, user_id: person.id, ext: ".pdf" },
    })
    const { rows } = await app.database.pool.query("select count(*)::int as n from document where user_id = $1", [person.id])
    expect(rows).toEqual([{ n: 1 }])
    expect(await batch([{ id: row!.id, status: D.found }])).toMatchObject({ ok: false, status: 409 })
  })

  test("the same bytes are published once: the second is refused with the first one's title", async () => {
    const category = await library.category("重复的")
    const rows = await fetchAll(await found({ "b.pdf": pdf("same"), "c.pdf": pdf("same") }))
    const change = { user_id: person.id, category_id: [category], status: D.publishQueued }
    ok(await batch(rows.map(({ id }, n) => ({ id, title: `第 ${n + 1} 份`, ...change }))))
    for (const { id } of rows) await publishDocument(ctx, { id })
    const [first, second] = await documents({ order: "id asc" })
    expect(first).toMatchObject({ status: D.published })
    expect(second).toMatchObject({ status: D.publishFailed, error: "站内已有相同的文件：《第 1 份》" })
  })

  test("a text that is nearly that of another document is named once it is known", async () => {
    const category = await library.category("相近的")
    await library.document(person, "先有的一份")
    const rows = await fetchAll(await found({ "near.pdf": pdf("near") }))
    ok(await batch([{ id: rows[0]!.id, title: "后来的一份", user_id: person.id, category_id: [category], status: D.publishQueued }]))
    await publishDocument(ctx, { id: rows[0]!.id })
    const { pool } = app.database
    await noteNearTexts(ctx)
    expect((await documents())[0]).toMatchObject({ status: D.published, error: "" })
    await pool.query("insert into conversion (sha256, version, created_at) select sha256, 1, $1 from spider_document", [now])
    await pool.query(`insert into text_band (band, hash, sha256)
      select n, n, sha256 from generate_series(1, 8) n, (select sha256 from spider_document union select sha256 from document where title = '先有的一份') s`)
    await noteNearTexts(ctx)
    expect((await documents())[0]).toMatchObject({ error: "文字和《先有的一份》几乎相同，请确认是否重复" })
  })

  test("a page in place of the file, an answer of 404 and a file that is too large fail with a sentence, and can be tried again", async () => {
    const rows = await found({ "page.pdf": pdf("x"), "gone.pdf": pdf("y") })
    site.pages["/page.pdf"] = page("请登录")
    delete site.pages["/gone.pdf"]
    const [first, second] = await fetchAll(rows)
    expect(first).toMatchObject({ status: D.downloadFailed, error: expect.stringContaining("登录页") })
    expect(second).toMatchObject({ status: D.downloadFailed, error: expect.stringContaining("404") })
    site.pages["/page.pdf"] = { headers: { "content-type": "application/pdf" }, body: pdf("x2") }
    expect((await fetchAll([first!]))[0]).toMatchObject({ status: D.downloaded, error: "" })
  })

  test("a download that was killed is done again after its lease, and leaves one file row", async () => {
    const [row] = await found({ "k.pdf": pdf("killed") })
    ok(await batch([{ id: row!.id, status: D.queued }]))
    await app.database.pool.query("update spider_document set status = 2, lease_until = $1", [new Date(now.getTime() + 1_000)])
    await fetchDocument(ctx, { id: row!.id }, goOn)
    expect((await documents())[0]).toMatchObject({ status: D.downloading })
    const before = now
    now = new Date(now.getTime() + 2_000)
    await fetchDocument(ctx, { id: row!.id }, goOn)
    now = before
    expect((await documents())[0]).toMatchObject({ status: D.downloaded })
    const { rows } = await app.database.pool.query("select count(*)::int as n from attachment where type = 8 and type_id = $1", [row!.id])
    expect(rows).toEqual([{ n: 1 }])
  })

  test("what is missing is said before anything is queued; one wrong row keeps all back", async () => {
    const category = await library.category("条件")
    const [row, other] = await fetchAll(await found({ "d.pdf": pdf("d"), "e.pdf": pdf("e") }))
    const good = { id: row!.id, title: "好", user_id: person.id, category_id: [category], status: D.publishQueued }
    for (const [wrong, sentence] of [
      [{ title: " " }, "标题为空"],
      [{ user_id: 0 }, "用户ID"],
      [{ user_id: 999_999 }, "没有这个用户"],
      [{ category_id: "" }, "分类"],
    ] as const)
      expect(await batch([good, { ...good, id: other!.id, ...wrong }])).toMatchObject({
        ok: false,
        status: 400,
        message: expect.stringContaining(sentence),
      })
    expect((await documents()).map(({ status }) => status)).toEqual([D.downloaded, D.downloaded])
    expect(await batch([{ id: row!.id, status: D.published }])).toMatchObject({ ok: false, status: 409 })
  })

  test("rows are deleted with their files, but not while they are fetched; the list is ordered by two columns", async () => {
    const [row, other] = await fetchAll(await found({ "f.pdf": pdf("f"), "g.pdf": pdf("g") }))
    ok(await batch([{ id: other!.id, status: D.queued }]))
    expect((await documents({ order: "status asc, id desc" })).map(({ id }) => id)).toEqual([other!.id, row!.id])
    expect(await app.call("DELETE /spiderdocument", { id: [other!.id] }, admin)).toMatchObject({ ok: false, status: 409 })
    expect(await app.call("DELETE /spiderdocument", { id: [row!.id] }, admin)).toMatchObject({ ok: true })
    expect((await documents()).map(({ id }) => id)).toEqual([other!.id])
    const { rows } = await app.database.pool.query(
      "select deleted_at is not null as gone from attachment where type = 8 and type_id = $1",
      [row!.id],
    )
    expect(rows).toEqual([{ gone: true }])
  })
})

describe("an article of another site", () => {
  const text = "这是一段足够长的正文，说明文章在讲什么，读者从哪里开始读。".repeat(8)
  const article = `<html><head><title>题 - 某站</title><meta name="keywords" content="甲,乙"><meta property="og:site_name" content="某站"></head>
    <body><nav><a href="/">首页</a></nav><h1>文章的题目</h1><div class="body"><p>${text}</p><p><img data-src="pic.png" src="data:image/gif;base64,x"></p>
    <p class="ad">广告词</p><script>alert(1)</script><p>${text}</p></div><footer>版权</footer></body></html>`

  test("is found by itself, sanitised, with its source", async () => {
    site.pages["/a/1"] = article
    const data = ok(await app.call("POST /article/crawl", { url: `${site.url}/a/1` }, admin))
    expect(data).toMatchObject({ title: "文章的题目", keywords: "甲,乙", source: "某站", source_url: `${site.url}/a/1` })
    expect(data.content).toContain(`<img src="${site.url}/a/pic.png"`)
    expect(data.content).not.toMatch(/script|首页|版权/)
  })

  test("or by selectors, with exclusions and replacements", async () => {
    site.pages["/a/2"] = article
    const rules = { mode: 1, select: ".body", exclude: ".ad", replace: "正文 => 内容\n文章 =>" }
    const data = ok(await app.call("POST /article/crawl", { url: `${site.url}/a/2`, ...rules }, admin))
    expect(data.title).toBe("的题目")
    expect(data.content).toContain("足够长的内容")
    expect(data.content).not.toMatch(/广告词|文章/)
    for (const [wrong, sentence] of [
      [{ select: "[[" }, "选择器不正确"],
      [{ replace: "nothing" }, "替换规则"],
      [{ select: ".nowhere" }, "没有在网页里找到正文"],
    ] as const)
      expect(await app.call("POST /article/crawl", { url: `${site.url}/a/2`, ...rules, ...wrong }, admin)).toMatchObject({
        status: 400,
        message: expect.stringContaining(sentence),
      })
  })

  test("only for who has the right; addresses inside of a network are refused", async () => {
    site.pages["/a/3"] = article
    expect(await app.call("POST /article/crawl", { url: `${site.url}/a/3` }, person)).toMatchObject({ status: 403 })
    await app.database.pool.query(
      `update "group" set enable_article_crawl = true where id in (select group_id from user_group where user_id = $1)`,
      [person.id],
    )
    expect(await app.call("POST /article/crawl", { url: `${site.url}/a/3` }, person)).toMatchObject({ ok: true })
    for (const url of ["http://10.0.0.1/", "file:///etc/passwd", "http://169.254.169.254/latest"])
      expect(await app.call("POST /article/crawl", { url }, admin)).toMatchObject({
        ok: false,
        status: 400,
        message: expect.stringMatching(/公网|完整链接/),
      })
  })
})
