import { describe, expect, test } from "vitest"
import { SpiderDocumentStatus as D } from "@/lib/contract/collecting/spider.enums"
import type { SpiderDocument } from "@/lib/contract/types"
import { fetchDocument } from "@/server/modules/collecting/spider/download.usecases"
import { noteNearTexts, publishDocument } from "@/server/modules/collecting/spider/publication.usecases"
import { goOn, ok, page, pdf, spiderWorld } from "../../setup/spider-world"

const { app, library, admin, person, site, ctx, clock, documents, crawled } = await spiderWorld()

describe("collected documents", () => {
  const crawledDocuments = async (files: Record<string, Buffer>) => {
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

  test("are downloaded, edited and published with the chosen author, category, language and price", async () => {
    const category = await library.category("采集来的")
    const [row] = await fetchAll(await crawledDocuments({ "a.pdf": pdf("a") }))
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

  test("the same bytes are published once: a duplicate is rejected with the title of the first document", async () => {
    const category = await library.category("重复的")
    const rows = await fetchAll(await crawledDocuments({ "b.pdf": pdf("same"), "c.pdf": pdf("same") }))
    const change = { user_id: person.id, category_id: [category], status: D.publishQueued }
    ok(await batch(rows.map(({ id }, n) => ({ id, title: `第 ${n + 1} 份`, ...change }))))
    for (const { id } of rows) await publishDocument(ctx, { id })
    const [first, second] = await documents({ order: "id asc" })
    expect(first).toMatchObject({ status: D.published })
    expect(second).toMatchObject({ status: D.publishFailed, error: "站内已有相同的文件：《第 1 份》" })
  })

  test("a near duplicate of the text of another document is reported once that text is known", async () => {
    const category = await library.category("相近的")
    await library.document(person, "先有的一份")
    const rows = await fetchAll(await crawledDocuments({ "near.pdf": pdf("near") }))
    ok(await batch([{ id: rows[0]!.id, title: "后来的一份", user_id: person.id, category_id: [category], status: D.publishQueued }]))
    await publishDocument(ctx, { id: rows[0]!.id })
    const { pool } = app.database
    await noteNearTexts(ctx)
    expect((await documents())[0]).toMatchObject({ status: D.published, error: "" })
    await pool.query("insert into conversion (sha256, version, created_at) select sha256, 1, $1 from spider_document", [clock.now])
    await pool.query(`insert into text_band (band, hash, sha256)
      select n, n, sha256 from generate_series(1, 8) n, (select sha256 from spider_document union select sha256 from document where title = '先有的一份') s`)
    await noteNearTexts(ctx)
    expect((await documents())[0]).toMatchObject({ error: "文字和《先有的一份》几乎相同，请确认是否重复" })
  })

  test("a page instead of the file, a 404 and an oversized file fail with an error message, and can be retried", async () => {
    const rows = await crawledDocuments({ "page.pdf": pdf("x"), "gone.pdf": pdf("y") })
    site.pages["/page.pdf"] = page("请登录")
    delete site.pages["/gone.pdf"]
    const [first, second] = await fetchAll(rows)
    expect(first).toMatchObject({ status: D.downloadFailed, error: expect.stringContaining("需要登录") })
    expect(second).toMatchObject({ status: D.downloadFailed, error: expect.stringContaining("404") })
    site.pages["/page.pdf"] = { headers: { "content-type": "application/pdf" }, body: pdf("x2") }
    expect((await fetchAll([first!]))[0]).toMatchObject({ status: D.downloaded, error: "" })
  })

  test("a killed download is repeated after its lease expires, and leaves one file row", async () => {
    const [row] = await crawledDocuments({ "k.pdf": pdf("killed") })
    ok(await batch([{ id: row!.id, status: D.queued }]))
    await app.database.pool.query("update spider_document set status = 2, lease_until = $1", [new Date(clock.now.getTime() + 1_000)])
    await fetchDocument(ctx, { id: row!.id }, goOn)
    expect((await documents())[0]).toMatchObject({ status: D.downloading })
    const before = clock.now
    clock.now = new Date(clock.now.getTime() + 2_000)
    await fetchDocument(ctx, { id: row!.id }, goOn)
    clock.now = before
    expect((await documents())[0]).toMatchObject({ status: D.downloaded })
    const { rows } = await app.database.pool.query("select count(*)::int as n from attachment where type = 8 and type_id = $1", [row!.id])
    expect(rows).toEqual([{ n: 1 }])
  })

  test("missing data is reported before anything is queued; one invalid row holds back all rows", async () => {
    const category = await library.category("条件")
    const [row, other] = await fetchAll(await crawledDocuments({ "d.pdf": pdf("d"), "e.pdf": pdf("e") }))
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

  test("rows are deleted with their files, but not during a download; the list is ordered by two columns", async () => {
    const [row, other] = await fetchAll(await crawledDocuments({ "f.pdf": pdf("f"), "g.pdf": pdf("g") }))
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

describe("an article on another site", () => {
  const text = "这是一段足够长的正文，说明文章在讲什么，读者从哪里开始读。".repeat(8)
  const article = `<html><head><title>题 - 某站</title><meta name="keywords" content="甲,乙"><meta property="og:site_name" content="某站"></head>
    <body><nav><a href="/">首页</a></nav><h1>文章的题目</h1><div class="body"><p>${text}</p><p><img data-src="pic.png" src="data:image/gif;base64,x"></p>
    <p class="ad">广告词</p><script>alert(1)</script><p>${text}</p></div><footer>版权</footer></body></html>`

  test("is detected automatically, sanitised, and stored with its source", async () => {
    site.pages["/a/1"] = article
    const data = ok(await app.call("POST /article/crawl", { url: `${site.url}/a/1` }, admin))
    expect(data).toMatchObject({ title: "文章的题目", keywords: "甲,乙", source: "某站", source_url: `${site.url}/a/1` })
    expect(data.content).toContain(`<img src="${site.url}/a/pic.png"`)
    expect(data.content).not.toMatch(/script|首页|版权/)
  })

  test("is extracted by selectors, with exclusions and replacements", async () => {
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

  test("requires the permission; addresses inside a network are rejected", async () => {
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
