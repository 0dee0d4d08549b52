import { describe, expect, test } from "vitest"
import { Article } from "../../contract/articles/article"
import { Banner } from "../../contract/site/banner"
import { HomeItem } from "../../contract/library/document"
import { blocksOf, keywordsOf, noticesOf, slidesOf, tilesOf } from "./home"

describe("the carousel pictures", () => {
  const banner = (id: number, more: object = {}) => Banner.parse({ id, title: `图 ${id}`, path: `/uploads/${id}.webp`, ...more })

  test("are in list order, have their links, and are at most eight", () => {
    expect(slidesOf([banner(2, { url: "https://example.org" }), banner(1, { url: "/category" }), banner(3)])).toEqual([
      { id: 2, title: "图 2", picture: "/uploads/2.webp", href: "https://example.org", external: true },
      { id: 1, title: "图 1", picture: "/uploads/1.webp", href: "/category", external: false },
      { id: 3, title: "图 3", picture: "/uploads/3.webp", href: "", external: false },
    ])
    expect(slidesOf(Array.from({ length: 20 }, (_, n) => banner(n)))).toHaveLength(8)
  })

  test("a banner without a picture is omitted", () => expect(slidesOf([banner(1, { path: "" })])).toEqual([]))
})

test("only announcements are listed, even if the back end ignores the filter; at most three", () => {
  const article = (id: number, notice: number) => Article.parse({ id, identifier: `a${id}`, title: `文 ${id}`, notice })
  expect(noticesOf([article(1, 0), article(2, 5), article(3, 1)]).map(({ id }) => id)).toEqual([2, 3])
  expect(noticesOf([1, 2, 3, 4].map((id) => article(id, 1)))).toHaveLength(3)
})

describe("the category blocks", () => {
  const item = (category_id: number, count: number, more: object = {}) =>
    HomeItem.parse({
      category_id,
      category_name: `类 ${category_id}`,
      document: Array.from({ length: count }, (_, n) => ({
        id: category_id * 10 + n,
        uuid: `u${n}`,
        title: `文档 ${n}`,
        width: 210,
        height: 297,
      })),
      ...more,
    })

  test("are pairs of lists and, every third, a row of covers", () => {
    const blocks = blocksOf([item(1, 6), item(2, 3), item(3, 4), item(4, 6), item(5, 5), item(6, 3)], "card")
    expect(blocks.map(({ id, rail, rows }) => [id, rail, rows.length])).toEqual([
      [1, false, 5],
      [2, false, 3],
      [3, true, 4],
      [4, false, 5],
      [5, false, 5],
      [6, false, 3],
    ])
  })

  test("a list that would stand alone in its pair is a row of covers, if it has four documents", () => {
    expect(blocksOf([item(1, 6)], "card").map(({ rail }) => rail)).toEqual([true])
    expect(blocksOf([item(1, 3)], "card").map(({ rail }) => rail)).toEqual([false])
    expect(blocksOf([item(1, 6), item(2, 6), item(3, 6), item(4, 6)], "card").map(({ rail }) => rail)).toEqual([false, false, true, true])
  })

  test("show the category's own picture, else the cover of the first document; a single document has none", () => {
    expect(blocksOf([item(1, 3, { category_cover: "/uploads/c.webp" })], "card")[0]).toMatchObject({
      picture: "/uploads/c.webp",
      cover: null,
    })
    const [block] = blocksOf([item(1, 3)], "card")
    expect(block!.cover).toBe(block!.rows[0])
    expect(blocksOf([item(1, 1)], "card")[0]!.cover).toBeNull()
  })

  test("share one block if several have fewer than three documents; empty ones are omitted", () => {
    const blocks = blocksOf([item(1, 1), item(2, 6), item(3, 2), item(4, 0)], "card")
    expect(blocks.map(({ id, title, rail }) => [id, title, rail])).toEqual([
      [2, "类 2", false],
      [0, "更多文档", false],
    ])
    expect(blocks[1]!.rows.map(({ id }) => id)).toEqual([10, 30, 31])
    expect(blocksOf([item(1, 2), item(2, 2)], "card")[0]).toMatchObject({ id: 0, rail: true })
  })

  test("are only rows of covers, or only lists", () => {
    expect(blocksOf([item(1, 1), item(2, 6)], "list").map(({ rail }) => rail)).toEqual([true, true])
    expect(blocksOf([item(1, 6), item(2, 3)], "side").map(({ rail, rows }) => [rail, rows.length])).toEqual([
      [false, 5],
      [false, 3],
    ])
  })
})

test("tiles are the eight categories with most documents, four if there are fewer than eight", () => {
  const category = (id: number) => ({ id, title: `类 ${id}`, doc_count: id, parent_id: 0, description: "", cover: "", children: [] })
  const all = (count: number) => Array.from({ length: count }, (_, n) => category(n + 1))
  const icons = new Map([[10, "/uploads/icon.webp"]])
  expect(tilesOf(all(10), icons).map(({ id }) => id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3])
  expect(tilesOf(all(10), icons)[0]).toEqual({ id: 10, title: "类 10", doc_count: 10, icon: "/uploads/icon.webp" })
  expect(tilesOf(all(7), icons)).toHaveLength(4)
  expect(tilesOf(all(2), icons)).toHaveLength(2)
})

test("keywords under the search are unique, at most eight", () => {
  expect(keywordsOf(["真题", " 合同 ", "", "合同", "简历"])).toEqual(["真题", "合同", "简历"])
  expect(keywordsOf(Array.from({ length: 12 }, (_, n) => `词${n}`))).toHaveLength(8)
})
