import { describe, expect, test } from "vitest"
import type { Navigation } from "../../contract/types"
import { isCurrent, navigationTree } from "./navigation-tree"

describe("navigation", () => {
  test("without entries, the three of the specification are shown", () => {
    expect(navigationTree([]).map((item) => item.title)).toEqual(["首页", "文库资料", "文章资讯"])
  })
  test("shows only enabled entries", () => {
    const items = [
      { id: 1, parent_id: 0, enable: false },
      { id: 2, parent_id: 0, enable: true, title: "甲" },
    ] as Navigation[]
    expect(navigationTree(items).map((item) => item.id)).toEqual([2])
  })
  test("the current entry is found by the first path segment; a document belongs to the library", () => {
    expect(isCurrent("/category", "/document/abc")).toBe(true)
    expect(isCurrent("/", "/category")).toBe(false)
    expect(isCurrent("/", "/")).toBe(true)
    expect(isCurrent("https://example.com/", "/")).toBe(false)
  })
})
