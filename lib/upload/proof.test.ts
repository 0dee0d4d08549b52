import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { md5Of, piece } from "./md5"
import { proofOf } from "./proof"

const bytes = Uint8Array.from({ length: piece * 2 + 1234 }, (_, at) => (at * 31 + (at >> 8)) & 255)
const file = new Blob([bytes])
const broken = {
  size: 10,
  slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException("gone", "NotFoundError")) }),
} as unknown as Blob

describe("the proof of file possession", () => {
  it("is SHA-256 over the salt and the requested bytes, across read chunks", async () => {
    const ranges = [
      [0, 7],
      [piece - 3, 9],
      [10, piece + 500],
      [bytes.length - 5, 5],
    ] as const
    const hash = createHash("sha256").update("盐-42")
    for (const [offset, length] of ranges) hash.update(bytes.subarray(offset, offset + length))
    expect(await proofOf(file, { salt: "盐-42", ranges })).toBe(hash.digest("hex"))
  })

  it("differs for one changed byte", async () => {
    const other = bytes.slice()
    other[piece] = other[piece]! ^ 1
    const question = { salt: "s", ranges: [[piece - 1, 3]] as const }
    expect(await proofOf(new Blob([other]), question)).not.toBe(await proofOf(file, question))
  })

  it("fails with the specified message when the file is gone", async () => {
    await expect(proofOf(broken, { salt: "s", ranges: [[0, 5]] })).rejects.toThrow("文件读取失败")
  })
})

describe("the hash of a file", () => {
  it("is its MD5, read in chunks of 2 MB, and reports progress", async () => {
    const shares: number[] = []
    expect(await md5Of(file, (share) => void shares.push(share))).toBe(createHash("md5").update(bytes).digest("hex"))
    expect(shares).toHaveLength(3)
    expect(shares.at(-1)).toBe(1)
  })

  it("can be aborted, and fails with the specified message", async () => {
    let pieces = 0
    expect(await md5Of(file, () => ++pieces < 2)).toBe("")
    expect(pieces).toBe(2)
    await expect(md5Of(broken, () => true)).rejects.toThrow("文件读取失败")
  })
})
