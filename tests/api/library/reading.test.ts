import { describe, expect, test } from "vitest"
import { readingApp } from "../../setup/reading"
import type { TestUser } from "../../setup/test-app"

const { app, library, read, scripted, owner, other } = await readingApp({ workers: 2 })

const pages = ["第一章 总则\n数据库负责保存文档", "第二章 索引\n倒排索引让检索很快", "第三章 事务"]
const outline = [
  { title: "第一章 总则", page: 1, level: 1 },
  { title: "第三章 事务", page: 3, level: 2 },
]

describe("results of a conversion", () => {
  test("outline, words of the pages, keywords and the text length are stored", async () => {
    const { uuid } = await read.submit(owner, "数据库教程", { pages, outline })
    const { sha256, version } = await read.row(uuid)
    const [analysis] = await library.rows<{ outline: unknown; keywords: string; text_length: number }>(
      "select * from conversion where sha256 = $1 and version = $2",
      [sha256, version],
    )
    expect(analysis).toMatchObject({ outline, text_length: pages.join("").length })
    expect(analysis!.keywords.split(",")).toContain("索引")
    expect(await read.wordsStored(uuid, 2)).toEqual([
      ["第二章 索引", 50, 60, 60, 16],
      ["倒排索引让检索很快", 50, 80, 90, 16],
    ])
    const reply = await app.call("GET /document", { uuid })
    expect(reply).toMatchObject({ ok: true, data: { has_outline: true, has_words: true } })
  })

  test("recognized text (OCR) replaces text and text layer; a setting enables recognition", async () => {
    const first = await read.submit(owner, "扫描件", { pages: ["", ""], textLayer: false, recognized: { 2: "识别出来的文字" } })
    expect(scripted.asked.at(-1)!.ocr).toBe(false)
    expect(await app.call("GET /document/text", { uuid: first.uuid, page: 1 })).toMatchObject({
      data: {
        pages: 2,
        text: [
          { page: 1, text: "" },
          { page: 2, text: "识别出来的文字" },
        ],
      },
    })
    expect(await read.wordsStored(first.uuid, 1)).toBeNull()
    expect(await read.wordsStored(first.uuid, 2)).toEqual([["识别出来的文字", 50, 60, 70, 16]])
    const [page] = await library.rows<{ width: number }>("select width from page where sha256 = $1 and page = 2", [
      (await read.row(first.uuid)).sha256,
    ])
    expect(page!.width).toBe(595)
    await library.set("converter", { enable_ocr: true })
    await read.submit(owner, "扫描件二", { pages: [""] })
    expect(scripted.asked.at(-1)!.ocr).toBe(true)
    await library.set("converter", { enable_ocr: false })
  })

  test("a percentage limits the readable pages, although every page is rendered", async () => {
    await library.set("converter", { max_preview_percent: 50 })
    const { uuid } = await read.submit(owner, "只看一半", { pages: ["一", "二", "三", "四"] })
    expect(await read.row(uuid)).toMatchObject({ pages: 4, converted_pages: 4, preview: 2 })
    await library.set("converter", { max_preview_percent: 100 })
  })

  test("NUL and lone surrogates in text or outline do not break a conversion", async () => {
    const { uuid } = await read.submit(owner, "坏字符", {
      pages: ["甲\u0000乙"],
      outline: [{ title: "目\u0000录\ud800", page: 1, level: 1 }],
    })
    expect((await read.row(uuid)).status).toBe(2)
  })
})

