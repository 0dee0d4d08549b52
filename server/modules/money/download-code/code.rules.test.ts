import { expect, test } from "vitest"
import { keptOf, newCodes } from "./code.rules"

test("a batch has unique codes of five groups, without similar-looking letters", () => {
  const codes = newCodes(1_000)
  expect(new Set(codes).size).toBe(1_000)
  for (const code of codes) expect(code).toMatch(/^([A-HJKMNP-Z2-9]{4}-){4}[A-HJKMNP-Z2-9]{4}$/)
})

test("a code matches in any spelling, and no other code matches", () => {
  const [code = "", other = ""] = newCodes(2)
  for (const typed of [code, code.toLowerCase(), code.replaceAll("-", ""), ` ${code.replaceAll("-", " ")} `, code.replaceAll("-", "—")])
    expect(keptOf(typed)).toEqual(keptOf(code))
  expect(keptOf(code)?.hash).not.toBe(keptOf(other)?.hash)
})

test("the stored value reveals only the prefix of a code", () => {
  const [code = ""] = newCodes(1)
  const codeDigest = keptOf(code)!
  expect(codeDigest.hint).toBe(code.slice(0, 4))
  expect(JSON.stringify(codeDigest).toUpperCase()).not.toContain(code.slice(5, 9))
})

test.each(["", "ABCD", "ABCD-EFGH-JKMN-PQRS", "ABCD-EFGH-JKMN-PQRS-TUVW-X"])("%j is not a code", (text) => expect(keptOf(text)).toBeNull())
