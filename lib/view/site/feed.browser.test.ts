import { expect, test } from "vitest"
import { feedOf, feedPath, feedText, newestFirst, type Feed, type FeedItem } from "./feed"
import { openSearchText } from "./opensearch"

/* Feeds and the search description must be valid XML for any title. */

const parsed = (text: string) => {
  const document = new DOMParser().parseFromString(text, "application/xml")
  expect(document.getElementsByTagName("parsererror")[0]?.textContent).toBeUndefined()
  return document
}
const textOf = (document: Document, name: string) => [...document.getElementsByTagName(name)].map((one) => one.textContent)

const item = (title: string, more: Partial<FeedItem> = {}): FeedItem => ({
  title,
  summary: title,
  path: "/document/0123456789abcdef",
  author: title,
  at: "2026-11-01T08:00:00.000Z",
  changed: "2026-11-02T08:00:00.000Z",
  ...more,
})
const feed = (items: FeedItem[], title = "豆架"): Feed => ({
  title,
  description: title,
  home: "/",
  self: { rss: "/feed/rss.xml", atom: "/feed/atom.xml" },
  items,
})
const origin = "https://wenku.example.org"

const hostile: [string, string][] = [
  ["]]> & <script>alert(1)</script>", "]]> & <script>alert(1)</script>"],
  [`"引号" 'quotes' &amp; &#0;`, `"引号" 'quotes' &amp; &#0;`],
  ["控制\u0000\u0001\u0008\u000b\u001f字符", "控制字符"],
  ["半个 \ud83d 代理 \ude00", "半个  代理 "],
  ["\ufffe\uffff不是字符", "不是字符"],
  ["表情 😀 和𠮷", "表情 😀 和𠮷"],
  ["<!ENTITY x SYSTEM 'file:///etc/passwd'>&x;", "<!ENTITY x SYSTEM 'file:///etc/passwd'>&x;"],
]
test.each(hostile)("a title %j is the same in both formats [security: feed-xml]", (title, read) => {
  const rss = parsed(feedText.rss(feed([item(title)], title), origin))
  expect(textOf(rss, "title")).toEqual([read, read])
  expect(textOf(rss, "dc:creator")).toEqual([read])
  const atom = parsed(feedText.atom(feed([item(title)], title), origin))
  expect(textOf(atom, "title")).toEqual([read, read])
  expect(textOf(atom, "name")).toEqual([read])
  const search = parsed(openSearchText({ name: title, description: title, favicon: "" }, origin))
  expect(textOf(search, "Description")).toEqual([read])
})

test("RSS lists the documents, with absolute addresses and RFC 822 times", () => {
  const rss = parsed(feedText.rss(feed([item("一")]), origin))
  expect(textOf(rss, "link")).toEqual([`${origin}/`, `${origin}/document/0123456789abcdef`])
  expect(textOf(rss, "guid")).toEqual([`${origin}/document/0123456789abcdef`])
  expect(textOf(rss, "pubDate")).toEqual(["Sun, 01 Nov 2026 08:00:00 GMT"])
  expect(rss.getElementsByTagName("atom:link")[0]?.getAttribute("href")).toBe(`${origin}/feed/rss.xml`)
})

test("Atom has what RFC 4287 requires of a feed and its entries, also of an empty feed", () => {
  const atom = parsed(feedText.atom(feed([item("一", { author: "" })]), origin))
  expect(textOf(atom, "id")).toEqual([`${origin}/feed/atom.xml`, `${origin}/document/0123456789abcdef`])
  expect(textOf(atom, "updated")).toEqual(["2026-11-02T08:00:00.000Z", "2026-11-02T08:00:00.000Z"])
  expect(textOf(atom, "name")).toEqual(["豆架"])
  expect(textOf(parsed(feedText.atom(feed([]), origin)), "updated")).toHaveLength(1)
  expect(textOf(parsed(feedText.rss(feed([]), origin)), "item")).toHaveLength(0)
})

test("the newest come first, thirty of them", () => {
  const days = Array.from({ length: 40 }, (_, n) => item(`${n}`, { at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString() }))
  const newest = newestFirst(days)
  expect([newest.length, newest[0]!.title, newest.at(-1)!.title]).toEqual([30, "39", "10"])
})

test("feed addresses and their locations", () => {
  for (const feedPlace of [{ kind: "site" }, { kind: "category", id: 12 }, { kind: "user", id: 5 }] as const)
    for (const format of ["rss", "atom"] as const)
      expect(feedOf(feedPath(feedPlace, format).split("/").slice(2))).toEqual({ place: feedPlace, format })
  for (const path of ["rss", "x.xml", "category/rss.xml", "category/0/rss.xml", "category/a/rss.xml", "user/1/2/rss.xml", "tag/1/rss.xml"])
    expect(feedOf(path.split("/")), path).toBeNull()
})

test("the search description contains the search address", () => {
  const search = parsed(openSearchText({ name: "一个名字很长很长很长很长很长的文库", description: "", favicon: "/uploads/a.png" }, origin))
  expect(textOf(search, "ShortName")).toEqual(["一个名字很长很长很长很长很长的文"])
  expect(search.getElementsByTagName("Url")[0]?.getAttribute("template")).toBe(`${origin}/search?wd={searchTerms}`)
  expect(textOf(search, "Image")).toEqual([`${origin}/uploads/a.png`])
})
