import { describe, expect, test } from "vitest"
import { codeOf, isCodeOf, type CodeRow } from "./code.rules"

const secret = new Uint8Array(32).fill(7)
const row: CodeRow = { id: 1, channel: "mail", address: "one@example.org", type: 0, salt: "salt" }

describe("the digits of a verification code", () => {
  test("depend on every bound field, and on the secret [security: 6.6.2]", () => {
    const others = [{ id: 2 }, { channel: "sms" }, { address: "two@example.org" }, { type: 1 }, { salt: "tlas" }].map((part) =>
      codeOf(secret, { ...row, ...part }),
    )
    const all = [codeOf(secret, row), codeOf(new Uint8Array(32).fill(8), row), ...others]
    expect(new Set(all).size).toBe(all.length)
    expect(all.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(codeOf(secret, { ...row })).toBe(codeOf(secret, row))
  })

  test("are evenly distributed [security: 6.5.4]", () => {
    const first = Array.from({ length: 5_000 }, (_, id) => Number(codeOf(secret, { ...row, id })[0]))
    for (let digit = 0; digit < 10; digit++) expect(first.filter((one) => one === digit).length).toBeGreaterThan(400)
  })

  test("are accepted with spaces and in full width", () => {
    const code = codeOf(secret, row)
    const wide = code.replace(/\d/g, (digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0))
    for (const given of [code, ` ${code}`, `${code.slice(0, 3)} ${code.slice(3)}`, wide]) expect(isCodeOf(secret, row, given)).toBe(true)
    for (const given of ["", code.slice(1), `${code}0`, `${code.slice(0, 5)}x`, "一二三四五六"])
      expect(isCodeOf(secret, row, given)).toBe(false)
  })
})
