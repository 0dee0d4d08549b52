import { expect, test } from "vitest"
import { againDigestOf, digestOf, isSameSource } from "./mapping.rules"

const digest = digestOf({ id: 7, title: "讲义" })
const other = digestOf({ id: 7, title: "讲义（新）" })

test("the digest of a row that is checked again has the source row and the result in it", () => {
  const noted = againDigestOf(digest, { status: 3 })
  expect(noted).toHaveLength(32)
  expect(noted).not.toBe(againDigestOf(digest, { status: 0 }))
  expect(noted).not.toBe(againDigestOf(other, { status: 3 }))
})

test("a row is the same in the source only if it was to be checked again and has not changed there", () => {
  expect(isSameSource(againDigestOf(digest, { status: 3 }), digest)).toBe(true)
  expect(isSameSource(againDigestOf(digest, { status: 0 }), digest)).toBe(true)
  expect(isSameSource(againDigestOf(other, { status: 3 }), digest)).toBe(false)
  expect(isSameSource(digest, digest)).toBe(false)
  expect(isSameSource(undefined, digest)).toBe(false)
})
