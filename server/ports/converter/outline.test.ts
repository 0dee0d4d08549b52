import { describe, expect, test } from "vitest"
import { boundOutline } from "./outline-bounds"
import { nameSlides } from "./pdf/slide-titles"
import { localConversions } from "./testing/conversion.fixture"
import { makeEpub, makeStyledDocx } from "./testing/office.fixture"
import { wordSample } from "./testing/office-samples"
import { bookmarkObjects, makePdf, type PdfBookmark, textPage } from "./testing/pdf.fixture"

const convert = localConversions()

function marked(bookmarks: readonly PdfBookmark[], edit = (objects: string[]): string[] => objects): Buffer {
  const pages = ["one", "two", "three"].map((text) => textPage(text))
  const first = 6 + pages.length * 2 + 1
  return makePdf(pages, { extra: (number) => edit(bookmarkObjects(bookmarks, number)), catalog: `/Outlines ${first} 0 R` })
}

test("enforces the limits of a table of contents", () => {
  const item = { title: " 第\u0001一\n章 ", page: 1, level: 9 }
  expect(boundOutline([item, { ...item, title: " " }, { ...item, page: 4 }, { ...item, page: 0 }], 3)).toEqual([
    { title: "第 一章", page: 1, level: 6 },
  ])
  expect(boundOutline([{ title: "长".repeat(500), page: 1, level: 0 }], 1)).toEqual([{ title: "长".repeat(200), page: 1, level: 1 }])
  expect(
    boundOutline(
      Array.from({ length: 3000 }, () => item),
      1,
    ),
  ).toHaveLength(2000)
})

describe("PDF bookmarks", () => {
  test("follow the first page and its cover, nested, in order", async () => {
    const { events, outline } = await convert(
      "a.pdf",
      marked([
        { title: "第一部", page: null, children: [{ title: "第一章", page: 2, children: [{ title: "第一节", page: 2 }] }] },
        { title: "第二章", page: 3, viaAction: true },
        { title: "外面", page: null },
      ]),
    )
    expect(outline).toEqual([
      { title: "第一部", page: 2, level: 1 },
      { title: "第一章", page: 2, level: 2 },
      { title: "第一节", page: 2, level: 3 },
      { title: "第二章", page: 3, level: 1 },
    ])
    expect(events.map(({ type }) => type).slice(0, 4)).toEqual(["opened", "page", "cover", "outline"])
  })

  test("with cycles terminate, and a document without an outline has none", async () => {
    const circle = (objects: string[]): string[] =>
      objects.map((object, index) => (index === 1 ? object.replace(">>", "/Next 14 0 R/First 14 0 R>>") : object))
    expect((await convert("a.pdf", marked([{ title: "圈", page: 1 }], circle))).outline).toEqual([{ title: "圈", page: 1, level: 1 }])
    expect((await convert("a.pdf", makePdf([textPage("x")]))).events.some(({ type }) => type === "outline")).toBe(false)
  })
})

describe("headings", () => {
  test("of Markdown have the pages they were placed on", async () => {
    const filler = "正文\n\n".repeat(60)
    const { outline, pages } = await convert("a.md", `# 总则\n\n${filler}\n\n## 第一节 *重点*\n\n${filler}\n\n####### 不是标题`)
    expect(outline.map(({ title, level }) => [title, level])).toEqual([
      ["总则", 1],
      ["第一节 重点", 2],
    ])
    for (const { title, page } of outline) expect(pages[page - 1]?.text).toContain(title)
    expect(outline[1]?.page).toBeGreaterThan(1)
  })

  test("of HTML", async () => {
    const { outline } = await convert("a.html", "<h1>甲<br>乙</h1><h2></h2><h3><a href='x'>丙</a></h3>")
    expect(outline).toEqual([
      { title: "甲乙", page: 1, level: 1 },
      { title: "丙", page: 1, level: 3 },
    ])
  })

  test("of a Word document with style names only; its link lacks even that and still works", async () => {
    const styles =
      '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="H"><w:name w:val="Heading 1"/></w:style></w:styles>'
    const { outline, pages } = await convert("a.docx", makeStyledDocx("总则", "H", styles))
    expect(outline).toEqual([{ title: "总则", page: 1, level: 1 }])
    expect(pages[0]!.links).toMatchObject([{ url: "https://example.org/" }])
  })

  test("of a Word document", async () => {
    const { outline } = await convert("a.docx", wordSample)
    expect(outline).toEqual([
      { title: "总则", page: 1, level: 1 },
      { title: "附则", page: 2, level: 2 },
    ])
  })
})

