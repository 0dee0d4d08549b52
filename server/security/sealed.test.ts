import { expect, test } from "vitest"
import { openText, sealText } from "./sealed"

const secret = new TextEncoder().encode("a secret of the tests only, 32 bytes at least")
const other = new TextEncoder().encode("another secret of the tests, 32 bytes at least")

test("a sealed text opens only with its secret, purpose and owner", () => {
  const sealed = sealText(secret, "totp", "7", "GEZDGNBVGY3TQOJQ")
  expect(sealed).not.toContain("GEZDGNBV")
  expect(sealText(secret, "totp", "7", "GEZDGNBVGY3TQOJQ"), "every sealing differs").not.toBe(sealed)
  expect(openText(secret, "totp", "7", sealed)).toBe("GEZDGNBVGY3TQOJQ")
  expect(openText(other, "totp", "7", sealed)).toBeNull()
  expect(openText(secret, "mail", "7", sealed)).toBeNull()
  expect(openText(secret, "totp", "8", sealed), "moved to another person's row").toBeNull()
})

test("a modified sealed text does not open [security: 11.3.3]", () => {
  const sealed = sealText(secret, "totp", "7", "GEZDGNBVGY3TQOJQ")
  for (let at = 0; at < sealed.length - 1; at += 7) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`
    expect(openText(secret, "totp", "7", changed), String(at)).toBeNull()
  }
  expect(openText(secret, "totp", "7", "")).toBeNull()
})
