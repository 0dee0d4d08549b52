import { expect, test } from "vitest"
import { sumFacets, type FacetGroup } from "./facets.rules"

const group = (given: Partial<FacetGroup>): FacetGroup => ({
  ext: ".pdf",
  language: "zh-CN",
  is_vip: false,
  charged: false,
  band: 1,
  age: 5,
  count: 1,
  ...given,
})
const groups = [
  group({ count: 3 }),
  group({ ext: ".docx", charged: true, band: 2, age: 2, count: 2 }),
  group({ is_vip: true, age: 0, language: "" }),
]
const any = { band: 0, age: 0 }

test("each filter is counted without its own condition, and with those of all others", () => {
  const all = sumFacets(groups, any)
  expect([...all.ext]).toEqual([
    [".pdf", 4],
    [".docx", 2],
  ])
  expect([...sumFacets(groups, { ...any, ext: "pdf" }).ext]).toEqual([...all.ext])
  expect([...sumFacets(groups, { ...any, ext: "pdf" }).pages]).toEqual([[1, 4]])
  expect([...sumFacets(groups, { band: 2, age: 0 }).fee]).toEqual([["charge", 2]])
  expect([...sumFacets(groups, { band: 0, age: 3, language: ["zh-CN"] }).ext]).toEqual([[".pdf", 3]])
})

test("a VIP document counts under its price too, and a new one under every longer period", () => {
  const { fee, duration, language } = sumFacets(groups, any)
  expect(Object.fromEntries(fee)).toEqual({ free: 4, charge: 2, vip: 1 })
  expect(Object.fromEntries(duration)).toEqual({ 1: 5, 2: 5, 3: 3, 4: 3, 5: 3 })
  expect([...language]).toEqual([["zh-CN", 5]])
})
