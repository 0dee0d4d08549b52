import { expect, test } from "vitest"
import { citationOf } from "./citation"

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
