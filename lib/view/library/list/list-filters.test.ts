import { describe, expect, test } from "vitest"
import { chosenOf, clearedHref, durationFacet, extFacet, languageFacets, listSorts, pagesFacet, sortFacet } from "./list-filters"
import { isPlain, listConditions, listOrder, listQuery, listState } from "./list-state"
import { choiceParam, hrefOf, numberParam, pageParam, textParam } from "./query"
import { searchHref } from "./search-href"

describe("list addresses", () => {
  test("unset filters are omitted", () => {
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
    expect(pageParam({ page: "1e3" })).toBe(1)
    expect(numberParam({ sub: "1001" }, "sub")).toBe(0)
    expect(textParam({ wd: "  数学 " }, "wd")).toBe("数学")
  })
  test("a filter keeps the others and returns to the first page", () => {
    const state = { path: "/search", query: { wd: "数学", ext: "pdf", page: 5 } }
    const facet = extFacet(state)
    expect(facet.options.find((option) => option.value === "doc")?.href).toBe("/search?wd=%E6%95%B0%E5%AD%A6&ext=doc")
    expect(chosenOf(state, [facet])).toEqual([{ label: "PDF", href: "/search?wd=%E6%95%B0%E5%AD%A6" }])
    expect(clearedHref(state, [facet])).toBe("/search?wd=%E6%95%B0%E5%AD%A6")
  })
})

describe("the state of a document list", () => {
  const now = Date.parse("2026-06-18T02:00:00Z")
  const read = (given: Record<string, string>) => listState(given, listSorts, ["zh-CN", "en"])

  test("is its address: every filter and the order, and back", () => {
    const given = { ext: "pdf", fee_type: "free", language: "en", pages: "51-100", duration: "month", sort: "view" }
    const state = read({ ...given, page: "3" })
    expect(state).toMatchObject({ ...given, page: 3 })
    expect(listQuery(state)).toEqual(given)
    expect(listConditions(state, now)).toEqual({
      ext: "pdf",
      fee_type: "free",
      language: ["en"],
      pages_min: 51,
      pages_max: 100,
      created_at: ["2026-05-19T00:00:00+08:00", "2999-12-31T23:59:59+08:00"],
    })
    expect(listOrder(state.sort)).toEqual({ order: "view_count desc" })
  })
  test("omits unknown values", () => {
    const state = read({ ext: "exe", fee_type: "1", language: "fr", pages: "1-9", duration: "century", sort: "id;drop table", page: "-1" })
    expect(state).toEqual({ ext: "", fee_type: "", language: "", pages: "", duration: "", sort: "default", page: 1 })
    expect(isPlain(state)).toBe(true)
    expect(Object.values(listConditions(state, now)).every((value) => value === undefined)).toBe(true)
    expect(listOrder(state.sort)).toEqual({ order: "quality desc" })
  })
  test("“100 页以上” has no upper limit, and “推荐” shows recommended documents", () => {
    expect(listConditions(read({ pages: "101-" }), now)).toMatchObject({ pages_min: 101, pages_max: undefined })
    expect(listOrder("recommend")).toEqual({ order: "recommend_at desc", is_recommend: [true] })
  })
  test("is offered as links, a language only if there are several", () => {
    const list = { path: "/category/3", query: listQuery(read({ pages: "11-50", duration: "week" })) }
    expect(pagesFacet(list).options.find(({ current }) => current)?.label).toBe("11 - 50 页")
    expect(durationFacet(list).options[0]).toMatchObject({ label: "全部时间", href: "/category/3?pages=11-50", current: false })
    expect(sortFacet(list, listSorts).options[1]?.href).toBe("/category/3?pages=11-50&duration=week&sort=latest")
    expect(languageFacets(list, [{ code: "zh-CN", language: "中文" }])).toEqual([])
    expect(
      languageFacets(list, [
        { code: "zh-CN", language: "中文" },
        { code: "en", language: "英语" },
      ])[0]?.options,
    ).toHaveLength(3)
  })
})
