import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { contentPolicy } from "./content-policy"
import { isFramed } from "./headers"

const directive = (policy: string, name: string) => policy.split("; ").find((one) => one.startsWith(`${name} `))!
const hash = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`

describe("the policy of a page", () => {
  test("allows exactly the inline scripts that it was rendered with", () => {
    const scripts = directive(
      contentPolicy('<script>one()</script><script src="/a.js"></script><script id="x">two()</script><script>one()</script>'),
      "script-src",
    )
    expect(scripts).toBe(`script-src 'self' ${hash("one()")} ${hash("two()")}`)
  })
  test("only an embed page may stand in anybody's page", () => {
    expect(directive(contentPolicy(""), "frame-ancestors")).toBe("frame-ancestors 'self'")
    expect(directive(contentPolicy("", true), "frame-ancestors")).toBe("frame-ancestors *")
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
  test("lets the statistics snippet load what it names, and nothing that other scripts name", () => {
    const code = 'var s=document.createElement("script");s.src="//hm.baidu.com/hm.js?1";'
    const policy = contentPolicy(`<script>"https://evil.example/x.js"</script><script data-analytics="">${code}</script>`)
    expect(directive(policy, "script-src")).toContain(" https://hm.baidu.com")
    expect(directive(policy, "connect-src")).toBe("connect-src 'self' https://hm.baidu.com")
    expect(policy).not.toContain("evil.example")
  })
})
