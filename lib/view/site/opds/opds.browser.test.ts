import { expect, test } from "vitest"
import { acquisitionOf, catalogOf, catalogPath, type Catalog, type CatalogScope, type Publication } from "./catalog"
import { opdsJson } from "./opds-json"
import { opdsSearchText, opdsXml } from "./opds-xml"

const site = { name: "豆架", origin: "https://wenku.example.org" }
const publication = (more: Partial<Publication> = {}): Publication => ({
  title: "租赁合同",
  author: "张三",
  summary: "一份合同",
  path: "/document/0123456789abcdef",
  file: "",
  ext: ".docx",
  cover: "https://wenku.example.org/view/cover/0123456789abcdef?v=1",
  language: "zh-CN",
  subjects: ["合同", "范文"],
  pages: 12,
  published: "2026-11-01T08:00:00.000Z",
  updated: "2026-11-02T08:00:00.000Z",
  bought: false,
  ...more,
})
const catalog = (more: Partial<Catalog> = {}): Catalog => ({
  title: "合同 - 豆架",
  place: { kind: "category", id: 7 },
  page: 2,
  total: 95,
  more: true,
  updated: "2026-11-02T08:00:00.000Z",
  navigation: [{ title: "租房", path: "/opds/category/8.xml", count: 3 }],
  publications: [publication()],
  ...more,
})
const parsed = (text: string) => {
  const document = new DOMParser().parseFromString(text, "application/xml")
  expect(document.getElementsByTagName("parsererror")[0]?.textContent).toBeUndefined()
  return document
}
const linksOf = (node: Element | Document): Record<string, string> =>
  Object.fromEntries(
    [...node.querySelectorAll(":scope > link, feed > link")].map((one) => [one.getAttribute("rel"), one.getAttribute("href")]),
  ) as Record<string, string>

test("a document list in OPDS 1.2: pagination, facets, and the elements that Atom requires of an entry", () => {
  const feed = parsed(opdsXml(catalog(), site))
  expect(linksOf(feed.documentElement)).toMatchObject({
    self: `${site.origin}/opds/category/7.xml?page=2`,
    first: `${site.origin}/opds/category/7.xml`,
    previous: `${site.origin}/opds/category/7.xml`,
    next: `${site.origin}/opds/category/7.xml?page=3`,
    start: `${site.origin}/opds/index.xml`,
    search: `${site.origin}/opds/opensearch.xml`,
    "http://opds-spec.org/facet": `${site.origin}/opds/category/8.xml`,
  })
  const entry = feed.querySelector("entry")!
  const texts = ["id", "title", "updated", "published", "author > name", "summary"].map((name) => entry.querySelector(name)?.textContent)
  expect(texts).toEqual([
    `${site.origin}/document/0123456789abcdef`,
    "租赁合同",
    "2026-11-02T08:00:00.000Z",
    "2026-11-01T08:00:00.000Z",
    "张三",
    "一份合同",
  ])
  expect([...entry.querySelectorAll("category")].map((one) => one.getAttribute("term"))).toEqual(["合同", "范文"])
  expect(linksOf(entry)).toMatchObject({
    "http://opds-spec.org/acquisition": `${site.origin}/document/0123456789abcdef`,
    "http://opds-spec.org/image": "https://wenku.example.org/view/cover/0123456789abcdef.jpg?v=1",
  })
})

test("the OPDS 1.2 start page contains only lists, each with its link", () => {
  const feed = parsed(opdsXml(catalog({ place: { kind: "index" }, page: 1, more: false, publications: [] }), site))
  const entry = feed.querySelector("entry")!
  expect([...entry.children].map((one) => one.tagName)).toEqual(["id", "title", "updated", "content", "link"])
  expect(linksOf(entry)).toEqual({ subsection: `${site.origin}/opds/category/8.xml` })
  expect(linksOf(feed.documentElement)).not.toHaveProperty("next")
})

