import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { SpiderDocumentStatus as D, SpiderUrlStatus as U } from "@/lib/contract/collecting/spider.enums"
import { createCtx } from "@/server/context"
import { crawl } from "@/server/modules/collecting/spider/crawl.usecases"
import { reserveMoment } from "@/server/modules/collecting/spider/spider-host.repository"
import { resumeSpider, startDue } from "@/server/modules/collecting/spider/spider.jobs"
import { createGuardedWeb } from "@/server/ports/web/guarded.web"
import { goOn, page, spiderWorld } from "../../setup/spider-world"

const { app, admin, person, site, ctx, clock, links, documents, add, crawled } = await spiderWorld()

describe("links", () => {
  test("lines are trimmed, blank and duplicate lines ignored; existing links are skipped", async () => {
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
  ])("%j is rejected", async (input, sentence) => {
    expect(await app.call("POST /spiderurl", input, admin)).toMatchObject({
      ok: false,
      status: 400,
      message: expect.stringContaining(sentence),
    })
    expect(await links()).toEqual([])
  })

  test("headers and the proxy password are returned masked, survive saving, and never appear in the audit log", async () => {
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

  test("staff restart and stop a link; other status changes are rejected", async () => {
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

  test("a schedule restarts the link once, at the scheduled time", async () => {
    site.pages["/"] = page()
    const row = await crawled({ url: `${site.url}/`, cron: "0 3 * * *" })
    expect(row).toMatchObject({ status: U.done, next_at: "2026-11-24T19:00:00.000Z" })
    const before = clock.now
    clock.now = new Date("2026-11-24T19:00:05Z")
    await startDue(ctx)
    await startDue(ctx)
    expect((await links())[0]).toMatchObject({ status: U.pending, next_at: "2026-11-25T19:00:00.000Z" })
    clock.now = before
  })

  test("only staff with the permission see and change links", async () => {
    for (const key of ["GET /spiderurl/list", "GET /spiderdocument/list"] as const)
      expect(await app.call(key, {}, person)).toMatchObject({ ok: false, status: 403 })
  })
})

describe("crawling", () => {
  test("stores the documents of a page with three titles, each address once; pages, images and source code do not count", async () => {
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

  test("follows links of the same site to the configured depth, in the selected parts of a page", async () => {
    site.pages["/"] = page(`<div id="in"><a href="/1">一</a><a href="http://other.example.com/2">别站</a></div><a href="/out">外</a>`)
    site.pages["/1"] = page(`<div id="in"><a href="1.pdf">第一</a><p class="ad"><a href="ad.pdf">广告</a></p><a href="/deep">深</a></div>`)
    site.pages["/deep"] = page(`<div id="in"><a href="2.pdf">第二</a></div>`)
    expect(await crawled({ url: `${site.url}/`, depth: 1, include: "#in", exclude: ".ad" })).toMatchObject({ total: 1, pages: 2 })
    expect((await documents()).map((row) => row.title_from_href)).toEqual(["第一"])
    expect(site.asked).not.toContain("/out")
    expect(site.asked).not.toContain("/deep")
  })

  test("detects documents behind links without a format by Content-Type and Content-Disposition, without downloading them", async () => {
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

  test("reads pages in GBK, whether or not they declare it", async () => {
    const gbk = Buffer.from("3c6120687265663d22612e706466223ed6d0b9fabdccd3fd3c2f613e", "hex")
    site.pages["/a"] = { headers: { "content-type": "text/html; charset=gb2312" }, body: gbk }
    site.pages["/b/"] = { headers: { "content-type": "text/html" }, body: gbk }
    await crawled({ url: `${site.url}/a` })
    await crawled({ url: `${site.url}/b/` })
    expect((await documents()).map((row) => row.title)).toEqual(["中国教育", "中国教育"])
  })

  test("respects robots.txt, which is requested once", async () => {
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

  test("sends a host one request at a time, however many wait, at its Crawl-delay of up to ten seconds", async () => {
    const at = new Date("2026-11-24T02:00:00Z")
    const moments = await Promise.all(Array.from({ length: 8 }, () => reserveMoment(ctx.db, "polite.example.org", at, 1_000)))
    expect(moments.map((moment) => moment.getTime() - at.getTime()).toSorted((a, b) => a - b)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) => n * 1_000),
    )
    for (const [crawlDelay, appliedDelay] of [
      ["7", 7_000],
      ["3600", 10_000],
    ] as const) {
      await app.database.pool.query("delete from spider_host")
      site.pages["/robots.txt"] = { headers: { "content-type": "text/plain" }, body: `User-agent: *\nCrawl-delay: ${crawlDelay}` }
      site.pages[`/seldom?${crawlDelay}`] = page()
      await crawled({ url: `${site.url}/seldom?${crawlDelay}` })
      const { rows } = await app.database.pool.query<{ next_at: Date; robots_at: Date }>("select next_at, robots_at from spider_host")
      const { next_at, robots_at } = rows[0]!
      expect([next_at.getTime() - robots_at.getTime() >= appliedDelay, next_at.getTime() - Date.now() <= appliedDelay]).toEqual([
        true,
        true,
      ])
    }
  })

  test("sends the headers of a link only to its own site", async () => {
    const other = site.url.replace("127.0.0.1", "localhost")
    site.pages["/"] = page(`<a href="${other}/download/1">别处</a>`)
    await crawled({ url: `${site.url}/`, headers: "Cookie: s=1" })
    const sent = site.asked.map((path, at) => [path, site.headers[at]!["cookie"]])
    expect(sent).toContainEqual(["/", "s=1"])
    expect(sent.filter(([path]) => path !== "/").every(([, cookie]) => cookie === undefined)).toBe(true)
  })

  test("resumes a killed crawl where it stopped, and stores nothing twice", async () => {
    site.pages["/"] = page(`<a href="/1">一</a><a href="/2">二</a><a href="0.pdf">零零</a>`)
    site.pages["/1"] = page(`<a href="1.pdf">一一</a>`)
    site.pages["/2"] = page(`<a href="2.pdf">二二</a><a href="1.pdf">一一</a>`)
    const { id } = await add({ url: `${site.url}/`, depth: 1 })
    // the crawl dies while it waits for the second page; its lease and its progress remain
    const stop = new AbortController()
    const second = site.pages["/2"]!
    site.pages["/2"] = () => stop.abort()
    await crawl(ctx, { id }, stop.signal)
    await app.database.pool.query("update spider_url set lease_until = $1", [new Date(clock.now.getTime() + 60_000)])
    site.pages["/2"] = second
    expect((await documents()).length).toBe(2)
    // no worker takes it over while the lease is valid
    expect(await crawl(ctx, { id }, goOn)).toBe(false)
    expect((await links())[0]).toMatchObject({ status: U.crawling, pages: 2 })
    const before = clock.now
    clock.now = new Date(clock.now.getTime() + 120_000)
    await crawl(ctx, { id }, goOn)
    clock.now = before
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
  ])("%s ends the crawl with an error message [security: ssrf-bypasses]", async (what, sentence) => {
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

  test("a process that starts alone resumes the links, downloads and publications of the last process at once", async () => {
    const { id } = await add({ url: `${site.url}/list.html` })
    const far = new Date(clock.now.getTime() + 600_000)
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

  test("consecutive page failures end a crawl, even if the process died between them", async () => {
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

  test("10,000 links on one page are limited", async () => {
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
  ])("%s is never requested, as a link or through a proxy [security: ssrf-corpus]", async (url) => {
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
