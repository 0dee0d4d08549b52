import { expect, test } from "vitest"
import { spelledCode } from "@/server/security/spelled-code"
import { newRecoveryCodes, secretOf, selectorOf } from "./recovery-code.rules"

test("codes come in sets of ten, with different prefixes, and without similar-looking letters [security: 6.5.3]", () => {
  const sets = Array.from({ length: 40 }, newRecoveryCodes)
  expect(new Set(sets.flat()).size).toBe(400)
  for (const codes of sets) {
    expect(new Set(codes.map((code) => selectorOf(spelledCode(code)))).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([abcdefghjkmnpqrstuvwxyz2-9]{4}-){3}[abcdefghjkmnpqrstuvwxyz2-9]{4}$/)
  }
})

test("a typed code is normalized, and split into its prefix and its secret", () => {
  for (const typed of ["abcd-efgh-jkmn-pqrs", " ABCD efgh JKMN pqrs", "ａｂｃｄ—efgh–jkmn‐pqrs"]) {
    expect(selectorOf(spelledCode(typed))).toBe("abcd")
    expect(secretOf(spelledCode(typed))).toBe("efghjkmnpqrs")
  }
  for (const none of ["", "abcd", "abcd-efgh-jkmn-pqr", "abcd-efgh-jkmn-pqrst"]) expect(secretOf(spelledCode(none))).toBe("")
})
