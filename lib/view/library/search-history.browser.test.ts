import { beforeEach, expect, test, vi } from "vitest"
import { forgetSearches, readSearches, rememberSearch } from "./search-history"

beforeEach(() => localStorage.clear())

test("remembers the last ten, newest first, each once", () => {
  for (let n = 1; n <= 12; n++) rememberSearch(`词 ${n}`)
  rememberSearch("词 9")
  rememberSearch("  ")
  expect(readSearches().slice(0, 3)).toEqual(["词 9", "词 12", "词 11"])
  expect(readSearches()).toHaveLength(10)
  forgetSearches()
  expect(readSearches()).toEqual([])
})

test("foreign values in storage, or a browser without storage, cause no error", () => {
  localStorage.setItem("doujia_searches", "{not json")
  expect(readSearches()).toEqual([])
  const set = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full")
  })
  expect(() => rememberSearch("词")).not.toThrow()
  set.mockRestore()
})
