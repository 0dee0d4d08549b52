import { expect, test } from "vitest"
import { citationOf, pageMetadata } from "./page-metadata"

const system = {
  sitename: "校园文库",
  domain: "wenku.example.org",
  description: "站点的描述",
  keywords: "文库,资料",
  logo: "/uploads/logo.png",
}

test("a page provides title, description, keywords, address and picture for search engines, shared links and Twitter", () => {
  expect(
    pageMetadata(system, {
      title: "高等数学",
      description: `  第一行\n第二行${"长".repeat(300)}`,
      path: "/document/0123456789abcdef",
      type: "article",
      picture: { url: "/view/cover/1", alt: "高等数学" },
      publishedTime: "2026-01-01T00:00:00Z",
      modifiedTime: null,
    }),
  ).toMatchObject({
    title: "高等数学",
    description: `第一行 第二行${"长".repeat(153)}`,
    keywords: "文库,资料",
    alternates: {
      canonical: "/document/0123456789abcdef",
      types: {
        "application/rss+xml": [{ url: "/feed/rss.xml", title: "校园文库（RSS）" }],
        "application/atom+xml": [{ url: "/feed/atom.xml", title: "校园文库（ATOM）" }],
      },
    },
    openGraph: {
      type: "article",
      siteName: "校园文库",
      locale: "zh_CN",
      url: "/document/0123456789abcdef",
      images: [{ url: "/view/cover/1" }],
      publishedTime: "2026-01-01T00:00:00Z",
    },
    twitter: { card: "summary_large_image", title: "高等数学", images: [{ url: "/view/cover/1" }] },
  })
})

test("without a domain no absolute address is generated", () => {
  const page = pageMetadata({ ...system, domain: "" }, { title: "首页", path: "/", list: { page: 1, size: 10, total: 100 } })
  expect(JSON.stringify(page)).not.toMatch(/canonical|"url"|images|pagination|localhost/)
  expect(page).toMatchObject({ description: "站点的描述", twitter: { card: "summary" } })
})

test("list pages name their neighbours, keep their filter, and end where the list ends", () => {
  const at = (page: number, total = 95) =>
    pageMetadata(system, {
      title: "分类",
      path: page > 1 ? `/category/3?ext=pdf&page=${page}` : "/category/3?ext=pdf",
      list: { query: { ext: "pdf" }, page, size: 10, total },
    }) as { pagination?: unknown }
  expect(at(1).pagination).toEqual({ previous: undefined, next: "/category/3?ext=pdf&page=2" })
  expect(at(2).pagination).toEqual({ previous: "/category/3?ext=pdf", next: "/category/3?ext=pdf&page=3" })
  expect(at(10).pagination).toEqual({ previous: "/category/3?ext=pdf&page=9", next: undefined })
  expect(at(1, 10).pagination).toBeUndefined()
  // a page far beyond the end has no neighbours
  expect(at(50).pagination).toBeUndefined()
  expect(at(1_000, 1_000_000).pagination).toEqual({ previous: "/category/3?ext=pdf&page=999", next: undefined })
})

test("a page excluded from indexing says so, and its links are followed", () => {
  expect(pageMetadata(system, { title: "x", path: "/x", index: false })).toMatchObject({ robots: { index: false, follow: true } })
  expect(pageMetadata(system, { title: "x", path: "/x" })).not.toHaveProperty("robots")
})

test("citation tags omit unknown values", () => {
  const document = { title: "论文", username: "", created_at: null, language: "", keywords: "", uuid: "a" }
  expect(citationOf(document, "校园文库", "")).toEqual({ citation_title: "论文", citation_publisher: "校园文库" })
  expect(
    citationOf(
      { ...document, username: "张三", created_at: "2026-03-04T05:06:07Z", language: "zh-CN", keywords: "数学，极限" },
      "校园文库",
      "https://wenku.example.org/document/a",
    ),
  ).toEqual({
    citation_title: "论文",
    citation_author: "张三",
    citation_publication_date: "2026/03/04",
    citation_language: "zh-CN",
    citation_keywords: ["数学", "极限"],
    citation_publisher: "校园文库",
    citation_abstract_html_url: "https://wenku.example.org/document/a",
  })
})
