import { describe, expect, it } from "vitest"
import { keywordsOf } from "./rules"
import { noTerms } from "./terms"
import { newItem, type UploadItem } from "./item"
import { adopted, bytesOf, countRows, editRows } from "./rows"

const row = (name: string, part: Partial<UploadItem> = {}): UploadItem => ({
  ...newItem({ file: new File([name], name, { lastModified: 1 }), path: "" }),
  ...part,
})
const common = { ...noTerms, keywords: ["共同"], price: 3 }
const suggestion = { title: "书里的名字", keywords: ["豆", "共同"], description: "讲豆", language: "en", duplicates: [] }

describe("upload rows", () => {
  it("are edited in bulk; absent fields stay, keywords are added or replaced, completed rows stay", () => {
    const items = [row("a.pdf", { own: { price: 1 } }), row("b.pdf", { phase: "done" }), row("c.pdf")]
    const keys = new Set(items.slice(0, 2).map(({ key }) => key))
    expect(editRows(items, keys, { category: 4, keywords: ["新"] }, common).map(({ own: ownTerms }) => ownTerms)).toEqual([
      { price: 1, category: 4, keywords: ["共同", "新"] },
      {},
      {},
    ])
    expect(editRows(items, keys, { keywords: ["新"], replace: true }, common)[0]!.own).toEqual({ price: 1, keywords: ["新"] })
  })

  it("a price that cannot be read keeps the last one and marks the row until it is mended", () => {
    const items = [row("a.pdf", { own: { price: 1 } })]
    const keys = new Set(items.map(({ key }) => key))
    const unreadable = editRows(items, keys, { price: Number.NaN }, common)
    expect(unreadable[0]).toMatchObject({ own: { price: 1 }, isPriceUnreadable: true })
    const described = editRows(unreadable, keys, { description: "讲豆" }, common)
    expect(described[0]).toMatchObject({ own: { price: 1, description: "讲豆" }, isPriceUnreadable: true })
    expect(editRows(described, keys, { price: 0 }, common)[0]).toMatchObject({ own: { price: 0 }, isPriceUnreadable: false })
  })

  it("a suggestion fills empty fields and adds its keywords", () => {
    expect(adopted(row("a.pdf", { suggestion }), common)).toEqual({
      title: "书里的名字",
      own: { keywords: ["共同", "豆"], description: "讲豆", language: "en" },
    })
    expect(adopted(row("a.pdf", { suggestion, own: { description: "我的", language: "zh-CN", keywords: [] } }), common)).toEqual({
      title: "书里的名字",
      own: { keywords: ["豆", "共同"], description: "我的", language: "zh-CN" },
    })
    expect(adopted(row("a.pdf", { suggestion, title: "我起的" }), common)).not.toHaveProperty("title")
    expect(adopted(row("a.pdf"), common)).toEqual({})
  })

  it("are counted by the action they need", () => {
    const items = (["chosen", "queued", "waiting", "submitting", "duplicate", "ready", "paused", "failed", "done"] as const).map((phase) =>
      row(`${phase}.pdf`, { phase }),
    )
    expect(countRows(items)).toEqual({ all: 9, chosen: 1, busy: 3, duplicate: 1, ready: 1, failed: 1, paused: 1, done: 1 })
  })

  it("sum up the transferred bytes", () => {
    expect(
      bytesOf([
        row("12345", { phase: "done" }),
        row("12345", { phase: "uploading", share: 0.6 }),
        row("12345", { phase: "hashing", share: 0.9 }),
        row("12345"),
      ]),
    ).toEqual({ sent: 8, total: 15 })
  })

  it("keywords are sent once each, twenty at most, within 255 characters", () => {
    expect(keywordsOf(["数学，物理", " 数学 ", "", "化学;生物"])).toEqual(["数学", "物理", "化学", "生物"])
    expect(keywordsOf(Array.from({ length: 30 }, (_, at) => `词${at}`))).toHaveLength(20)
    expect(keywordsOf(Array.from({ length: 20 }, (_, at) => `${at}`.padStart(30, "长"))).join(",").length).toBeLessThanOrEqual(255)
  })
})
