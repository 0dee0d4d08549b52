import { describe, expect, test } from "vitest"
import type { Category, Navigation } from "../contract/types"
import { categoryPath, categoryTree } from "./category-tree"
import { copyrightYears, footerHref } from "./copyright"
import { chosenOf, clearedHref, extFacet, orderOf } from "./list-filters"
import { isCurrent, navigationTree } from "./navigation-tree"
import { pageNumbers } from "./page-numbers"
import { choiceParam, hrefOf, pageParam, textParam } from "./query"
import { searchHref } from "./search-href"

const row = (id: number, changes: Partial<Category> = {}) =>
  ({
    id,
    parent_id: 0,
    title: `分类${id}`,
    enable: true,
    type: 0,
    doc_count: 1,
    description: "说明",
    show_description: false,
    ...changes,
  }) as Category

describe("categories", () => {
  test("a child of a disabled parent counts as disabled", () => {
    const tree = categoryTree([row(1), row(2, { parent_id: 1 }), row(3, { enable: false }), row(4, { parent_id: 3 })], 0, false)
    expect(tree.map((node) => [node.id, node.children.map((child) => child.id)])).toEqual([[1, [2]]])
  })
  test("types do not mix, and empty ones can be hidden", () => {
    expect(categoryTree([row(1), row(2, { type: 1 }), row(3, { doc_count: 0 })], 0, true).map((node) => node.id)).toEqual([1])
  })
  test("a hidden description does not leave the server", () => {
    expect(categoryTree([row(1), row(2, { show_description: true })], 0, false).map((node) => node.description)).toEqual(["", "说明"])
  })
  test("the way to a category", () => {
    const tree = categoryTree([row(1), row(2, { parent_id: 1 })], 0, false)
    expect(categoryPath(tree, 2).map((node) => node.id)).toEqual([1, 2])
    expect(categoryPath(tree, 9)).toEqual([])
  })
})

describe("navigation", () => {
  test("without any, the three of the specification stand there", () => {
    expect(navigationTree([]).map((item) => item.title)).toEqual(["首页", "文库资料", "文章资讯"])
  })
  test("only enabled ones", () => {
    const items = [
      { id: 1, parent_id: 0, enable: false },
      { id: 2, parent_id: 0, enable: true, title: "甲" },
    ] as Navigation[]
    expect(navigationTree(items).map((item) => item.id)).toEqual([2])
  })
  test("the current one goes by the first part of the path; a document stands under the library", () => {
    expect(isCurrent("/category", "/document/abc")).toBe(true)
    expect(isCurrent("/", "/category")).toBe(false)
    expect(isCurrent("/", "/")).toBe(true)
    expect(isCurrent("https://example.com/", "/")).toBe(false)
  })
})

describe("addresses of lists", () => {
  test("conditions that are not set leave no trace", () => {
    expect(hrefOf("/search", { wd: "a&b", ext: "", sort: undefined, page: 2 })).toBe("/search?wd=a%26b&page=2")
  })
  test("an empty keyword has no address", () => {
    expect(searchHref("  ", 0)).toBe("")
    expect(searchHref("租赁", 1)).toBe("/search?wd=%E7%A7%9F%E8%B5%81&type=1")
  })
  test("what comes in is held to what is known", () => {
    expect(choiceParam({ ext: "exe" }, "ext", ["", "pdf"])).toBe("")
    expect(pageParam({ page: "-3" })).toBe(1)
    expect(pageParam({ page: ["7", "8"] })).toBe(7)
    expect(textParam({ wd: "  数学 " }, "wd")).toBe("数学")
  })
  test("a filter keeps the rest and goes back to the first page", () => {
    const state = { path: "/search", query: { wd: "数学", ext: "pdf", page: 5 } }
    const facet = extFacet(state)
    expect(facet.options.find((option) => option.value === "doc")?.href).toBe("/search?wd=%E6%95%B0%E5%AD%A6&ext=doc")
    expect(chosenOf(state, [facet])).toEqual([{ label: "PDF", href: "/search?wd=%E6%95%B0%E5%AD%A6" }])
    expect(clearedHref(state, [facet])).toBe("/search?wd=%E6%95%B0%E5%AD%A6")
  })
  test("orders are columns the API knows", () => {
    expect(orderOf("download")).toBe("download_count desc")
    expect(orderOf("default")).toBeUndefined()
  })
})

describe("pager", () => {
  test("the first, the last, and the neighbours", () => {
    expect(pageNumbers(1, 33)).toEqual([1, 2, 3, 4, 33])
    expect(pageNumbers(10, 33)).toEqual([1, 9, 10, 11, 33])
    expect(pageNumbers(33, 33)).toEqual([1, 30, 31, 32, 33])
    expect(pageNumbers(2, 2)).toEqual([1, 2])
  })
})

describe("footer", () => {
  test("a range of years, or the one", () => {
    expect(copyrightYears("2021", 2026)).toBe("2021 - 2026")
    expect(copyrightYears("2026", 2026)).toBe("2026")
    expect(copyrightYears("", 2026)).toBe("2026")
  })
  test("a setting holds an address or the identifier of an article", () => {
    expect(footerHref("about")).toBe("/article/about")
    expect(footerHref("https://example.com/x")).toBe("https://example.com/x")
  })
})
