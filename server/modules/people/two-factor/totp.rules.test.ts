import { describe, expect, test } from "vitest"
import { stepOf, totpAt } from "@/tests/setup/totp"
import { matchingStep, newTotpSecret, totpUri } from "./totp.rules"

/** The ASCII secret 12345678901234567890 of RFC 6238, appendix B, in base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
const at = (seconds: number) => new Date(seconds * 1000)

describe("time-based one-time passwords [security: two-factor, 6.5.5]", () => {
  test.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("the code at %i is the last six digits of RFC 6238's %s", (seconds, code) =>
    expect(matchingStep(secret, code.slice(2), at(seconds), 0)).toBe(Math.floor(seconds / 30)),
  )

  test("the codes of the previous and the next step are accepted, none further away", () => {
    const now = at(1_234_567_890)
    const step = stepOf(now)
    for (const [away, fits] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const)
      expect(matchingStep(secret, totpAt(secret, step + away), now, 0), String(away)).toBe(fits ? step + away : null)
  })

  test("a used code, and any before it, is rejected", () => {
    const now = at(1_234_567_890)
    const step = stepOf(now)
    expect(matchingStep(secret, totpAt(secret, step), now, step)).toBeNull()
    expect(matchingStep(secret, totpAt(secret, step - 1), now, step)).toBeNull()
    expect(matchingStep(secret, totpAt(secret, step + 1), now, step)).toBe(step + 1)
  })

  test("anything but six digits is rejected", () => {
    const now = at(1_234_567_890)
    for (const code of ["", "00592", "0059244", "abcdef", "００５９２４"]) expect(matchingStep(secret, code, now, 0)).toBeNull()
  })

  test("secrets have 160 bits and differ [security: 6.5.3]", () => {
    const made = Array.from({ length: 50 }, newTotpSecret)
    expect(new Set(made).size).toBe(50)
    for (const one of made) expect(one).toMatch(/^[A-Z2-7]{32}$/)
  })

  test("the address names site and account, with any characters", () => {
    const uri = new URL(totpUri(secret, "豆架: 文库 & 图书", "林知夏"))
    expect(decodeURIComponent(uri.pathname)).toBe("//totp/豆架  文库 & 图书:林知夏".slice(uri.pathname.startsWith("//") ? 0 : 6))
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret,
      issuer: "豆架  文库 & 图书",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    })
  })
})
