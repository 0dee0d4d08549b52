import { describe, expect, test, vi } from "vitest"
import { isChunkError, loadAgain, mayReload, noteTarget } from "./chunk-reload"

const storage = () => {
  const entries = new Map<string, string>()
  return { getItem: (key: string) => entries.get(key) ?? null, setItem: (key: string, value: string) => entries.set(key, value).size > 0 }
}

describe("a chunk that fails to load", () => {
  test("reloads at most once in 60 s", () => {
    const store = storage()
    expect(mayReload(store, 1_000_000)).toBe(true)
    expect(mayReload(store, 1_059_999)).toBe(false)
    expect(mayReload(store, 1_060_000)).toBe(true)
  })
  test("other errors are ignored", () => {
    expect(isChunkError(Object.assign(new Error("x"), { name: "ChunkLoadError" }))).toBe(true)
    expect(isChunkError(new TypeError("Failed to fetch dynamically imported module: /a.js"))).toBe(true)
    expect(isChunkError(new Error("Failed to load chunk /_next/static/chunks/a.js from module 7"))).toBe(true)
    expect(isChunkError(new Error("boom"))).toBe(false)
    expect(isChunkError("text")).toBe(false)
  })
  test("without storage it never reloads, because it could not end a loop", () => {
    expect(mayReload({ getItem: () => null, setItem: () => false }, 1_000_000)).toBe(false)
  })
  test.each([
    ["/document/abc?x=1", "https://a.cn/document/abc?x=1"],
    ["https://a.cn/upload", "https://a.cn/upload"],
    ["/list?page=2#top", ""],
    ["", ""],
  ])("a click on %j leads to %j", (url, target) => {
    const attributes = new Map([["data-target", "https://a.cn/earlier"]])
    const root = {
      getAttribute: (name: string) => attributes.get(name) ?? null,
      setAttribute: (name: string, value: string) => void attributes.set(name, value),
      removeAttribute: (name: string) => void attributes.delete(name),
    }
    noteTarget(root, url, { href: "https://a.cn/list?page=2", pathname: "/list", search: "?page=2" })
    const location = { assign: vi.fn(), reload: vi.fn() }
    loadAgain(root, location)
    expect([location.assign.mock.calls.flat(), location.reload.mock.calls.length]).toEqual(target ? [[target], 0] : [[], 1])
  })
})
