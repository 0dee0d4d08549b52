import { expect, test } from "vitest"
import { fileAnswerHeaders } from "./files"

const policy = "cross-origin-resource-policy"

test("a file may be embedded from other origins only if its server says so and it was requested without a session", () => {
  const policyOf = (sent: string, mine: boolean) => fileAnswerHeaders(200, { "content-type": "image/webp", [policy]: sent }, mine)[policy]
  expect(policyOf("cross-origin", false)).toBe("cross-origin")
  expect(policyOf("cross-origin", true)).toBe("same-origin")
  expect(policyOf("unsafe-none", false)).toBe("same-origin")
})
