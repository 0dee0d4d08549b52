import { describe, expect, test } from "vitest"
import { categoryTree } from "../category-tree"
import type { Category } from "@/lib/contract/types"
import { hitOf } from "../search-hit"
import { hrefOf } from "./query"
import { searchFacets, type FacetCounts } from "./search-facets"
import { isFiltered, searchInput, searchQuery, searchState } from "./search-state"

const now = Date.parse("2026-06-18T02:00:00Z")
const read = (given: Record<string, string | string[]>) => searchState(given, ["zh-CN", "en"])

describe("the address of a search", () => {
  test("contains every search parameter, and parses back", () => {
    const given = {
      wd: "高一数学",
      category_id: "7",
      ext: "pdf",
      fee_type: "free",
      language: "en",
      pages: "1-10",
      duration: "year",
      sort: "view",
    }
    const state = read({ ...given, page: "4" })
    expect(hrefOf("/search", searchQuery(state))).toBe(`/search?${new URLSearchParams(given).toString()}`)
    expect(searchInput(state, now)).toEqual({
      wd: "高一数学",
      page: 4,
      size: 10,
      sort: "view_count",
      ext: "pdf",
      fee_type: "free",
      language: ["en"],
      pages_min: 1,
      pages_max: 10,
      created_at: ["2025-06-18T00:00:00+08:00", "2999-12-31T23:59:59+08:00"],
      category_id: [7],
    })
    expect(isFiltered(state)).toBe(true)
    expect(isFiltered(read({ wd: "x", sort: "latest" }))).toBe(false)
  })

  test("articles have no formats, nor does a combined search", () => {
    expect(read({ wd: "x", type: "1", ext: "pdf", pages: "1-10", category_id: "7", sort: "size" })).toMatchObject({
      type: 1,
      ext: "",
      pages: "",
      category_id: 7,
      sort: "default",
    })
    expect(read({ wd: "x", type: "-1", ext: "pdf", category_id: "7", duration: "week" })).toMatchObject({
      type: -1,
      ext: "",
      category_id: 7,
      duration: "week",
    })
  })

  test.each([
    [{ page: "-1" }, { page: 1 }],
    [{ page: "1e9" }, { page: 1 }],
    [{ page: ["2", "3"] }, { page: 2 }],
    [{ sort: "id desc; drop table document" }, { sort: "default" }],
    [{ type: "7" }, { type: 0 }],
    [{ category_id: "-1" }, { category_id: 0 }],
    [{ category_id: "99999999999999999999" }, { category_id: 0 }],
    [
      { ext: "__proto__", fee_type: "constructor", duration: "toString" },
      { ext: "", fee_type: "", duration: "" },
    ],
    [{ wd: "' or 1=1 -- %_\\ .*(+[" }, { wd: "' or 1=1 -- %_\\ .*(+[" }],
    [{ wd: "😀" }, { wd: "😀" }],
    [{ wd: "\ud83d" }, { wd: "" }],
    [{ wd: "a\u0000b\r\nc" }, { wd: "a b  c" }],
    [{ wd: "x".repeat(10_000) }, { wd: "x".repeat(200) }],
    [{ wd: `${"x".repeat(199)}😀` }, { wd: "x".repeat(199) }],
  ])("%j is parsed as %j", (given, expected) => {
    const state = read({ wd: "x", ...given })
    expect(state).toMatchObject(expected)
    expect(() => hrefOf("/search", searchQuery(state))).not.toThrow()
  })
})

