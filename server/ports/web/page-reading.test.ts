import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { patience } from "../../../tests/setup/patience"
import { directPageReader } from "./page-reading"
import { createPageThreads } from "./page-threads"
import type { PageReader } from "./page-reader"

const page = (html: string | Buffer, type = "text/html") => ({ bytes: Buffer.from(html), type, url: "https://example.com/a/b.html" })
const all = { include: [], exclude: [] }
const whole = { select: [], exclude: [], replace: [] }
const reader = directPageReader()
const gbk = Buffer.from("d6d0b9fa", "hex")

describe("links", () => {
  test("are absolute, unique and lead to web addresses only; <base> is respected", async () => {
    const html = `<base href="/x/"><a href="1.pdf#p">一</a><a href="1.pdf">二</a><a href="//other.example.com/2">三</a>
      <a href="mailto:a@b">四</a><a href="javascript:1">五</a><a href="#top">六</a><a href="http://[">七</a><a download href="get">八</a>`
    expect(await reader.links(page(html), all)).toEqual([
      { url: "https://example.com/x/1.pdf", text: "一", download: false },
      { url: "https://other.example.com/2", text: "三", download: false },
      { url: "https://example.com/x/get", text: "八", download: true },
    ])
  })
  test("an invalid selector is reported", async () => {
    await expect(reader.links(page("<a href=x>"), { include: ["[["], exclude: [] })).rejects.toMatchObject({ reason: "selector" })
  })
  test("a page that is nested too deeply is not parsed", async () => {
    await expect(reader.links(page("<div>".repeat(2_000)), all)).rejects.toMatchObject({ reason: "complex" })
  })
})

test.each<[string, Buffer, string]>([
  ["the header", gbk, "text/html; charset=GBK"],
  ["the markup", Buffer.concat([Buffer.from('<meta charset="gb2312">'), gbk]), "text/html"],
  ["neither", gbk, "text/html"],
  ["a wrong name", Buffer.concat([Buffer.from('<meta charset="utf-8">'), gbk]), "text/html"],
  ["a mark at its start", Buffer.from("\ufeff中国"), "text/html; charset=gbk"],
  ["UTF-8 without a name", Buffer.from("中国"), "text/html"],
])("the encoding of a page is detected by %s", async (_, bytes, type) => {
  const html = Buffer.concat([Buffer.from("<a href=x>"), bytes, Buffer.from("</a>")])
  const marked = bytes[0] === 0xef ? Buffer.concat([bytes.subarray(0, 3), Buffer.from("<a href=x>"), bytes.subarray(3)]) : html
  expect((await reader.links({ bytes: marked, type, url: "https://example.com/" }, all))[0]!.text).toBe("中国")
})

test("an article is the part with most of the text of a page, without the surrounding parts", async () => {
  const text = "正文的一句话，说得比较长，用来和别的区分开。".repeat(6)
  const html = `<title>题</title><div class="menu">${"<a href=x>导航导航导航</a>".repeat(50)}</div>
    <div><div id="t"><p>${text}</p><p>${text}</p><img data-original="p.png"><a href="c">去</a></div></div><footer>版权</footer>`
  const article = await reader.article(page(html), whole)
  expect(article).toMatchObject({ title: "题", source: "example.com" })
  expect(article.content).toContain('src="https://example.com/a/p.png"')
  expect(article.content).toContain('href="https://example.com/a/c"')
  expect(article.content).not.toMatch(/导航|版权/)
})

describe("in a worker thread", () => {
  let folder: string
  let threads: PageReader
  beforeAll(async () => {
    const root = join(import.meta.dirname, "../../..")
    // Inside node_modules, so that the bundle can resolve its packages.
    await mkdir(join(root, "node_modules/.cache"), { recursive: true })
    folder = await mkdtemp(join(root, "node_modules/.cache/page-worker-"))
    const script = join(folder, "page.worker.mjs")
    const entryPoints = [join(import.meta.dirname, "page.worker.ts")]
    await build({ entryPoints, outfile: script, bundle: true, platform: "node", format: "esm", packages: "external" })
    threads = createPageThreads({ script, timeoutMs: 3_000 * patience })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test("concurrent pages give the same links as in the main thread", async () => {
    const html = "<a href=x.pdf>一</a>"
    const results = await Promise.all(Array.from({ length: 5 }, () => threads.links(page(html), all)))
    for (const links of results) expect(links).toEqual(await reader.links(page(html), all))
  })
  test("a robots.txt is decided there, and given up after the deadline [security: robots-linear]", async () => {
    const question = { text: "User-agent: *\nCrawl-delay: 2\nDisallow: /a*b", agent: "doujia", url: "https://example.com/axb" }
    expect(await threads.robots(question)).toEqual({ allowed: false, delay: 2 })
    expect(await threads.robots({ ...question, url: "https://example.com/x" })).toEqual({ allowed: true, delay: 2 })
    const slow = createPageThreads({ script: join(folder, "page.worker.mjs"), timeoutMs: 1 })
    await expect(slow.robots(question)).rejects.toMatchObject({ reason: "complex" })
  })
  test("a page that takes too long is aborted, and the next one is parsed [security: parse-freeze]", async () => {
    const slow = createPageThreads({ script: join(folder, "page.worker.mjs"), timeoutMs: 1 })
    await expect(slow.links(page("<a href=x>"), all)).rejects.toMatchObject({ reason: "complex" })
    expect(await threads.links(page("<a href=x>x</a>"), all)).toHaveLength(1)
  })
})
