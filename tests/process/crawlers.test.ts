import { gunzipSync } from "node:zlib"
import { Agent, request } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Running } from "../../scripts/lib/server.mjs"
import { malformedQueries } from "../api/malformed-queries.fixture"
import { takeBuild, type Build } from "./support/build"
import { call, login, register, send, someAddress, until, type ClientUser } from "./support/client"
import { query, saveSetting } from "./support/database"
import { visibleText } from "./support/html"
import { preparedDataFolder, startSite } from "./support/server"

/* The HTML that crawlers, feed readers and browsers without scripts receive. */

const domain = "https://wenku.example.org"
let build: Build
let data: Awaited<ReturnType<typeof preparedDataFolder>>
let server: Running
let admin: ClientUser
let owner: ClientUser
let sample: { id: number; uuid: string; title: string; user_id: number }
let category = 0

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder("samples")
  server = await startSite({ main: build.main, dataDir: data.path, env: { PAGE_CACHE_SECONDS: "3600", RENDERINGS_PER_SECOND: "1000" } })
  admin = await login(server.url, "admin", data.admin.password)
  owner = await register(server.url, "crawled")
  const rows = await query<typeof sample>(data.path, "select id, uuid, title, user_id from document where status = 2 order by id limit 1")
  sample = { ...rows[0]!, id: Number(rows[0]!.id), user_id: Number(rows[0]!.user_id) }
  const [row] = await query<{ id: string }>(data.path, "select category_id id from document_category where document_id = $1 limit 1", [
    sample.id,
  ])
  category = Number(row!.id)
  await saveSetting(data.path, "system", "domain", domain)
  await until("the domain", async () => (await get("/robots.txt")).body.includes("Sitemap: "))
}, 150_000)
afterAll(async () => {
  await server?.stop()
  await data?.remove()
  await build?.remove()
})

const get = (path: string, headers: Record<string, string> = {}, method?: string) =>
  send(`${server.url}${path}`, { method, headers: { "x-forwarded-for": someAddress(), ...headers } })
const textOf = async (path: string) => (await get(path)).body.toString("utf8")

/** Returns the public pages by name; `form`: visitors without scripts can search on it. */
const pages = (): [string, string][] => [
  ["home", "/"],
  ["all documents", "/category"],
  ["a category", `/category/${category}`],
  ["a document", `/document/${sample.uuid}`],
  ["articles", "/article"],
  ["an article", "/article/about"],
  ["a user", `/user/${sample.user_id}`],
  ["a user's articles", `/user/${sample.user_id}/article`],
  ["search", `/search?wd=${encodeURIComponent(sample.title.slice(0, 2))}`],
  ["search for articles", "/search?wd=%E5%85%B3%E4%BA%8E&type=1"],
  ["empty search", "/search"],
]
const attributes = (html: string, tag: string, name: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*\\s${name}="([^"]*)"`, "g"))].map((one) => one[1]!.replaceAll("&amp;", "&"))
const tagOf = (html: string, pattern: string) => new RegExp(`<(?:meta|link)\\b[^>]*${pattern}[^>]*>`).exec(html)?.[0] ?? ""

describe("every public page without script", () => {
  test("has one heading, is navigable by links, and searches with a form", async () => {
    for (const [name, path] of pages()) {
      const html = await textOf(path)
      const links = attributes(html, "a", "href")
      expect([name, (html.match(/<h1\b/g) ?? []).length]).toEqual([name, 1])
      for (const target of ["/", "/category", "/article"]) expect(links, `${name} → ${target}`).toContain(target)
      expect(links, name).not.toContain("#")
      const form = /<form\b[^>]*action="\/search"[^>]*>[\s\S]*?<\/form>/.exec(html)?.[0] ?? ""
      expect([name, form.includes('name="wd"'), /method="post"/i.test(form)]).toEqual([name, true, false])
    }
  })

  test("leads only to existing pages", async () => {
    const links = new Set<string>()
    for (const [, path] of pages())
      for (const link of attributes(await textOf(path), "a", "href"))
        if (/^\/(category|document|article|user|search|$)/.test(link)) links.add(link.split("#")[0]!)
    expect(links.size).toBeGreaterThan(10)
    for (const link of [...links].slice(0, 40)) expect([link, (await get(link)).status]).toEqual([link, 200])
  }, 60_000)

  test("the text of a document is readable", async () => {
    const html = await textOf(`/document/${sample.uuid}`)
    const [page] = await query<{ text: string }>(data.path, "select content as text from document_content where document_id = $1", [
      sample.id,
    ]).catch(() => [])
    expect(visibleText(html)).toContain(page?.text.slice(0, 10) ?? sample.title)
    expect(html).toContain("文字内容")
  })
})

