import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { contentPolicy, withoutNonce } from "./content-policy"
import { isFramed } from "../wire/headers"
import { patience } from "../../tests/setup/patience"

const directive = (policy: string, name: string) => policy.split("; ").find((one) => one.startsWith(`${name} `))!
const hash = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`

describe("the policy of a page [security: 3.4.3, policy-nonce]", () => {
  test("allows exactly the inline scripts that carry the nonce it was rendered with", () => {
    const page = `<script nonce="n0">one()</script><script src="/a.js" nonce="n0"></script><script id="x" nonce="n0">two("n0")</script>
      <script>injected()</script><script nonce="">injected(1)</script><script nonce="n1">injected(2)</script><script nonce="n0">one()</script>`
    expect(directive(contentPolicy(page, "n0"), "script-src")).toBe(`script-src 'self' ${hash("one()")} ${hash('two("")')}`)
    expect(withoutNonce(page, "n0")).not.toContain("n0")
    expect(withoutNonce(page, "n0")).toContain("<script>one()</script>")
  })
  test("forbids a base address and plug-ins [security: 3.4.3]", () => {
    for (const name of ["base-uri", "object-src"]) expect(directive(contentPolicy("", "n0"), name)).toBe(`${name} 'none'`)
  })
  test("an unclosed tag before one of our scripts adds no attributes to it", () => {
    const page = `<script data-analytics="" x=<script nonce="n0">"https://evil.example/x.js"</script>`
    expect(contentPolicy(page, "n0")).not.toContain("evil.example")
  })
  test("a page full of unclosed scripts is parsed in linear time", () => {
    const begun = performance.now()
    expect(contentPolicy("<script>".repeat(200_000), "n0")).toContain("script-src 'self';")
    expect(performance.now() - begun).toBeLessThan(1_000 * patience)
  })
  test("only an embed page may be framed by other sites", () => {
    expect(directive(contentPolicy("", "n0"), "frame-ancestors")).toBe("frame-ancestors 'self'")
    expect(directive(contentPolicy("", "n0", true), "frame-ancestors")).toBe("frame-ancestors *")
    expect(
      [
        "/embed/abc123",
        "/embed/abc",
        "/embed/",
        "/embed",
        "/embed/a/b",
        "/document/abc",
        "/embedded/abc",
        "/embed/../admin",
        "//embed/abc",
        "/admin",
      ].filter(isFramed),
    ).toEqual(["/embed/abc123", "/embed/abc"])
  })
  test("allows the analytics snippet to load its own sources, and no sources of other scripts", () => {
    const code = 'var s=document.createElement("script");s.src="//hm.baidu.com/hm.js?1";'
    const policy = contentPolicy(
      `<script nonce="n0">"https://evil.example/x.js"</script><script data-analytics="">"//evil.example/y.js"</script>
      <script nonce="n0" data-analytics="">${code}</script>`,
      "n0",
    )
    expect(directive(policy, "script-src")).toContain(" https://hm.baidu.com")
    expect(directive(policy, "connect-src")).toBe("connect-src 'self' https://hm.baidu.com")
    expect(policy).not.toContain("evil.example")
  })
})
