import { expect, test } from "vitest"
import { ownPath } from "./path"

test("a redirect stays on the site and avoids the login pages", () => {
  expect(
    ["/me/document", "//evil.cn", "https://evil.cn", "/oauth/wechat", "/login?redirect=/x", "/\\evil.cn"].map((path) => ownPath(path)),
  ).toEqual(["/me/document", "/me", "/me", "/me", "/me", "/me"])
})

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "/oauth/github?code=1",
  "/login",
  "/./register",
])("the redirect %j leads to the personal area", (redirect) => {
  expect(ownPath(redirect)).toBe("/me")
})
