import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createSha256, sha256 } from "./sha256"

const real = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

describe("SHA-256", () => {
  it("of one block is what the platform says", () => {
    for (let length = 0; length <= 55; length++) {
      const bytes = Uint8Array.from({ length }, (_, at) => at * 7)
      expect(Buffer.from(sha256(bytes)).toString("hex")).toBe(real(bytes))
    }
    expect(() => sha256(new Uint8Array(56))).toThrow(RangeError)
  })

  it("of pieces of any length is what the platform says of the whole", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), (pieces) => {
        const hash = createSha256()
        for (const piece of pieces) hash.update(piece)
        expect(hash.digest()).toBe(real(Buffer.concat(pieces)))
      }),
    )
  })

  it("knows the edges of a block", () => {
    for (const length of [54, 55, 56, 57, 63, 64, 65, 119, 120, 128]) {
      const bytes = new Uint8Array(length).fill(0x61)
      const hash = createSha256()
      hash.update(bytes)
      expect(hash.digest(), String(length)).toBe(real(bytes))
    }
  })
})
