import { render } from "@testing-library/react"
import { expect, test } from "vitest"
import { JsonLd } from "@/components/ui/json-ld"
import { articleData, articleWay, breadcrumbData, firstPicture, organizationData, profileData } from "./structured-data"

const system = { sitename: "校园文库", domain: "https://wenku.example.org", logo: "/uploads/logo.png" }
const article = {
  title: "</script><script>alert(1)</script>",
  description: "<!-- ]]>",
  identifier: "about",
  id: 3,
  content: `<p>正文</p><img src="https://elsewhere.example/a.png"><img alt="x" src="/uploads/ab/c.webp">`,
  keywords: "一,二",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: null,
  user: { username: "张三", id: 7 },
}

test("no title closes the script of the structured data, and it parses back unchanged [security: 1.1.2, structured-data-escape]", () => {
  const { container } = render(<JsonLd data={articleData(article, system)} />)
  expect(container.querySelectorAll("script")).toHaveLength(1)
  expect(container.innerHTML).not.toContain("<script>alert")
  const text = container.querySelector("script")!.textContent!
  expect(text).not.toContain("<")
  expect(JSON.parse(text)).toMatchObject({ headline: article.title, description: article.description })
})

test("an article names its author and publisher, with absolute addresses if the domain is known", () => {
  expect(articleData(article, system)).toMatchObject({
    "@type": "Article",
    author: { name: "张三", url: "https://wenku.example.org/user/7" },
    image: "https://wenku.example.org/uploads/ab/c.webp",
    publisher: { "@type": "Organization", name: "校园文库", logo: "https://wenku.example.org/uploads/logo.png" },
    mainEntityOfPage: "https://wenku.example.org/article/about",
    datePublished: "2026-01-01T00:00:00Z",
  })
  expect(JSON.stringify(articleData(article, { ...system, domain: "" }))).not.toMatch(/"url"|"image"|"logo"|mainEntityOfPage|dateModified/)
})

test("the breadcrumb of an article uses its top-level category", () => {
  const way = articleWay(
    [
      { id: 9, title: "下级", parent_id: 4 },
      { id: 4, title: "上级", parent_id: 0 },
    ],
    "文章资讯",
  )
  expect(breadcrumbData(way, system.domain).itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "首页", item: "https://wenku.example.org/" },
    { "@type": "ListItem", position: 2, name: "文章资讯", item: "https://wenku.example.org/article" },
    { "@type": "ListItem", position: 3, name: "上级", item: "https://wenku.example.org/article?category_id=4" },
  ])
})

test("pictures of other sites are not used as article pictures; a site without a logo has none", () => {
  expect(firstPicture(`<img src="https://elsewhere.example/a.png">`)).toBe("")
  expect(organizationData({ ...system, logo: "" })).not.toHaveProperty("logo")
  expect(profileData({ id: 7, username: "张三", signature: "", avatar: "" }, system.domain)).toMatchObject({
    "@type": "ProfilePage",
    mainEntity: { url: "https://wenku.example.org/user/7" },
  })
})
