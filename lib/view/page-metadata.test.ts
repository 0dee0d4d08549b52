import { expect, test } from "vitest"
import { pageMetadata } from "./page-metadata"

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