describe("outline, words and text", () => {
  test("a page whose stored text is only codes of glyphs has none, and its neighbours keep theirs", async () => {
    const codes = Array.from({ length: 120 }, (_, at) => String.fromCharCode(0xac00 + ((at * 173) % 11172))).join("")
    const { uuid } = await read.submit(owner, "字体没有编码", { pages: ["第一章 总则", codes] })
    expect(await app.call("GET /document/blocks", { uuid, page: 1 })).toMatchObject({
      data: { page: [{ blocks: [{ text: "第一章 总则" }] }, { blocks: [] }] },
    })
    expect(await app.call("GET /document/words", { uuid, page: 2 })).toMatchObject({ data: { words: [] } })
    expect(await app.call("GET /document/words", { uuid, page: 1 })).toMatchObject({ data: { words: [["第一章 总则", 50, 60, 60, 16]] } })
    expect(await app.call("GET /document/text", { uuid, page: 1 })).toMatchObject({
      data: { text: [{ text: "第一章 总则" }, { text: "" }] },
    })
  })

  test("of a public document are visible to all users", async () => {
    const { uuid } = await read.submit(owner, "公开的", { pages, outline })
    for (const as of [undefined, other, owner]) {
      expect(await app.call("GET /document/outline", { uuid }, as)).toMatchObject({ ok: true, data: { outline } })
      expect(await app.call("GET /document/words", { uuid, page: 3 }, as)).toMatchObject({
        ok: true,
        data: { words: [["第三章 事务", 50, 60, 60, 16]] },
      })
      expect(await app.call("GET /document/text", { uuid, page: 2, size: 1 }, as)).toMatchObject({
        ok: true,
        data: { pages: 3, text: [{ page: 2 }] },
      })
    }
    expect(await app.call("GET /document/text", { uuid, page: 4 })).toMatchObject({ ok: true, data: { pages: 3, text: [] } })
    expect(await app.call("GET /document/words", { uuid, page: 4 })).toMatchObject({ ok: false, status: 403 })
    expect(await app.call("GET /document/outline", { uuid: "ffffffffffffffff" })).toMatchObject({ ok: false, status: 404 })
  })

  test("blocks describe the contents of the pages: titles of the outline, paragraphs, links that the user may follow", async () => {
    const box = { x: 50, y: 80, width: 40, height: 16 }
    const { uuid } = await read.submit(owner, "分段的", {
      pages: ["第一章 总则\n关系模型看官网", "第二章 查询", "第三章 事务"],
      outline,
      links: { 1: [{ ...box, to: 0, down: 0, url: "https://a.test/" }] },
    })
    const reply = await app.call("GET /document/blocks", { uuid, page: 1, size: 1 }, other)
    expect(reply).toMatchObject({ ok: true, data: { pages: 3, page: [{ page: 1 }] } })
    if (!reply.ok) return
    const blocks = reply.data.page[0]!.blocks
    expect(blocks[0]).toMatchObject({ kind: "heading", text: "第一章 总则", y: 60 })
    expect(blocks[1]).toMatchObject({
      kind: "paragraph",
      text: "关系模型看官网",
      links: [{ from: 0, to: 4, to_page: 0, url: "https://a.test/" }],
    })
    expect(await app.call("GET /document/blocks", { uuid, page: 4 })).toMatchObject({ ok: true, data: { page: [] } })
    const priced = await read.submit(owner, "要积分的分段", { pages }, { price: 5 })
    expect(await app.call("GET /document/blocks", { uuid: priced.uuid, page: 1 }, other)).toMatchObject({ ok: false, status: 403 })
  })

  test("texts are returned twenty pages at a time", async () => {
    const { uuid } = await read.submit(owner, "长的", { pages: Array.from({ length: 30 }, (_, n) => `第 ${n + 1} 页`) })
    const reply = await app.call("GET /document/text", { uuid, page: 5, size: 100 })
    expect(reply.ok && reply.data.text.map((one) => one.page)).toEqual(Array.from({ length: 20 }, (_, n) => n + 5))
  })

  test("the text layer is sent for free documents; if it is disabled, only to owner and staff", async () => {
    const priced = await read.submit(owner, "要积分的", { pages }, { price: 5 })
    const free = await read.submit(owner, "不要积分的", { pages: [...pages, "四"] })
    const has = async (uuid: string, as?: TestUser) => {
      const [reply, words] = [await app.call("GET /document", { uuid }, as), await app.call("GET /document/words", { uuid, page: 1 }, as)]
      if (!reply.ok) throw new Error(reply.message)
      expect(words.ok).toBe(reply.data.has_words)
      return reply.data.has_words
    }
    expect([
      await has(priced.uuid),
      await has(priced.uuid, other),
      await has(priced.uuid, owner),
      await has(priced.uuid, await app.admin()),
    ]).toEqual([false, false, true, true])
    expect(await has(free.uuid)).toBe(true)
    await read.change(free.uuid, "is_vip = true")
    // the VIP flag of a document only has a meaning if VIP is enabled
    expect([await has(free.uuid, other), await has(free.uuid, owner)]).toEqual([true, true])
    await library.set("vip", { enable: true })
    expect([await has(free.uuid, other), await has(free.uuid, owner)]).toEqual([false, true])
    await library.set("vip", { enable: false })
    await read.change(free.uuid, "is_vip = false")
    await library.set("display", { enable_text_layer: false })
    expect([
      await has(free.uuid),
      await has(free.uuid, other),
      await has(free.uuid, owner),
      await has(free.uuid, await app.admin()),
    ]).toEqual([false, false, true, true])
    await library.set("display", { enable_text_layer: true })
  })
})

