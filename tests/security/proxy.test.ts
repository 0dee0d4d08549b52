import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"

/* Operators copy docs/proxy.md to the proxies in front of their sites. */

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "proxy.md"), "utf8")
const nginx = /```nginx\n([^]*?)```/.exec(page)![1]!
const directives = (name: string) => [...nginx.matchAll(new RegExp(`^\\s*${name}\\s+([^;]+);`, "gm"))].map(([, value]) => value!.trim())

describe("the sample configuration of the proxy", () => {
  test("accepts only TLS 1.2 and 1.3, and redirects plain HTTP there [security: proxy-config]", () => {
    expect(directives("ssl_protocols")).toEqual(["TLSv1.2 TLSv1.3"])
    expect(directives("return")).toEqual(["301 https://$host$request_uri"])
    expect(directives("ssl_ciphers")).toEqual([])
  })

  test("sets the headers for client and protocol itself, and does not buffer", () => {
    expect(directives("proxy_set_header")).toEqual(
      expect.arrayContaining(["Host $host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"]),
    )
    expect(["proxy_buffering", "proxy_request_buffering"].map((name) => directives(name))).toEqual([["off"], ["off"]])
  })
})
