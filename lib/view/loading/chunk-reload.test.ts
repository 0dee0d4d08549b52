import { describe, expect, test } from "vitest"
import { isChunkError, mayReload } from "./chunk-reload"

const storage = () => {
  const entries = new Map<string, string>()
  return { getItem: (key: string) => entries.get(key) ?? null, setItem: (key: string, value: string) => void entries.set(key, value) }
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
})