describe("a document whose author forbids copying", () => {
  test("has no text layer for anybody, but is searched", async () => {
    const { uuid } = await read.submit(owner, "不许复制的", { pages, outline, noCopy: true })
    for (const as of [undefined, other, owner, await app.admin()]) {
      expect(await app.call("GET /document", { uuid }, as)).toMatchObject({ ok: true, data: { has_words: false, no_copy: true } })
      for (const call of ["GET /document/words", "GET /document/text", "GET /document/blocks"] as const)
        expect(await app.call(call, { uuid, page: 1 }, as), call).toMatchObject({ ok: false, status: 403 })
    }
    expect(await app.call("GET /document/inside", { uuid, wd: "倒排索引" })).toMatchObject({ ok: true, data: { total: 1 } })
  })

  test("has one if the site does not respect that", async () => {
    const { uuid } = await read.submit(owner, "也不许复制的", { pages, noCopy: true })
    await library.set("display", { respect_no_copy: false })
    expect(await app.call("GET /document", { uuid })).toMatchObject({ ok: true, data: { has_words: true, no_copy: false } })
    await library.set("display", { respect_no_copy: true })
  })
})

describe("related and neighbouring documents", () => {
  test("related documents match by keywords and title, same category first, without the document itself, copies and hidden ones", async () => {
    const [one, two] = [await library.category("编程"), await library.category("生活")]
    const same = async (title: string, more: object) => (await library.document(owner, title, more)).uuid
    const base = await read.submit(owner, "PostgreSQL 性能调优手册", { pages: ["x"] }, { category_id: [one], keywords: "PostgreSQL,索引" })
    const near = await same("PostgreSQL 备份", { category_id: [one], keywords: "PostgreSQL" })
    const far = await same("PostgreSQL 与厨房", { category_id: [two] })
    const unrelated = await same("红烧肉的做法", { category_id: [two] })
    const filler = await same("毫无关系", { category_id: [one] })
    const hidden = await same("PostgreSQL 秘密", { category_id: [one], keywords: "PostgreSQL" })
    const copy = await same("PostgreSQL 性能调优手册 副本", { category_id: [one], keywords: "PostgreSQL,索引" })
    for (const uuid of [near, far, unrelated, filler, hidden, copy]) await read.settled(uuid)
    await read.change(hidden, "status = 6")
    await app.database.pool.query("update document set sha256 = $2 where uuid = $1", [copy, (await read.row(base.uuid)).sha256])
    const reply = await app.call("GET /document/related", { uuid: base.uuid })
    const relatedIds = reply.ok ? reply.data.document.map((row) => row.uuid) : []
    expect(relatedIds.slice(0, 2)).toEqual([near, far])
    expect(relatedIds).toContain(filler)
    for (const uuid of [base.uuid, unrelated, hidden, copy]) expect(relatedIds).not.toContain(uuid)
    expect(await app.call("GET /document/related", { id: base.id })).toEqual(reply)
    expect(await app.call("GET /document/related", { uuid: hidden })).toMatchObject({ ok: false, status: 404 })
    expect(await app.call("GET /document/related", {})).toMatchObject({ ok: false, status: 404 })
  })

  test("neighbours are the previous and next ids of the same category, without hidden and deleted documents", async () => {
    const [root, other] = [await library.category("邻居"), await library.category("别处")]
    const child = await library.category("邻居下", 0, root)
    const [a, between, hidden, b, c] = [
      await library.document(owner, "甲", { category_id: [child] }),
      await library.document(owner, "别的", { category_id: [other] }),
      await library.document(owner, "藏", { category_id: [child] }),
      await library.document(owner, "乙", { category_id: [child] }),
      await library.document(owner, "丙", { category_id: [root] }),
    ]
    for (const { uuid } of [a, between, hidden, b, c]) await read.settled(uuid)
    await read.change(hidden.uuid, "status = 4")
    const around = async (uuid: string) => {
      const reply = await app.call("GET /document/neighbour", { uuid })
      return reply.ok ? [reply.data.previous?.title ?? null, reply.data.next?.title ?? null] : reply.status
    }
    expect(await around(a.uuid)).toEqual([null, "乙"])
    expect(await around(b.uuid)).toEqual(["甲", null])
    expect(await around(between.uuid)).toEqual([null, null])
    expect(await around(hidden.uuid)).toBe(404)
  })
})

