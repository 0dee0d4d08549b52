import { createHash } from "node:crypto"
import { afterEach, describe, expect, it, vi } from "vitest"
import { HashStopped, hashFile } from "./hash-file"

type Say = (type: string, data?: object) => void
/** The part of a browser's Worker that the code uses. */
const stubWorker = (act: (say: Say) => void) => {
  const made = { count: 0, terminated: 0 }
  class Stub extends EventTarget {
    constructor() {
      super()
      made.count += 1
    }
    postMessage = () =>
      queueMicrotask(() =>
        act((type, data) => this.dispatchEvent(type === "message" ? new MessageEvent("message", { data }) : new Event(type))),
      )
    terminate = () => void (made.terminated += 1)
  }
  vi.stubGlobal("Worker", Stub)
  return made
}
const small = new File(["豆架"], "小.txt")
const large = new File([new Uint8Array(3 * 1024 * 1024).fill(7)], "大.pdf")
const md5 = async (file: File) =>
  createHash("md5")
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest("hex")
const shares: number[] = []
const hash = (file: File, signal = new AbortController().signal) => hashFile(file, (share) => shares.push(share), signal)

afterEach(() => {
  shares.length = 0
  vi.unstubAllGlobals()
})

describe("the hash of a file", () => {
  it("of a large file is computed in a worker, which is terminated", async () => {
    const made = stubWorker((say) => {
      say("message", { share: 0.5 })
      say("message", { md5: "abc" })
    })
    expect(await hash(large)).toBe("abc")
    expect([shares, made]).toEqual([[0.5], { count: 1, terminated: 1 }])
  })

  it("of a small file needs no worker", async () => {
    const made = stubWorker(() => undefined)
    expect(await hash(small)).toBe(await md5(small))
    expect(made.count).toBe(0)
  })

  it("is computed by the page if no worker starts, or none exist", async () => {
    stubWorker((say) => say("error"))
    expect(await hash(large)).toBe(await md5(large))
    vi.unstubAllGlobals()
    expect(await hash(large)).toBe(await md5(large))
  })

  it("stops when it is aborted", async () => {
    const made = stubWorker(() => undefined)
    const control = new AbortController()
    const pendingHash = hash(large, control.signal)
    control.abort()
    await expect(pendingHash).rejects.toThrow(HashStopped)
    expect(made.terminated).toBe(1)
    await expect(hash(small, control.signal)).rejects.toThrow(HashStopped)
  })

  it("an unreadable file yields the specified message", async () => {
    stubWorker((say) => say("message", { failed: true }))
    await expect(hash(large)).rejects.toThrow("文件读取失败")
  })
})
