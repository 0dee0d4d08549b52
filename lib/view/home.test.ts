import { describe, expect, test } from "vitest"
import { Article } from "../contract/article"
import { Banner } from "../contract/banner"
import { HomeItem } from "../contract/document"
import { blockOf, keywordsOf, noticesOf, slidesOf, tilesOf } from "./home"

describe("the pictures of the carousel", () => {
  const banner = (id: number, more: object = {}) => Banner.parse({ id, title: `图 ${id}`, path: `/uploads/${id}.webp`, ...more })

  test("stand in the order of the list, say where they lead, and are at most eight", () => {
    expect(slidesOf([banner(2, { url: "https://example.org" }), banner(1, { url: "/category" }), banner(3)])).toEqual([
      { id: 2, title: "图 2", picture: "/uploads/2.webp", href: "https://example.org", external: true },
      { id: 1, title: "图 1", picture: "/uploads/1.webp", href: "/category", external: false },
      { id: 3, title: "图 3", picture: "/uploads/3.webp", href: "", external: false },
    ])
    expect(slidesOf(Array.from({ length: 20 }, (_, n) => banner(n)))).toHaveLength(8)
  })

  test("without a picture there is nothing to show", () => expect(slidesOf([banner(1, { path: "" })])).toEqual([]))
})

test("articles that are no announcements are none, also from a server that does not know the filter; at most three", () => {
  const article = (id: number, notice: number) => Article.parse({ id, identifier: `a${id}`, title: `文 ${id}`, notice })
  expect(noticesOf([article(1, 0), article(2, 5), article(3, 1)]).map(({ id }) => id)).toEqual([2, 3])
  expect(noticesOf([1, 2, 3, 4].map((id) => article(id, 1)))).toHaveLength(3)
})

describe("a category's block", () => {
  const document = (id: number, width = 210, height = 297) => ({ id, uuid: `u${id}`, title: `文档 ${id}`, width, height })
  const item = (more: object) =>
    HomeItem.parse({ category_id: 1, category_name: "数学", document: [1, 2, 3, 4, 5, 6].map((id) => document(id)), ...more })

  test("shows the category's own picture beside five documents", () => {
    const block = blockOf(item({ category_cover: "/uploads/c.webp" }))
    expect(block).toMatchObject({ picture: "/uploads/c.webp", cover: null })
    expect(block.rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  })

  test("shows the first document in portrait format where the category has none", () => {
    const block = blockOf(item({ document: [document(9, 960, 540), ...[1, 2, 3, 4, 5].map((id) => document(id))] }))
    expect(block.cover?.id).toBe(1)
    expect(block.rows.map(({ id }) => id)).toEqual([9, 2, 3, 4, 5])
  })

  test("has no picture where there is one document alone", () => expect(blockOf(item({ document: [document(1)] })).cover).toBeNull())
})

test("tiles are the eight categories with most documents, four where there are fewer than eight", () => {
  const category = (id: number) => ({ id, title: `类 ${id}`, doc_count: id, parent_id: 0, description: "", cover: "", children: [] })
  const all = (count: number) => Array.from({ length: count }, (_, n) => category(n + 1))
  const icons = new Map([[10, "/uploads/icon.webp"]])
  expect(tilesOf(all(10), icons).map(({ id }) => id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3])
  expect(tilesOf(all(10), icons)[0]).toEqual({ id: 10, title: "类 10", doc_count: 10, icon: "/uploads/icon.webp" })
  expect(tilesOf(all(7), icons)).toHaveLength(4)
  expect(tilesOf(all(2), icons)).toHaveLength(2)
})

test("words under the search stand there once, at most eight", () => {
  expect(keywordsOf(["真题", " 合同 ", "", "合同", "简历"])).toEqual(["真题", "合同", "简历"])
  expect(keywordsOf(Array.from({ length: 12 }, (_, n) => `词${n}`))).toHaveLength(8)
})