test("OPDS 2.0 has the same contents", () => {
  const feed = JSON.parse(opdsJson(catalog(), site)) as Record<string, never>
  expect(feed).toMatchObject({
    metadata: { title: "合同 - 豆架", numberOfItems: 95, currentPage: 2 },
    links: expect.arrayContaining([{ rel: "next", href: `${site.origin}/opds/category/7.json?page=3`, type: "application/opds+json" }]),
    navigation: [{ title: "租房", href: `${site.origin}/opds/category/8.xml`, properties: { numberOfItems: 3 } }],
    publications: [
      {
        metadata: { title: "租赁合同", author: "张三", numberOfPages: 12, subject: ["合同", "范文"] },
        links: [{ rel: "http://opds-spec.org/acquisition", type: "text/html" }, { rel: "alternate" }],
        images: [{ type: "image/jpeg", href: "https://wenku.example.org/view/cover/0123456789abcdef.jpg?v=1" }, { type: "image/webp" }],
      },
    ],
  })
})

test("an OPDS 2.0 feed has a title, its own address and a non-empty collection; a publication says how to acquire it", () => {
  type Link = { rel: string; href: string; type?: string }
  type Feed = { metadata: { title: string }; links: Link[]; navigation?: Link[]; publications?: { metadata: object; links: Link[] }[] }
  for (const one of [
    catalog(),
    catalog({ publications: [] }),
    catalog({ navigation: [] }),
    catalog({ navigation: [], publications: [] }),
  ]) {
    const feed = JSON.parse(opdsJson(one, site)) as Feed
    expect(feed.metadata.title).toBe(one.title)
    expect(feed.links.filter(({ rel }) => rel === "self")).toHaveLength(1)
    expect([feed.navigation, feed.publications].some((all) => all !== undefined)).toBe(true)
    for (const all of [feed.navigation, feed.publications]) expect(all?.length).not.toBe(0)
    for (const { metadata, links } of feed.publications ?? []) {
      expect(metadata).toMatchObject({
        "@type": expect.any(String),
        title: expect.any(String),
        identifier: expect.stringMatching(/^https:/),
      })
      expect(links.some(({ rel }) => rel.startsWith("http://opds-spec.org/acquisition"))).toBe(true)
    }
  }
})

test("a public file is downloaded directly; a paid one links to its page", () => {
  const open = { rel: "http://opds-spec.org/acquisition/open-access", href: "/opds/file/x", type: "application/epub+zip" }
  expect(acquisitionOf(publication({ file: "/opds/file/x", ext: ".epub" }))).toEqual(open)
  expect(acquisitionOf(publication({ file: "/opds/file/x", ext: ".zzz" })).type).toBe("application/octet-stream")
  expect(acquisitionOf(publication({ bought: true })).rel).toBe("http://opds-spec.org/acquisition/buy")
})

test("titles that are invalid XML become valid [security: feed-xml]", () => {
  for (const title of ["]]> & <script>", "控制\u0000\u000b", "\ud83d", "<!ENTITY x SYSTEM 'file:///etc/passwd'>&x;", `"a" 'b'`]) {
    parsed(opdsXml(catalog({ title, publications: [publication({ title, author: title, summary: title, subjects: [title] })] }), site))
    parsed(opdsXml(catalog({ title, place: { kind: "index" }, navigation: [{ title, path: "/opds/newest.xml" }] }), site))
    parsed(opdsSearchText({ ...site, name: title }))
  }
})

test("addresses resolve to the lists that they name, and no other addresses do", () => {
  const places: CatalogScope[] = [
    { kind: "index" },
    { kind: "newest" },
    { kind: "popular" },
    { kind: "recommended" },
    { kind: "category", id: 12 },
    { kind: "search", wd: "租 & 赁" },
  ]
  for (const list of places)
    for (const format of ["xml", "json"] as const) {
      const url = new URL(catalogPath(list, format, 3), site.origin)
      expect(url.searchParams.get("page")).toBe("3")
      expect(catalogOf(url.pathname.split("/").slice(2), url.searchParams.get("wd") ?? "")).toEqual({ place: list, format })
    }
  for (const path of ["index", "index.html", "toString.xml", "category.xml", "category/0.xml", "category/1/2.xml", "search.xml", "file/x"])
    expect(catalogOf(path.split("/"), " "), path).toBeNull()
})
