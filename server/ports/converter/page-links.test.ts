import { describe, expect, test } from "vitest"
import { LinkCollector, safeUrl } from "./page-links"
import { localConversions } from "./testing/conversion.fixture"
import { makeEpub } from "./testing/office.fixture"
import { wordSample } from "./testing/office-samples"
import { makePdf, textPage } from "./testing/pdf.fixture"

const convert = localConversions()

const annotation = (rect: string, rest: string): string => `<</Type/Annot/Subtype/Link/Rect[${rect}]/Border[0 0 0]${rest}>>`
const uri = (address: string): string => `/A<</S/URI/URI(${address})>>`
/** Returns the object number of the page at `index`. */
const numberOf = (index: number): number => 7 + index * 2

describe("addresses", () => {
  test.each([
    ["https://example.org/甲?b=1#c", "https://example.org/%E7%94%B2?b=1#c"],
    ["HTTP://Example.org", "http://example.org/"],
    ["mailto:a@example.org?subject=x&body=y", "mailto:a@example.org"],
    [" https://example.org/ ", "https://example.org/"],
  ])("%s is an external link", (raw, url) => expect(safeUrl(raw)).toBe(url))

  test.each([
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>",
    "file:///etc/passwd",
    "ftp://example.org/",
    "//example.org/",
    "https://bank.example:secret@evil.example/",
    "https://",
    `https://example.org/${"x".repeat(2048)}`,
    `https://example.org/${"甲".repeat(400)}`,
    "vbscript:x",
    "",
  ])("%s is not linked", (raw) => expect(safeUrl(raw)).toBe(""))
})

test("boxes are clipped to their page; those outside, too small or without a page are omitted; 500 at most", () => {
  const links = new LinkCollector(100, 200, 3)
  links.add([-10, 190, 50, 300], 2, -5, "")
  links.add([200, 0, 300, 10], 2, 0, "")
  links.add([1, 1, 1.5, 50], 2, 0, "")
  links.add([0, 0, Number.NaN, 50], 2, 0, "")
  links.add([0, 0, 50, 50], 4, 0, "")
  expect(links.links).toEqual([{ x: 0, y: 190, width: 50, height: 10, to: 2, down: 0, url: "" }])
  for (let count = 0; count < 600; count += 1) links.add([0, 0, 10, 10], 1, 0, "")
  expect(links.links).toHaveLength(500)
})

describe("PDF", () => {
  const page = (annotations: string, extra = "") => ({ ...textPage("x"), extra: `/Annots[${annotations}]${extra}` })

  test("link annotations lead to pages and addresses; scripts, files and programs are ignored", async () => {
    const first = [
      annotation("50 750 150 770", uri("https://example.org/a")),
      annotation("50 700 150 720", `/Dest[${numberOf(1)} 0 R/XYZ 0 642 0]`),
      annotation("50 650 150 670", `/A<</S/GoTo/D[${numberOf(2)} 0 R/Fit]>>`),
      annotation("50 600 150 620", uri("javascript:alert(1)")),
      annotation("50 550 150 570", "/A<</S/JavaScript/JS(app.alert(1))>>"),
      annotation("50 500 150 520", "/A<</S/Launch/F(calc.exe)>>"),
      annotation("50 450 150 470", `/A<</S/GoToR/F(other.pdf)/D[0/Fit]>>`),
      annotation("50 400 150 420", "/A<</S/URI/URI(relative/page.html)>>"),
    ]
    const { pages, svgs } = await convert("a.pdf", makePdf([page(first.join("")), textPage("two"), textPage("three")]))
    expect(pages[0]!.links).toEqual([
      { x: 50, y: 72, width: 100, height: 20, to: 0, down: 0, url: "https://example.org/a" },
      { x: 50, y: 122, width: 100, height: 20, to: 2, down: 200, url: "" },
      { x: 50, y: 172, width: 100, height: 20, to: 3, down: 0, url: "" },
    ])
    expect(pages[1]!.links).toEqual([])
    expect(svgs.join("")).not.toContain("example.org")
  })

  test("a rotated page rotates its boxes", async () => {
    const turned = page(annotation("50 750 150 770", uri("https://example.org/")), "/Rotate 90")
    const { pages } = await convert("a.pdf", makePdf([turned]))
    expect(pages[0]).toMatchObject({ width: 842, height: 595, links: [{ x: 750, y: 50, width: 20, height: 100 }] })
  })

  test("links stay when other annotations are rendered into the page, even if its text was read before", async () => {
    const square = `<</Type/Annot/Subtype/Square/Rect[200 200 300 300]/C[1 0 0]/AP<</N 12 0 R>>>>`
    const both = (): ReturnType<typeof page> => page(square + annotation("50 750 150 770", uri("https://example.org/")))
    const pages = [both(), both()]
    const appearance = "<</Type/XObject/Subtype/Form/BBox[0 0 100 100]/Length 22>>stream\n1 0 0 rg 0 0 9 9 re f  \nendstream"
    const file = makePdf(pages, { extra: () => ["null", appearance] })
    const { pages: drawn } = await convert("a.pdf", file)
    for (const { links } of drawn) expect(links).toMatchObject([{ url: "https://example.org/" }])
  })

  test("thousands of links take bounded time", async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => annotation(`${n % 500} 50 ${(n % 500) + 10} 60`, uri(`https://example.org/${n}`)))
    const { pages } = await convert("a.pdf", makePdf([page(many.join(""))]))
    expect(pages[0]!.links).toHaveLength(500)
  })
})

