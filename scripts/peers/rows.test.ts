import { expect, test } from "vitest"
import { faultsOf } from "./rows.mjs"

/* What a write may change, and what is reported beyond that. */

const rows = (...list: { id: number; [name: string]: unknown }[]) => new Map(list.map((row) => [row.id, row]))
const before = rows({ id: 1, title: "甲", sort: 1, updated_at: "1" }, { id: 2, title: "乙" })

test("nothing may change unless it is allowed", () => {
  expect(faultsOf("banner", before, before, {})).toEqual([])
  expect(faultsOf("banner", before, rows({ id: 1, title: "丙", updated_at: "2" }, { id: 3 }), {})).toEqual([
    "banner 多了 1 行（应为 0）",
    "banner 1: title",
    "banner 1: sort",
    "banner 2 不见了",
  ])
})

test("named fields, new rows and removed rows may change", () => {
  const after = rows({ id: 1, title: "丙", sort: 9, updated_at: "2" }, { id: 3 })
  expect(faultsOf("banner", before, after, { added: 1, removed: [2], fields: { 1: ["title"], "*": ["sort"] } })).toEqual([])
  expect(faultsOf("banner", before, before, { added: 1, removed: ["2"] })).toEqual(["banner 多了 0 行（应为 1）", "banner 2 还在"])
})

test("what was asked for must be there; a missing zero value is one", () => {
  expect(faultsOf("banner", before, before, { to: { 1: { title: "丙", enable: false } } })).toEqual(['banner 1: title 应为 "丙"'])
  expect(faultsOf("banner", before, before, { to: { 7: { enable: false } } })).toEqual(["banner 7: enable 应为 false"])
})