describe("EPUB", () => {
  const chapters = [`<h1>一</h1>${"<p>正文</p>".repeat(60)}<h2 id="s2">一之二</h2><p>后文</p>`, "<p>二</p>"]
  const nav = `<html xmlns:epub="x"><body><nav epub:type="landmarks"><ol><li><a href="no.xhtml">不</a></li></ol></nav><nav epub:type="toc"><ol>
    <li><a href="text/c%200.xhtml">第一章</a><ol><li><a href="text/c%200.xhtml#s2">第二节</a></li></ol></li>
    <li><a href="text/c%201.xhtml#lost">第二章</a></li><li><a href="text/none.xhtml">没有</a></li></ol></nav></body></html>`
  const ncx = `<ncx><navMap><navPoint><navLabel><text>卷一</text></navLabel><content src="text/c%200.xhtml"/>
    <navPoint><navLabel><text>卷一之二</text></navLabel><content src="text/c%200.xhtml#s2"/></navPoint></navPoint>
    <navPoint><navLabel><text>卷二</text></navLabel><content src="text/c%201.xhtml"/></navPoint></navMap></ncx>`

  test("reads the navigation page", async () => {
    const book = makeEpub(chapters, { "OEBPS/nav.xhtml": nav }, '<item id="nav" href="nav.xhtml" properties="nav"/>')
    const { outline, pages } = await convert("a.epub", book)
    const second = pages.findIndex(({ text }) => text.includes("一之二")) + 1
    expect(second).toBeGreaterThan(1)
    expect(outline).toEqual([
      { title: "第一章", page: 1, level: 1 },
      { title: "第二节", page: second, level: 2 },
      { title: "第二章", page: pages.length, level: 1 },
    ])
  })

  test("renders the contents of a navigation page in the reading order, without landmarks, page list, and hidden parts", async () => {
    const listed = nav.replace(
      "</nav><nav",
      '</nav><nav epub:type="page-list"><ol><li><a href="x">12</a></li></ol></nav><p hidden="">藏</p><nav',
    )
    const book = makeEpub([...chapters, listed], { "OEBPS/nav.xhtml": nav }, '<item id="nav" href="nav.xhtml" properties="nav"/>')
    const { pages } = await convert("a.epub", book)
    expect(pages.at(-1)!.text.replace(/\s+/g, " ").trim()).toBe("1. 第一章 1. 第二节 2. 第二章 3. 没有")
  })

  test("reads an NCX, and uses headings if there is neither", async () => {
    const book = makeEpub(chapters, { "OEBPS/toc.ncx": ncx }, '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>')
    expect((await convert("a.epub", book)).outline.map(({ title, level }) => [title, level])).toEqual([
      ["卷一", 1],
      ["卷一之二", 2],
      ["卷二", 1],
    ])
    expect((await convert("a.epub", makeEpub(chapters))).outline.map(({ title }) => title)).toEqual(["一", "一之二"])
  })
})

test("names untitled slides after their largest text", () => {
  const runs = {
    1: [
      ["页脚", 0, 500, 50, 10],
      ["年度", 0, 20, 90, 40],
      ["总结", 0, 60, 90, 40],
      ["第一季度", 0, 120, 90, 20],
    ],
    2: [["2026", 0, 0, 90, 60]],
  } as const
  const items = [
    { title: "Slide 1", page: 1, level: 1 },
    { title: "幻灯片 2", page: 2, level: 1 },
    { title: "计划", page: 3, level: 1 },
  ]
  expect(nameSlides(items, (page) => (page < 3 ? runs[page as 1 | 2] : [])).map(({ title }) => title)).toEqual([
    "年度总结",
    "幻灯片 2",
    "计划",
  ])
})
