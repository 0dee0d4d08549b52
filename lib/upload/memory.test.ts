import { describe, expect, it } from "vitest"
import { createUploadMemory } from "./memory"
import { readOwnUploads } from "./own-uploads"
import { noTerms } from "./terms"

const store = () => {
  const values = new Map<string, string>()
  return {
    kept: values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
const one = (name: string, part = {}) => ({
  key: `${name}/5/1`,
  name,
  size: 5,
  md5: `md5-${name}`,
  url: `/tus/${name}`,
  attachment: 0,
  share: 0.5,
  title: name,
  terms: noTerms,
  review: false,
  ...part,
})

describe("the browser's memory of unfinished uploads", () => {
  it("has one entry per content, the latest wins", () => {
    const memory = createUploadMemory({ storage: store, owner: 1, now: () => 10 })
    expect(memory.list()).toEqual([])
    const same = store()
    const kept = createUploadMemory({ storage: () => same, owner: 1, now: () => 10 })
    kept.keep(one("a"))
    kept.keep(one("b"))
    kept.keep(one("a", { share: 0.9 }))
    expect(kept.list().map(({ name, share }) => [name, share])).toEqual([
      ["b", 0.5],
      ["a", 0.9],
    ])
    expect(kept.find("md5-a", 5)).toMatchObject({ url: "/tus/a", at: 10 })
    expect(kept.find("md5-a", 6)).toBeUndefined()
    kept.forget("md5-a", 5)
    expect(kept.list().map(({ name }) => name)).toEqual(["b"])
  })

  it("documents created from a file are known to lists for an hour", () => {
    const same = store()
    createUploadMemory({ storage: () => same, owner: 1, now: () => 10 }).made("u1", [1, 4])
    expect(readOwnUploads(() => same, 1, 3_600_009)).toEqual([{ uuid: "u1", owner: 1, categories: [1, 4], at: 10 }])
    expect(readOwnUploads(() => same, 2, 20)).toEqual([])
    expect(readOwnUploads(() => same, 1, 3_600_010)).toEqual([])
  })

  it("belongs to one user, and expires after a day", () => {
    const same = store()
    let now = 0
    const memoryOf = (owner: number) => createUploadMemory({ storage: () => same, owner, now: () => now })
    memoryOf(1).keep(one("a"))
    expect(memoryOf(2).list()).toEqual([])
    now = 24 * 3_600_000
    expect(memoryOf(1).list()).toEqual([])
  })

  it("queued files are identified by their rows; a started file appears once; another tab's entries remain", () => {
    const same = store()
    const memory = createUploadMemory({ storage: () => same, owner: 1, now: () => 10 })
    const waits = (name: string, title = name) => ({ key: `${name}/5/1`, name, size: 5, title, terms: noTerms, review: false })
    memory.queue([waits("a"), waits("b")], new Set())
    memory.queue([waits("c")], new Set())
    expect(memory.list().map(({ name, md5, url }) => [name, md5, url])).toEqual([
      ["a", "", ""],
      ["b", "", ""],
      ["c", "", ""],
    ])
    memory.queue([waits("b", "新题")], new Set(["a/5/1", "b/5/1"]))
    memory.keep(one("c"))
    expect(memory.list().map(({ name, title, url }) => [name, title, url])).toEqual([
      ["c", "c", "/tus/c"],
      ["b", "新题", ""],
    ])
    memory.queue([], new Set(["b/5/1", "c/5/1"]))
    memory.forget("md5-c", 5)
    expect([memory.list(), same.kept.size]).toEqual([[], 0])
  })

  it("reads the format of an earlier version", () => {
    const same = store()
    const { is_vip: _, ...terms } = noTerms
    const { key: __, review: ___, ...before } = one("a")
    same.kept.set("doujia:uploads:1", JSON.stringify([{ ...before, terms, at: 0 }]))
    expect(createUploadMemory({ storage: () => same, owner: 1, now: () => 0 }).list()).toMatchObject([
      { key: "", name: "a", terms: noTerms, review: true },
    ])
  })

  it("is empty if storage is denied, full or corrupt", () => {
    const refused = createUploadMemory({
      storage: () => {
        throw new Error("denied")
      },
      owner: 1,
      now: () => 0,
    })
    refused.keep(one("a"))
    expect(refused.list()).toEqual([])
    const spoilt = store()
    for (const text of ["{", "5", '[{"name":1}]', "null"]) {
      spoilt.kept.set("doujia:uploads:1", text)
      expect(createUploadMemory({ storage: () => spoilt, owner: 1, now: () => 0 }).list()).toEqual([])
    }
  })
})
