import { describe, expect, test } from "vitest"
import { chosenOf, clearedHref, extFacet, orderOf } from "./list-filters"
import { choiceParam, hrefOf, pageParam, textParam } from "./query"
import { searchHref } from "./search-href"

describe("addresses of lists", () => {
  test("conditions that are not set leave no trace", () => {
    expect(hrefOf("/search", { wd: "a&b", ext: "", sort: undefined, page: 2 })).toBe("/search?wd=a%26b&page=2")
  })
  test("an empty keyword has no address", () => {
    expect(searchHref("  ", 0)).toBe("")
    expect(searchHref("租赁", 1)).toBe("/search?wd=%E7%A7%9F%E8%B5%81&type=1")
  })
  test("unknown filter values are dropped", () => {
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
