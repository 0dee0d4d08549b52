import { encode } from "iconv-lite"
import { expect } from "vitest"
import { bookPage, makeBook } from "./books/epub-files"
import type { Specimen } from "./specimen"

const page = bookPage("<p>春眠不觉晓</p>")

/** A book with one chapter, whose file has the name `name` and which the package file calls `href`. */
const chapter = (file: string, about: string, href: string, name: string | Buffer): Specimen => ({
  name: file,
  about,
  make: () => makeBook({ items: [{ href }], files: [{ name, content: page }] }),
  expected: { pages: 1, words: ["春眠不觉晓"] },
})

/** Electronic books. */
export const bookSpecimens: readonly Specimen[] = [
  chapter("escaped.epub", "a chapter with percent escapes in its reference", "b%20c.xhtml", "OEBPS/b c.xhtml"),
  chapter("literal.epub", "a chapter with percent signs in its name", "b%20c.xhtml", "OEBPS/b%20c.xhtml"),
  chapter("percent.epub", "a chapter with a stray percent sign", "100%.xhtml", "OEBPS/100%.xhtml"),
  chapter("case.epub", "a chapter in other case", "Text/Chapter1.XHTML", "OEBPS/text/chapter1.xhtml"),
  chapter("entity.epub", "a chapter with an ampersand", "a&amp;b.xhtml", "OEBPS/a&b.xhtml"),
  chapter("literal-entity.epub", "a chapter with an entity in its name", "a&amp;b.xhtml", "OEBPS/a&amp;b.xhtml"),
  chapter("number-entity.epub", "a chapter with a numeric entity", "&#x7B2C;&#19968;.xhtml", "OEBPS/第一.xhtml"),
  chapter("gbk-name.epub", "a zip with names in GBK", "第一章.xhtml", encode("OEBPS/第一章.xhtml", "gbk")),
  chapter("big5-name.epub", "a zip with names in Big5", "目錄.xhtml", encode("OEBPS/目錄.xhtml", "big5")),
  chapter("utf8-name.epub", "a zip with undeclared names in UTF-8", "%E7%AC%AC.xhtml", "OEBPS/第.xhtml"),
  chapter("gbk-escape.epub", "percent escapes of GBK bytes", "%B5%DA.xhtml", encode("OEBPS/第.xhtml", "gbk")),
  chapter("composed.epub", "a name in another Unicode form", "caf\u00e9.xhtml", "OEBPS/cafe\u0301.xhtml"),
  chapter("absolute.epub", "an absolute reference", "/OEBPS/a.xhtml", "OEBPS/a.xhtml"),
  chapter("absolute-name.epub", "an absolute name in the zip", "a.xhtml", "/OEBPS/a.xhtml"),
  chapter("backslash.epub", "a reference with a backslash", "text\\a.xhtml", "OEBPS/text/a.xhtml"),
  chapter("hash.epub", "a name with a number sign", "c#1.xhtml", "OEBPS/c#1.xhtml"),
  {
    name: "container.epub",
    about: "a container file in other case",
    make: () =>
      makeBook({ items: [{ href: "a.xhtml" }], files: [{ name: "OEBPS/a.xhtml", content: page }], container: "meta-inf/container.xml" }),
    expected: { words: ["春眠不觉晓"] },
  },
  {
    name: "linear.epub",
    about: "a chapter that reading programs may skip",
    make: () =>
      makeBook({
        items: [{ href: "a.xhtml", place: 'linear="no"' }, { href: "b.xhtml" }],
        files: [
          { name: "OEBPS/a.xhtml", content: page },
          { name: "OEBPS/b.xhtml", content: bookPage("<p>处处闻啼鸟</p>") },
        ],
      }),
    expected: { pages: 2, words: ["春眠不觉晓", "处处闻啼鸟"] },
  },
  {
    name: "missing.epub",
    about: "two chapters that are not there",
    make: () =>
      makeBook({
        items: [{ href: "a.xhtml" }, { href: "text/b%20c.xhtml" }, { href: "第三章.xhtml" }],
        files: [{ name: "OEBPS/a.xhtml", content: page }],
      }),
    expected: { pages: 1, warnings: ["电子书中找不到章节：text/b%20c.xhtml、第三章.xhtml"] },
  },
  {
    name: "outside.epub",
    about: "a chapter whose reference leaves the archive",
    make: () =>
      makeBook({
        items: [{ href: "a.xhtml" }, { href: "../../etc/passwd" }],
        files: [{ name: "OEBPS/a.xhtml", content: page }],
      }),
    expected: { pages: 1, absentWords: ["root:"], warnings: ["电子书中找不到章节：../../etc/passwd"] },
  },
  {
    name: "footnote.epub",
    about: "a footnote in another chapter whose reference is written in other case",
    make: () =>
      makeBook({
        items: [{ href: "a.xhtml" }, { href: "Notes.xhtml" }],
        files: [
          { name: "OEBPS/a.xhtml", content: bookPage('<p>正文<a epub:type="noteref" href="notes.xhtml#%E6%B3%A8">①</a></p>') },
          { name: "OEBPS/Notes.xhtml", content: bookPage('<p>注释</p><aside epub:type="footnote" id="注"><p>第一条</p></aside>') },
        ],
      }),
    expected: {
      words: ["正文①", "注释", "第一条"],
      check: ({ pages }) => {
        expect(pages[0]?.links).toMatchObject([{ to: 2, url: "" }])
        expect(pages[0]?.links[0]?.down).toBeGreaterThan(70)
      },
    },
  },
]
