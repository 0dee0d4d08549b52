import { expect, test } from "vitest"
import sharp from "sharp"
import { localConversions } from "../testing/conversion.fixture"
import { makeEpub } from "../testing/office.fixture"
import { svgFaults } from "../testing/svg-whitelist"

const convert = localConversions()

/** "中文文库，第一章。\n" */
const GBK = Buffer.from("d6d0cec4cec4bfe2a3acb5dad2bbd5c2a1a30a", "hex")

test.each([
  ["GBK", GBK],
  ["UTF-8", Buffer.from("中文文库，第一章。\n")],
  ["UTF-8 with BOM", Buffer.from("\ufeff中文文库，第一章。\n")],
  ["UTF-16", Buffer.from("\ufeff中文文库，第一章。\n", "utf16le")],
])("reads %s", async (_, content) => {
  const { text, svgs, events } = await convert("a.txt", content)
  expect(text).toBe("中文文库，第一章。")
  expect(svgs[0]).toContain(">中文文库，第一章。</text>")
  expect(events.find((event) => event.type === "cover")).toMatchObject({ width: 420, height: 594 })
})

test("renders Markdown: headings, lists, code, tables; raw HTML stays text [security: 1.3.5]", async () => {
  const source =
    "# 标题\n\n正文 **粗体**\n\n- 一\n- 二\n\n1. 甲\n2. 乙\n\n```js\n  const a = 1\n```\n\n|名称|数量|\n|-|-|\n|苹果|3|\n\n<script>alert(1)</script>\n\n![图](http://example.com/a.png)\n"
  const { svgs, text, events } = await convert("a.md", source)
  const svg = svgs.join("")
  expect(events[0]).toMatchObject({ type: "opened", engine: "text", pages: 1 })
  expect(svg).toMatch(/font-size="26" font-weight="700"[^>]*>标题</)
  for (const part of [">•<", ">2.<", ">const a = 1<", ">苹果<", ">［图］<"]) expect(svg).toContain(part)
  expect(svg).not.toContain("example.com")
  expect(text).toContain("<script>alert(1)</script>")
  expect(svgs.flatMap(svgFaults)).toEqual([])
})

test("a heading is closer to the following text than to the preceding one", async () => {
  const { svgs } = await convert("a.md", "前文\n\n## 标题\n\n后文\n\n### 小标题\n\n末文\n")
  const extentOf = (words: string) => {
    const tag = new RegExp(`<text[^>]*>${words}<`).exec(svgs[0]!)![0]
    const [line, size] = ["y", "font-size"].map((name) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(tag)![1]))
    return { top: line! - 0.88 * size!, bottom: line! + 0.12 * size! }
  }
  for (const [before, heading, after] of [
    ["前文", "标题", "后文"],
    ["后文", "小标题", "末文"],
  ] as const) {
    const [above, below] = [extentOf(heading).top - extentOf(before).bottom, extentOf(after).top - extentOf(heading).bottom]
    expect(above, heading).toBeGreaterThan(1.5 * below)
  }
})

test("renders CSV as a table with a repeated header, wide ones in landscape", async () => {
  const rows = Array.from({ length: 200 }, (_, index) => `${index},"逗号, 引号 ""x""",华东区`)
  const narrow = await convert("a.csv", `序号,说明,地区\n${rows.join("\n")}`)
  expect(narrow.pages.length).toBeGreaterThan(2)
  for (const svg of narrow.svgs) expect(svg).toContain(">序号<")
  expect(narrow.svgs[0]).toContain('逗号, 引号 "x"')
  const wide = Array.from({ length: 30 }, (_, index) => `一个很长的列名${index}`).join(",")
  const { pages, svgs } = await convert("b.csv", `${wide}\n${wide}`)
  expect(pages[0]).toMatchObject({ width: 842, height: 595 })
  expect(svgs.flatMap(svgFaults)).toEqual([])
})

test("keeps nothing of HTML but its text, structure and own images [security: 1.3.5]", async () => {
  const dot = await sharp({ create: { width: 40, height: 20, channels: 3, background: "red" } })
    .png()
    .toBuffer()
  const html = `<title>t</title><style>p{}</style><h1 onclick="x()">标题</h1><p>正文<script>alert(1)</script></p>
    <img src="http://127.0.0.1/a.png"><img src="file:///etc/passwd"><img src="data:image/png;base64,${dot.toString("base64")}">
    <iframe src="http://127.0.0.1/"></iframe><ul><li>一<ul><li>二</ul></ul><table><tr><th>甲</th></tr><tr><td>乙<br>丙</td></tr></table><pre> a\n  b</pre>`
  const { svgs, text } = await convert("a.html", html)
  expect(svgs.flatMap(svgFaults)).toEqual([])
  expect(svgs[0]).toContain("data:image/png;base64,")
  expect(svgs.join()).not.toMatch(/127\.0|passwd|alert|onclick/)
  expect(text).toMatch(/标题\s*正文/)
})

test("survives HTML of absurd depth", async () => {
  const { pages } = await convert("a.html", `${"<div>".repeat(20_000)}深${"</div>".repeat(20_000)}<p>外`)
  expect(pages.length).toBe(1)
})

test("truncates endless lines", async () => {
  const { pages } = await convert("a.txt", "x".repeat(1_000_000), { maxPages: 2 })
  expect(pages).toHaveLength(2)
})

test("renders code with its indentation", async () => {
  const { svgs } = await convert("a.py", "def f():\n    return  1 < 2 & 3\n")
  expect(svgs[0]).toContain(">return\u00a0\u00a01 &lt; 2 &amp; 3</text>")
  expect(svgs[0]).toMatch(/x="75"[^>]*>return/)
})

test("renders an EPUB in spine order, chapters on new pages, images inside", async () => {
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: "blue" } })
    .webp()
    .toBuffer()
  const book = makeEpub(
    [
      '<h1>第一章</h1><p>春眠不觉晓</p><img src="../img/a.webp" alt="图"/><a id="x"/><svg><image xlink:href="../img/a.webp"/></svg>',
      "<p>第二章 处处闻啼鸟</p>",
    ],
    { "OEBPS/img/a.webp": photo },
  )
  const { pages, svgs, text, events } = await convert("a.epub", book)
  expect(events[0]).toEqual({ type: "opened", pages: 2, engine: "ebook" })
  expect(pages[1]?.text).toBe("第二章 处处闻啼鸟")
  // The second image is inside an <svg>, as book covers are.
  expect(svgs[0]?.match(/data:image\/jpeg;base64,/g)).toHaveLength(2)
  expect(text).not.toContain("alert")
  expect(svgs.flatMap(svgFaults)).toEqual([])
})

test("rejects an EPUB with rights management", async () => {
  const locked = makeEpub(["<p>x</p>"], {
    "META-INF/encryption.xml": '<enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>',
  })
  await expect(convert("a.epub", locked)).rejects.toMatchObject({ reason: "drm" })
})
