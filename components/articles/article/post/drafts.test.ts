import { describe, expect, it } from "vitest"
import { isEmpty, isSame, readDrafts, writeDrafts, type Draft, type PostFields } from "./drafts"

const fields = (title: string): PostFields => ({
  title,
  content: "<p>文</p>",
  category: 3,
  keywords: ["甲"],
  description: "",
  source: "",
  source_url: "",
})
const now = 1_790_000_000_000
const draft = (title: string, at = now): Draft => ({ fields: fields(title), at, base: "" })
const store = (room = Number.POSITIVE_INFINITY) => {
  const entries = new Map<string, unknown>()
  return {
    kept: entries,
    getJson: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) return false
      entries.set(key, JSON.parse(text))
      return true
    },
    removeItem: (key: string) => void entries.delete(key),
  }
}

describe("drafts", () => {
  it("are stored per user and article, at most three", () => {
    const browser = store()
    expect(writeDrafts(browser, 7, 0, [draft("一"), draft("二"), draft("三"), draft("四")])).toBe(true)
    writeDrafts(browser, 7, 12, [draft("改")])
    expect(readDrafts(browser, 7, 0, now).map((one) => one.fields.title)).toEqual(["一", "二", "三"])
    expect(readDrafts(browser, 7, 12, now)).toEqual([draft("改")])
    expect(readDrafts(browser, 8, 0, now)).toEqual([])
    writeDrafts(browser, 7, 12, [])
    expect([...browser.kept.keys()]).toEqual(["post:7:new"])
  })

  it("expire after ninety days; unreadable drafts are ignored", () => {
    const browser = store()
    writeDrafts(browser, 7, 0, [draft("新", now - 89 * 86_400_000), draft("旧", now - 91 * 86_400_000)])
    expect(readDrafts(browser, 7, 0, now).map((one) => one.fields.title)).toEqual(["新"])
    for (const value of [null, 7, [{ at: 1 }], [{ at: 1, base: "", fields: { title: 5 } }], [null]]) {
      browser.kept.set("post:7:new", value)
      expect(readDrafts(browser, 7, 0, now)).toEqual([])
    }
  })

  it("report that the browser has no space", () => {
    expect(writeDrafts(store(10), 7, 0, [draft("大")])).toBe(false)
  })

  it("an article without text is empty, even with a category selected", () => {
    expect(isEmpty({ ...fields(" "), content: "", keywords: [] })).toBe(true)
    expect(isEmpty(fields(""))).toBe(false)
    expect(isSame(fields("一"), { ...fields("一") })).toBe(true)
    expect(isSame(fields("一"), { ...fields("一"), category: 4 })).toBe(false)
  })
})
