import { describe, expect, it } from "vitest"
import { createUploadMemory } from "./upload-memory"
import { noTerms } from "./upload-terms"

const store = () => {
  const kept = new Map<string, string>()
  return { kept, getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value), removeItem: (key: string) => void kept.delete(key) }
}
const one = (name: string, part = {}) => ({ name, size: 5, md5: `md5-${name}`, url: `/tus/${name}`, attachment: 0, share: 0.5, title: name, terms: noTerms, ...part })

describe("what a browser remembers of unfinished uploads", () => {
  it("one entry for each content, the last word counts", () => {
    const memory = createUploadMemory({ storage: store, owner: 1, now: () => 10 })
    expect(memory.list()).toEqual([])
    const same = store()
    const kept = createUploadMemory({ storage: () => same, owner: 1, now: () => 10 })
    kept.keep(one("a"))
    kept.keep(one("b"))
    kept.keep(one("a", { share: 0.9 }))
    expect(kept.list().map(({ name, share }) => [name, share])).toEqual([["b", 0.5], ["a", 0.9]])
    expect(kept.find("md5-a", 5)).toMatchObject({ url: "/tus/a", at: 10 })
    expect(kept.find("md5-a", 6)).toBeUndefined()
    kept.forget("md5-a", 5)
    expect(kept.list().map(({ name }) => name)).toEqual(["b"])
  })

  it("belongs to one person, and lives a day", () => {
    const same = store()
    let now = 0
    const memoryOf = (owner: number) => createUploadMemory({ storage: () => same, owner, now: () => now })
    memoryOf(1).keep(one("a"))
    expect(memoryOf(2).list()).toEqual([])
    now = 24 * 3_600_000
    expect(memoryOf(1).list()).toEqual([])
  })

  it("is nothing where storage is refused, full or spoilt", () => {
    const refused = createUploadMemory({ storage: () => { throw new Error("denied") }, owner: 1, now: () => 0 })
    refused.keep(one("a"))
    expect(refused.list()).toEqual([])
    const spoilt = store()
    for (const text of ["{", "5", '[{"name":1}]', "null"]) {
      spoilt.kept.set("doujia:uploads:1", text)
      expect(createUploadMemory({ storage: () => spoilt, owner: 1, now: () => 0 }).list()).toEqual([])
    }
  })
})
