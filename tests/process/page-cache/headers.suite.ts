import { describe, expect, test } from "vitest"
import { cookie, until } from "../support/client"
import { query, saveSetting } from "../support/database"
import { directive, inlineScriptHashes } from "../support/html"
import type { PagesSite } from "./pages-site"

/** The headers of every response, and which scripts of a page are allowed. */
export const headersOfAnswers = ({ page, counts, data, person, sample, publicPaths, heardWithinMs }: PagesSite) => {
  describe("the headers of every address", () => {
    const addresses = () => [
      "/",
      "/login",
      "/no/such/page",
      `/document/${sample()}`,
      `/view/page/${sample()}/1.svg`,
      `/view/cover/${sample()}`,
      "/api/v1/settings",
      "/api/v1/nothing",
      "/download/made-up",
      "/healthz",
      "/sitemap.xml",
      "/icon.svg",
    ]
    test("all responses have the headers against sniffing, framing and referrers, and a request id [security: 3.4.4, 3.4.5, 3.4.6, headers-everywhere]", async () => {
      const seen = new Set<string>()
      for (const path of addresses()) {
        const { headers } = await page(path)
        expect({ path, ...headers }).toMatchObject({
          path,
          "x-content-type-options": "nosniff",
          "x-frame-options": "SAMEORIGIN",
          "referrer-policy": "strict-origin-when-cross-origin",
          "cross-origin-opener-policy": "same-origin",
        })
        expect(headers["content-security-policy"]).toMatch(/frame-ancestors '(self|none)'/)
        expect(headers["strict-transport-security"]).toBeUndefined()
        expect(headers["x-powered-by"]).toBeUndefined()
        seen.add(String(headers["x-request-id"]))
      }
      expect(seen.size).toBe(addresses().length)
    })
    test("responses over https have Strict-Transport-Security", async () => {
      for (const path of addresses())
        expect((await page(path, { "x-forwarded-proto": "https" })).headers["strict-transport-security"]).toBe("max-age=31536000")
    })
    test("a page image has a policy that allows no scripts or requests [security: 3.2.1]", async () => {
      const { headers } = await page(`/view/page/${sample()}/1.svg`)
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'.*sandbox$/)
    })
  })

  describe("Content-Security-Policy for scripts", () => {
    test("no 'unsafe-inline' for scripts, and the hash of every inline script is listed, on public and personal pages [security: 3.4.3, policy-nonce]", async () => {
      for (const [path, headers] of [
        ...publicPaths().map((path) => [path, {}] as const),
        ["/login", {}],
        ["/me", cookie(person())],
        ["/no/such/page", {}],
      ] as const) {
        const reply = await page(path, headers)
        const policy = String(reply.headers["content-security-policy"])
        const sources = directive(policy, "script-src")
        const html = reply.body.toString("utf8")
        expect(sources).toContain("'self'")
        expect(sources.join(" ")).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/)
        const missing = inlineScriptHashes(html).filter((hash) => !sources.includes(hash))
        expect({ path, missing }).toEqual({ path, missing: [] })
        expect({ path, handlers: html.match(/<[a-z]+[^>]*\son(click|error|load)=/i) }).toEqual({ path, handlers: null })
        for (const name of ["object-src", "base-uri", "frame-ancestors", "form-action"]) expect(directive(policy, name).length).toBe(1)
        expect({ path, nonce: /nonce="[^"]|'nonce-/.exec(html)?.[0] }).toEqual({ path, nonce: undefined })
      }
    })

    test("a script in a page that comes from a setting is not allowed; every render gives the same bytes [security: policy-nonce]", async () => {
      const injected = '<script data-analytics="">window.ran="//evil.example/x.js"</script>'
      // bypasses the sanitizer of PUT /config, as an import does
      await saveSetting(data().path, "display", "copyright_statement", `版权${injected}`)
      await until("the statement", async () => (await page("/")).body.includes("window.ran"), heardWithinMs)
      const first = await page("/")
      const html = first.body.toString("utf8")
      const [hash] = inlineScriptHashes(injected)
      expect(inlineScriptHashes(html)).toContain(hash)
      expect(first.headers["content-security-policy"]).not.toContain(hash)
      expect(first.headers["content-security-policy"]).not.toContain("evil.example")
      const drop = JSON.stringify({ topic: "changed", event: { what: "*", id: "" } })
      const drawnAgain = async () => {
        const before = await counts()
        await query(data().path, "select pg_notify('doujia', $1)", [drop])
        await until("a new rendering", async () => (await page("/")) && (await counts()).miss > before.miss, heardWithinMs)
        return (await page("/")).headers.etag
      }
      // a nonce differs in every rendering; a counter or an age on the page only differs once in a while
      let last = first.headers.etag
      await until("two renderings of the same bytes", async () => last === (last = await drawnAgain()))
      await saveSetting(data().path, "display", "copyright_statement", "")
      await until("the statement is gone", async () => !(await page("/")).body.includes("window.ran"), heardWithinMs)
    })
  })

  test("analytics code is in public pages, but not in pages with a password field or personal data [security: analytics-pages]", async () => {
    await saveSetting(data().path, "system", "analytics", "<script>window.counted = 1</script>")
    const holds = async (path: string, headers?: Record<string, string>) => (await page(path, headers)).body.includes("window.counted")
    await until("the code", () => holds("/"), heardWithinMs)
    for (const path of publicPaths().filter((path) => path !== "/joinvip"))
      expect({ path, holds: await holds(path) }).toEqual({ path, holds: true })
    for (const path of ["/login", "/register", "/findpassword", "/findpassword-mobile", "/oauth/github", "/order"])
      expect({ path, holds: await holds(path) }).toEqual({ path, holds: false })
    for (const path of ["/me", "/me/password", "/admin/dashboard"])
      expect({ path, holds: await holds(path, cookie(person())) }).toEqual({ path, holds: false })
    await saveSetting(data().path, "system", "analytics", "")
    await until("the code is gone", async () => !(await holds("/")), heardWithinMs)
  })
}