describe("the facets of a search", () => {
  const rows = [
    [1, 0, "教育"],
    [2, 0, "法律"],
    [11, 1, "试卷"],
    [12, 1, "教案"],
  ].map(([id, parent_id, title]) => ({ id, parent_id, title, enable: true, type: 0, doc_count: 9 }) as Category)
  const site = { categories: categoryTree(rows, 0, false), languages: [{ code: "zh-CN", language: "中文" }, { code: "en", language: "英语" }], vip: false } // prettier-ignore
  const none: FacetCounts = { agg_ext: [], agg_category: [], agg_language: [], agg_fee: [], agg_pages: [], agg_duration: [] }
  const facetsOf = (given: Record<string, string>, counted: Partial<FacetCounts> = {}) => {
    const state = read({ wd: "x", ...given })
    const facets = searchFacets({ path: "/search", query: searchQuery(state) }, state, { ...none, ...counted }, site)
    return Object.fromEntries(facets.map((one) => [one.name, one.options.map(({ label, count }) => [label, count])]))
  }

  test("show the result count of each choice; choices without results are not offered", () => {
    const facets = facetsOf(
      { ext: "doc" },
      {
        agg_ext: [
          { ext: ".pdf", count: 3 },
          { ext: ".docx", count: 2 },
          { ext: ".doc", count: 1 },
        ],
        agg_category: [
          { category_id: 2, count: 5 },
          { category_id: 1, count: 1 },
          { category_id: 11, count: 1 },
        ],
        agg_language: [{ code: "zh-CN", count: 6 }],
        agg_fee: [
          { fee_type: "free", count: 4 },
          { fee_type: "charge", count: 2 },
        ],
        agg_pages: [{ min: 101, max: 0, count: 6 }],
        agg_duration: [{ duration: "year", count: 6 }],
      },
    )
    expect(facets.ext).toEqual([["全部格式", 6], ["PDF", 3], ["Word", 3]]) // prettier-ignore
    expect(facets.category_id).toEqual([["全部分类", undefined], ["法律", 5], ["教育", 1]]) // prettier-ignore
    expect(facets.language).toEqual([["全部语言", 6], ["中文", 6]]) // prettier-ignore
    expect(facets.fee_type).toEqual([["全部价格", 6], ["免费", 4], ["付费", 2]]) // prettier-ignore
    expect(facets.pages).toEqual([["不限页数", 6], ["100 页以上", 6]]) // prettier-ignore
    expect(facets.duration).toEqual([["全部时间", undefined], ["最近一年", 6]]) // prettier-ignore
  })

  test("a selected choice without results remains, so that it can be undone", () => {
    expect(facetsOf({ ext: "txt" }, { agg_ext: [{ ext: ".pdf", count: 1 }] }).ext).toEqual([["全部格式", 1], ["PDF", 1], ["文本", 0]]) // prettier-ignore
  })

  test("a selected category links up and down", () => {
    const counted = { agg_category: [{ category_id: 1, count: 4 }, { category_id: 12, count: 3 }] } // prettier-ignore
    expect(facetsOf({ category_id: "1" }, counted).category_id).toEqual([["全部分类", undefined], ["教育", 4], ["教案", 3]]) // prettier-ignore
  })

  test("of a back end that does not count, all choices appear without numbers", () => {
    expect(facetsOf({}).ext?.length).toBeGreaterThan(4)
    expect(facetsOf({}).category_id).toEqual([["全部分类", undefined], ["教育", undefined], ["法律", undefined]]) // prettier-ignore
    expect(Object.keys(facetsOf({ type: "-1" }))).toEqual(["category_id", "duration"])
    expect(Object.keys(facetsOf({ type: "1" }))).toEqual(["category_id", "duration"])
  })
})

test("a match opens the reader at its page, with the marked words of the snippet as the search term", () => {
  const hit = hitOf({ title: "字体设置", description: "", snippet: "怎样<em>设置</em>", page: 7, uuid: "abc" }, "字体 设置")
  expect(hit).toMatchObject({ title: "<em>字体</em><em>设置</em>", href: "/document/abc#page=7&find=%E8%AE%BE%E7%BD%AE" })
  expect(hitOf({ title: "a", description: "", snippet: "", page: 0, uuid: "abc" }, "a").href).toBe("")
})