describe("reading position", () => {
  test("is stored per user, the last one counts, and the page must exist", async () => {
    const { uuid } = await read.submit(owner, "读一半", { pages })
    expect(await app.call("GET /document/position", { uuid }, other)).toMatchObject({ ok: true, data: { page: 0, updated_at: null } })
    expect(await app.call("PUT /document/position", { uuid, page: 2 }, other)).toMatchObject({ ok: true })
    expect(await app.call("PUT /document/position", { uuid, page: 3 }, other)).toMatchObject({ ok: true })
    expect(await app.call("GET /document/position", { uuid }, other)).toMatchObject({ ok: true, data: { page: 3 } })
    expect(await app.call("GET /document/position", { uuid }, owner)).toMatchObject({ ok: true, data: { page: 0 } })
    for (const page of [0, -1, 4])
      expect(await app.call("PUT /document/position", { uuid, page }, other)).toMatchObject({ ok: false, status: 400 })
    const finished = await read.submit(owner, "读完了", { pages })
    await app.call("PUT /document/position", { uuid: finished.uuid, page: 3 }, other)
    await app.call("PUT /document/position", { uuid, page: 2 }, other)
    const unfinished = async (user: typeof other) => {
      const reply = await app.call("GET /document/position/list", {}, user)
      return reply.ok ? reply.data.position.map(({ title, page }) => [title, page]) : reply
    }
    expect(await unfinished(other), "begun and not finished").toEqual([["读一半", 2]])
    expect(await unfinished(owner)).toEqual([])
    await read.change(uuid, "status = 4")
    expect(await unfinished(other)).toEqual([])
    expect(await app.call("PUT /document/position", { uuid, page: 1 }, other)).toMatchObject({ ok: false, status: 404 })
  })
})

describe("embedding", () => {
  const ask = (url: string, more: object = {}, as?: TestUser) => app.call("GET /oembed", { url, ...more }, as)

  test("is answered for public documents on the site's domain, with all text escaped", async () => {
    const { uuid } = await read.submit(owner, `引号"和<尖括号>&`, { pages })
    expect(await ask(`https://wenku.example.org/document/${uuid}`)).toMatchObject({ ok: false, status: 404 })
    await library.set("system", { domain: "wenku.example.org" })
    const reply = await ask(`https://wenku.example.org/document/${uuid}?page=2#x`)
    expect(reply).toMatchObject({
      ok: true,
      data: {
        version: "1.0",
        type: "rich",
        title: `引号"和<尖括号>&`,
        author_name: owner.username,
        provider_url: "https://wenku.example.org",
        width: 800,
      },
    })
    if (!reply.ok) return
    expect(reply.data.html).toContain(`src="https://wenku.example.org/embed/${uuid}"`)
    expect(reply.data.html).toContain("引号&#34;和&#60;尖括号&#62;&#38;")
    expect(reply.data.thumbnail_url).toBe(`https://wenku.example.org/view/cover/${uuid}?v=1`)
    const small = await ask(`https://wenku.example.org/embed/${uuid}`, { maxwidth: 400, maxheight: 300 })
    expect(small).toMatchObject({ ok: true, data: { width: 400, height: 300 } })
  })

  test("is denied for other hosts and pages, hidden documents (also for their owner) and XML", async () => {
    const { uuid } = await read.submit(owner, "不公开", { pages })
    await read.change(uuid, "status = 6")
    for (const url of [
      "https://evil.example/document/1",
      "https://wenku.example.org/",
      "https://wenku.example.org/document/ffffffffffffffff",
      "not an address",
      `https://wenku.example.org@evil.example/document/${uuid}`,
      `https://wenku.example.org/document/${uuid}`,
    ]) {
      expect(await ask(url, {}, owner), url).toMatchObject({ ok: false, status: 404 })
    }
    expect(await ask(`https://wenku.example.org/document/${uuid}`, { format: "xml" })).toMatchObject({ ok: false, status: 400 })
  })
})

describe("page number of a comment", () => {
  test("must exist in the document; comments on articles have none", async () => {
    await library.set("security", { comment_interval: 0 })
    const { id, uuid } = await read.submit(owner, "可评", { pages })
    expect(await app.call("POST /comment", { document_id: id, content: "看这里", page: 2 }, other)).toMatchObject({ ok: true })
    const listed = await app.call("GET /comment/list", { document_id: id })
    expect(listed.ok && listed.data.comment).toMatchObject([{ content: "看这里", page: 2, document_uuid: "" }])
    for (const page of [4, -1])
      expect(await app.call("POST /comment", { document_id: id, content: "没有的页", page }, other), uuid).toMatchObject({
        ok: false,
        status: 400,
      })
    const article = await library.article(await app.admin(), "文章")
    expect(await app.call("POST /comment", { document_id: article.id, type: 1, content: "第一页？", page: 1 }, other)).toMatchObject({
      ok: false,
      status: 400,
    })
  })
})