describe("every public page for search engines", () => {
  test("has title, description, canonical address, OpenGraph, Twitter card, feeds, the search description", async () => {
    for (const [name, path] of pages()) {
      if (path.startsWith("/search?") || path.startsWith("/category")) continue
      const html = await textOf(`${path}${path.includes("?") ? "&" : "?"}utm_source=x&spm=1`)
      expect([name, /<title>[^<]{2,}<\/title>/.test(html)]).toEqual([name, true])
      expect([name, tagOf(html, 'rel="canonical"')]).toEqual([name, `<link rel="canonical" href="${domain}${path === "/" ? "" : path}"/>`])
      for (const tag of [
        'name="description"',
        'property="og:title"',
        'property="og:site_name"',
        'property="og:url"',
        'name="twitter:card"',
      ])
        expect([name, tag, tagOf(html, tag) !== ""]).toEqual([name, tag, true])
      for (const type of ["application/rss+xml", "application/atom+xml"]) {
        const link = tagOf(html, `type="${type.replace("+", "\\+")}"`)
        const address = /href="([^"]*)"/.exec(link)?.[1] ?? ""
        expect([name, type, (await get(new URL(address).pathname)).status]).toEqual([name, type, 200])
      }
      expect(tagOf(html, 'rel="search"')).toContain("/opensearch.xml")
      expect(html).not.toContain("localhost")
      expect([name, tagOf(html, 'name="robots"')]).toEqual([name, name === "a user's articles" ? expect.any(String) : ""])
    }
  })

  test("the structured data of every page is JSON; a document cites itself", async () => {
    const types: Record<string, string[]> = {}
    for (const [name, path] of pages()) {
      const blocks = [...(await textOf(path)).matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)]
      types[name] = blocks.map((one) => (JSON.parse(one[1]!) as Record<string, string>)["@type"]!)
    }
    expect(types["home"]).toEqual(["WebSite"])
    expect(types["a category"]).toEqual(["BreadcrumbList", "CollectionPage"])
    expect(types["articles"]).toEqual(["BreadcrumbList", "CollectionPage"])
    expect(types["a document"]).toEqual(["DigitalDocument", "BreadcrumbList"])
    expect(types["an article"]).toEqual(["Article", "BreadcrumbList"])
    expect(types["a user"]).toEqual(["ProfilePage"])
    const html = await textOf(`/document/${sample.uuid}`)
    expect(tagOf(html, 'name="citation_title"')).toContain(`content="${sample.title}"`)
    expect(tagOf(html, 'name="citation_abstract_html_url"')).toContain(`${domain}/document/${sample.uuid}`)
  })

  test("search results and filtered lists are not indexed; the search page and the pages of a list are", async () => {
    const robots = async (path: string) => tagOf(await textOf(path), 'name="robots"')
    expect(await robots("/search")).toBe("")
    expect(tagOf(await textOf("/search?type=1"), 'rel="canonical"')).toContain(`${domain}/search"`)
    expect(await robots("/search?wd=zzqqxx")).toContain("noindex")
    expect(await robots("/category?sort=view&fee_type=free")).toContain("noindex")
    expect(await robots("/article?tab=popular")).toContain("noindex")
    expect(await robots("/category?page=2")).toBe("")
    expect(tagOf(await textOf("/category?page=2"), 'rel="canonical"')).toContain(`${domain}/category?page=2`)
  })
})

