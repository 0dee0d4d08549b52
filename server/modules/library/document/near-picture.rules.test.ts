import { expect, test } from "vitest"
import { imprintParts } from "./near-picture.rules"

const shared = (one: bigint, other: bigint) => {
  const parts = imprintParts(other)
  return imprintParts(one).filter((part, at) => part === parts[at]).length
}
const hash = BigInt.asIntN(64, 0xa5c3_9612_f00d_1234n)

test("the parts hold sixteen bits each, all of them", () => {
  expect(imprintParts(-1n)).toEqual([65_535, 65_535, 65_535, 65_535])
  expect(imprintParts(0n)).toEqual([0, 0, 0, 0])
  for (let bit = 0n; bit < 64n; bit += 1n) expect(imprintParts(1n << bit).filter(Boolean)).toHaveLength(1)
})

test("a changed bit changes one part, so three changed bits leave one", () => {
  expect(shared(hash, hash)).toBe(4)
  for (let bit = 0n; bit < 64n; bit += 1n) expect(shared(hash, hash ^ (1n << bit))).toBe(3)
  expect(shared(hash, hash ^ 0b111n)).toBe(1)
})

test("an empty row of the page fills no part", () => {
  const withoutRow = -1n ^ 0xffn
  for (const part of imprintParts(withoutRow)) expect(part).toBeGreaterThan(0)
})
