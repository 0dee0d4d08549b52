import { describe, expect, test } from "vitest"
import type { Navigation } from "../../contract/types"
import { currentItem, lightened, navigationTree } from "./navigation-tree"

describe("navigation", () => {
  test("without entries, the three of the specification are shown", () => {
    expect(navigationTree([]).map((item) => item.title)).toEqual(["首页", "文库资料", "文章资讯"])
  })
  test("shows only enabled entries", () => {
    const items = [
      { id: 1, parent_id: 0, enable: false, href: "" },
      { id: 2, parent_id: 0, enable: true, href: "", title: "甲" },
    ] as Navigation[]
    expect(navigationTree(items).map((item) => item.id)).toEqual([2])
  })
  const tree = (...rows: [id: number, href: string, parent_id?: number][]) =>
    navigationTree(rows.map(([id, href, parent_id = 0]) => ({ id, href, parent_id, enable: true, title: `${id}` }) as Navigation))

  test("the current entry is the one with the most specific address; a document belongs to the library", () => {
    const items = tree([1, "/"], [2, "/category"], [3, "/category/5/"], [4, "/category"], [5, "/category/7", 2], [6, "/category/5", 2])
    const current = (path: string) => currentItem(items, path)
    expect([current("/"), current("/category"), current("/category/5"), current("/category/7"), current("/category/55")]).toEqual([
      1, 2, 3, 5, 2,
    ])
    expect([current("/document/abc"), current("/documents"), current("/search")]).toEqual([2, undefined, undefined])
  })
  test("a colour is lightened for dark paper", () => {
    expect([lightened("#b45309"), lightened("#000"), lightened("teal")]).toEqual(["#ddb290", "#8c8c8c", "teal"])
  })
  test("an entry without an address, of another site or with a query is never current", () => {
    const items = tree([1, ""], [2, "https://example.com/"], [3, "/category?sort=score"], [4, "//example.com"], [5, "/article", 1])
    for (const path of ["/", "/category", "/example.com"]) expect(currentItem(items, path)).toBeUndefined()
    expect(currentItem(items, "/article/x")).toBe(5)
  })
})