describe("addresses for programs", () => {
  test("feeds are XML with an ETag, and a change is in the next response", async () => {
    const item = `${domain}/document/${sample.uuid}`
    for (const path of [
      "/feed/rss.xml",
      "/feed/atom.xml",
      `/feed/category/${category}/rss.xml`,
      `/feed/category/${category}/atom.xml`,
      `/feed/user/${sample.user_id}/rss.xml`,
      `/feed/user/${sample.user_id}/atom.xml`,
    ]) {
      const reply = await get(path)
      expect([path, reply.status, reply.headers["content-type"]]).toEqual([
        path,
        200,
        `application/${path.includes("rss") ? "rss" : "atom"}+xml; charset=utf-8`,
      ])
      expect(reply.body.toString("utf8")).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/)
      expect([path, reply.body.includes(item)]).toEqual([path, true])
      const again = await get(path, { "if-none-match": String(reply.headers.etag) })
      expect([path, again.status, again.body.length]).toEqual([path, 304, 0])
      const head = await get(path, {}, "HEAD")
      expect([path, head.status, head.headers.etag, head.body.length]).toEqual([path, 200, reply.headers.etag, 0])
    }
    for (const path of ["/feed", "/feed/x.xml", "/feed/category/999999/rss.xml", "/feed/user/999999/atom.xml", "/feed/user/0/rss.xml"])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    const article = await call(server.url, "POST /article", { title: "订阅里的新文章 ]]>&", content: "<p>正文</p>" }, admin)
    expect(await textOf("/feed/rss.xml")).toContain("订阅里的新文章 ]]&#62;&#38;")
    await call(server.url, `DELETE /article?id=${String(article.json.id)}`, {}, admin)
    expect(await textOf("/feed/rss.xml")).not.toContain("订阅里的新文章")
  })

  test("catalogues list the documents in both formats, page by page and by category, and search them", async () => {
    const page = `${domain}/document/${sample.uuid}`
    const word = encodeURIComponent(sample.title.slice(0, 2))
    const lists = ["newest", "popular", `category/${category}`]
    for (const path of [...lists.flatMap((one) => [`${one}.xml`, `${one}.json`]), `search.xml?wd=${word}`, `search.json?wd=${word}`]) {
      const reply = await get(`/opds/${path}`)
      const type = path.includes(".xml") ? "application/atom+xml;profile=opds-catalog;kind=acquisition" : "application/opds+json"
      expect([path, reply.status, reply.headers["content-type"]]).toEqual([path, 200, `${type}; charset=utf-8`])
      expect([path, reply.body.includes(page)]).toEqual([path, true])
      expect([path, (await get(`/opds/${path}`, { "if-none-match": String(reply.headers.etag) })).status]).toEqual([path, 304])
    }
    const entrance = await textOf("/opds/index.xml")
    const linked = [...entrance.matchAll(/<link rel="(?:subsection|search)" href="([^"]*)"/g)].map((one) => new URL(one[1]!).pathname)
    expect(linked).toContain(`/opds/category/${category}.xml`)
    for (const path of linked) expect([path, (await get(path)).status]).toEqual([path, 200])
    expect(tagOf(await textOf("/"), 'type="application/opds\\+json"')).toContain("/opds/index.json")
    for (const path of ["index.xml?page=2", "newest.xml?page=400", "category/999999.xml", "search.xml", "x.xml", "file"])
      expect([path, (await get(`/opds/${path}`)).status]).toEqual([path, path === "file" ? 302 : 404])
  })

  test("robots.txt, the search description and the sitemap exist", async () => {
    const robots = await get("/robots.txt")
    expect([robots.status, robots.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"])
    expect(robots.body.toString("utf8")).toMatch(
      /^User-agent: \*\nDisallow: \/admin\n[\s\S]*\nSitemap: https:\/\/wenku\.example\.org\/sitemap\.xml\n$/,
    )
    const search = await get("/opensearch.xml")
    expect([search.status, search.headers["content-type"]]).toEqual([200, "application/opensearchdescription+xml; charset=utf-8"])
    // one that was built before the samples were follows within five minutes, or at once
    await call(server.url, "PUT /sitemap", {}, admin)
    const located = `<loc>${domain}/document/${sample.uuid}</loc>`
    const partText = async () => {
      const { status, body } = await get("/sitemap/documents-1.xml.gz")
      return status === 200 ? gunzipSync(body).toString("utf8") : ""
    }
    await until("the sample in the sitemap", async () => (await partText()).includes(located))
    const index = await textOf("/sitemap.xml")
    expect(index).toContain(`<loc>${domain}/sitemap/documents-1.xml.gz</loc>`)
  })
})

describe("moved, deleted and missing pages", () => {
  const statusAndPlace = async (path: string, method?: string) => {
    const { status, headers } = await get(path, {}, method)
    return [status, headers.location]
  }
  test("another spelling redirects permanently to the canonical address, also for HEAD", async () => {
    for (const method of ["GET", "HEAD"]) {
      expect(await statusAndPlace(`/document/${sample.id}`, method)).toEqual([301, `/document/${sample.uuid}`])
      expect(await statusAndPlace(`/document/${sample.uuid}/`, method)).toEqual([301, `/document/${sample.uuid}`])
      expect(await statusAndPlace("/category/?page=2", method)).toEqual([301, "/category?page=2"])
    }
    const [about] = await query<{ id: string }>(data.path, "select id from article where identifier = 'about'")
    expect(await statusAndPlace(`/article/${about!.id}`)).toEqual([301, "/article/about"])
  })

  test("deleted public content returns 410 until it is restored; hidden content returns 404", async () => {
    const article = await call(server.url, "POST /article", { title: "会删除的文章", content: "<p>正文</p>" }, admin)
    const path = `/article/${String(article.json.identifier)}`
    expect((await get(path)).status).toBe(200)
    await call(server.url, `DELETE /article?id=${String(article.json.id)}`, {}, admin)
    for (const method of ["GET", "HEAD"]) expect((await get(path, {}, method)).status).toBe(410)
    expect((await get(path)).body.toString("utf8")).toContain("返回首页")

    const document = `/document/${sample.uuid}`
    expect((await get(document)).status).toBe(200)
    await call(server.url, `DELETE /document?id=${sample.id}`, {}, admin)
    expect((await get(document)).status).toBe(410)
    expect((await get(document, { cookie: `doujia_session=${owner.token}` })).status).toBe(410)
    expect((await call(server.url, "PUT /document/recycle", { id: [sample.id] }, admin)).status).toBe(200)
    await until("the restored document", async () => (await get(document)).status === 200)
    for (const unknown of ["/document/ffffffffffffffff", "/document/99999999", "/article/never-there"])
      expect([unknown, (await get(unknown)).status]).toEqual([unknown, 404])
  })
})

describe("malformed queries", () => {
  const agent = new Agent({ keepAlive: true })
  afterAll(() => agent.destroy())
  /** Requests the URL unchanged, from a new visitor. */
  const statusOf = (path: string) =>
    new Promise<number>((done, fail) => {
      request(server.url, { path, agent, headers: { "x-forwarded-for": someAddress() } }, (reply) =>
        reply.resume().on("end", () => done(reply.statusCode ?? 0)),
      )
        .on("error", fail)
        .end()
    })
  test("a page is valid or clearly rejected, never a server error", async () => {
    const faults: string[] = []
    for (const path of ["/category", "/article", "/search", `/user/${sample.user_id}`])
      for (const one of malformedQueries) {
        const status = await statusOf(`${path}?${one}`)
        if (![200, 301, 400, 404].includes(status)) faults.push(`${status} ${path}?${one.slice(0, 80)}`)
      }
    expect(faults).toEqual([])
  }, 120_000)
})
