import { expect, test } from "vitest"
import { maskedAddress, withoutTokens } from "./masked-address"

test("an address is shown without path, query and user", () => {
  expect(maskedAddress("https://hooks.example.org/robot/send?token=abc")).toBe("https://hooks.example.org/******")
  expect(maskedAddress("https://name:word@hooks.example.org/")).toBe("https://hooks.example.org/******")
  for (const text of ["https://hooks.example.org", "https://hooks.example.org/", "不是地址", ""]) expect(maskedAddress(text)).toBe(text)
})

test("secrets in an address are hidden, the rest of it stays", () => {
  expect(withoutTokens("https://sms.example.org/send?access_key=abc&to=1")).toBe("https://sms.example.org/send?access_key=******&to=1")
  expect(withoutTokens("https://name:word@sms.example.org/a")).toBe("https://sms.example.org/a")
  for (const text of ["https://example.org/a?page=2#b", "看 https://example.org/?token=1", ""]) expect(withoutTokens(text)).toBe(text)
})
