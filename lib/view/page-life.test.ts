import { describe, expect, test } from "vitest"
import { analyticsCode } from "./analytics"
import { isChunkError, mayReload } from "./chunk-reload"
import { highlighted, plain, withMarks } from "./highlight"
import { ownPath } from "../domain/path"
import { relativeTime } from "../domain/time"

const storage = () => {
  const kept = new Map<string, string>()
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

describe("a chunk that does not load", () => {
  test("reloads at most once in 60 s", () => {
    const kept = storage()
    expect(mayReload(kept, 1_000_000)).toBe(true)
    expect(mayReload(kept, 1_059_999)).toBe(false)
    expect(mayReload(kept, 1_060_000)).toBe(true)
  })
  test("other errors are none of its business", () => {
    expect(isChunkError(Object.assign(new Error("x"), { name: "ChunkLoadError" }))).toBe(true)
    expect(isChunkError(new TypeError("Failed to fetch dynamically imported module: /a.js"))).toBe(true)
    expect(isChunkError(new Error("boom"))).toBe(false)
    expect(isChunkError("text")).toBe(false)
  })
})

test("relative time: 刚刚, then minutes, hours, days, months, years", () => {
  const now = Date.UTC(2026, 5, 18)
  const ago = (seconds: number) => relativeTime(now - seconds * 1000, now)
  expect([5, 60, 7200, 3 * 86_400, 65 * 86_400, 800 * 86_400].map(ago)).toEqual([
    "刚刚",
    "1 分钟前",
    "2 小时前",
    "3 天前",
    "2 个月前",
    "2 年前",
  ])
})

test("a redirect stays on the site and away from the entrance", () => {
  expect(
    ["/me/document", "//evil.cn", "https://evil.cn", "/oauth/wechat", "/login?redirect=/x", "/\\evil.cn"].map((path) => ownPath(path)),
  ).toEqual(["/me/document", "/me", "/me", "/me", "/me", "/me"])
})

test("highlights are split, never parsed", () => {
  expect(highlighted("甲<em>乙</em><b>丙</b>")).toEqual([
    { text: "甲", match: false },
    { text: "乙", match: true },
    { text: "<b>丙</b>", match: false },
  ])
  expect(plain("甲<em>乙</em>")).toBe("甲乙")
  expect(withMarks("PDF 排版 (a+b)", "pdf (a+b)")).toBe("<em>PDF</em> 排版 <em>(a+b)</em>")
  expect(withMarks("甲<em>乙</em>", "甲")).toBe("甲<em>乙</em>")
})

test("analytics: bare code or vendors' HTML; files from elsewhere are left out", () => {
  expect(analyticsCode("a()")).toEqual(["a()"])
  expect(analyticsCode('<script src="https://x.cn/a.js"></script><script>b()</script>')).toEqual(["b()"])
  expect(analyticsCode("  ")).toEqual([])
})