describe("text formats", () => {
  test("Markdown links lead to addresses and headings, across several lines too", async () => {
    const long = "很长的链接文字".repeat(12)
    const filler = "正文\n\n".repeat(60)
    const { pages } = await convert(
      "a.md",
      `见[官网](https://example.org/)与[第二节](#第二节-重点)，[坏](javascript:alert(1))。\n\n[${long}](https://example.org/b)\n\n${filler}\n\n## 第二节 重点\n`,
    )
    const [site, heading, ...rest] = pages[0]!.links
    expect(site).toEqual({ x: 68, y: 56, width: 24, height: 19.2, to: 0, down: 0, url: "https://example.org/" })
    expect(heading).toMatchObject({ to: pages.length, url: "" })
    expect(heading!.down).toBeGreaterThan(56)
    expect(rest.map(({ url }) => url)).toEqual(Array.from({ length: 3 }, () => "https://example.org/b"))
    expect(new Set(rest.map(({ y }) => y)).size).toBe(3)
  })

  test("EPUB references lead to other chapters and notes; those outside the book are dropped", async () => {
    const { pages, text } = await convert(
      "a.epub",
      makeEpub([
        '<p>正文<a href="c%201.xhtml#n1">注一</a>，<a href="c%201.xhtml">下一章</a>，<a href="#end">本章</a>，<a href="../missing.xhtml">没有</a>，<a href="https://example.org/">外面</a></p><p id="end">完</p>',
        '<h1>注释</h1><p>空</p><p id="n1">注一：<a href="c%200.xhtml">回去</a></p>',
      ]),
    )
    expect(text).toContain("正文注一，下一章，本章，没有，外面")
    const [note, chapter, sameChapter, out] = pages[0]!.links
    expect(note).toMatchObject({ to: 2, url: "" })
    expect(chapter).toMatchObject({ to: 2, down: 56 })
    expect(note!.down).toBeGreaterThan(chapter!.down)
    expect(sameChapter).toMatchObject({ to: 1, url: "" })
    expect(out).toMatchObject({ to: 0, url: "https://example.org/" })
    expect(pages[0]!.links).toHaveLength(4)
    expect(pages[1]!.links).toMatchObject([{ to: 1 }])
  })

  test("our internal link markers are not interpreted inside a book", async () => {
    const { pages } = await convert("a.html", "<p>\ufdd0坏\ufdd1<a href='https://example.org/'>好\ufdd1的</a>")
    expect(pages[0]!.links).toMatchObject([{ x: 68, width: 24, url: "https://example.org/" }])
  })
})

describe("LibreOffice", () => {
  test("a Word document's links and references work in its pages", { timeout: 60_000 }, async () => {
    const { pages } = await convert("a.docx", wordSample)
    expect(pages[0]!.links).toMatchObject([
      { to: 0, url: "https://example.org/w" },
      { to: 2, url: "" },
    ])
  })
})
