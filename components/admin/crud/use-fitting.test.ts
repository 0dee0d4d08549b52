import { describe, expect, it } from "vitest"
import type { Named } from "./field"
import { fitColumns } from "./use-fitting"

const columns: Named[] = [
  { name: "title", label: "标题", title: true },
  { name: "status", label: "状态", card: true },
  { name: "remark", label: "备注" },
  { name: "at", label: "时间", kind: "datetime" },
  { name: "ip", label: "IP" },
  { name: "id", label: "ID", kind: "number", added: true },
]
const widths = new Map([
  ["title", 400],
  ["status", 80],
  ["remark", 180],
  ["at", 142],
  ["ip", 100],
  ["id", 76],
])

describe("the columns of a table that is too wide", () => {
  it("titles are truncated before a column is hidden", () => {
    expect(fitColumns(columns, widths, 120, 380)).toEqual({ hidden: [], title: 260 })
    expect(fitColumns(columns, widths, 180, 380)).toEqual({ hidden: [], title: 200 })
  })
  it("the ID is hidden first, then columns from the right, then times, then columns shown on phones; spare width goes to titles", () => {
    expect(fitColumns(columns, widths, 60, 120)).toEqual({ hidden: ["id"], title: null })
    expect(fitColumns(columns, widths, 190, 300)).toEqual({ hidden: ["id", "ip"], title: 286 })
    expect(fitColumns(columns, widths, 300, 120)).toEqual({ hidden: ["id", "ip", "remark"], title: null })
    expect(fitColumns(columns, widths, 450, 120)).toEqual({ hidden: ["id", "ip", "remark", "at"], title: null })
  })
  it("the title is visible at any width", () => {
    expect(fitColumns(columns, widths, 5_000, 380)).toEqual({ hidden: ["id", "ip", "remark", "at", "status"], title: 200 })
  })
})
