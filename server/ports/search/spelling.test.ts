import { expect, test } from "vitest"
import { nearestWord, oneLetterApart } from "./spelling"

test.each([
  ["postgresql", "postgresql", false],
  ["postgrasql", "postgresql", true],
  ["postgrsql", "postgresql", true],
  ["postgresqql", "postgresql", true],
  ["psotgresql", "postgresql", true],
  ["postgresq", "postgresql", true],
  ["pastgrasql", "postgresql", false],
  ["abcd", "abdce", false],
])("whether %s and %s differ by one letter: %s", (one, other, expected) => {
  expect(oneLetterApart(one, other)).toBe(expected)
  expect(oneLetterApart(other, one)).toBe(expected)
})

test("a known word is not corrected", () => {
  expect(nearestWord("linux", ["linus", "linux"])).toBeNull()
  expect(nearestWord("linuz", ["unix", "linux"])).toBe("linux")
})
