import { describe, expect, test } from "vitest"
import { cookie, register, until } from "../support/client"
import { saveSetting } from "../support/database"
import { visibleText } from "../support/html"
import type { PagesSite } from "./pages-site"

/** Pages of one user, and pages where an anonymous user types a password: no browser caches them. */
export const privatePages = ({ page, counts, server, data, person, sample, heardWithinMs }: PagesSite) => {
  describe("pages for anonymous visitors", () => {
    test("login, registration and recovery are rendered once for all visitors without a session, and no browser stores them", async () => {
      const paths = ["/login", "/register", "/findpassword", `/login?redirect=/document/${sample()}`]
      for (const path of paths) await page(path)
      const before = await counts()
      for (const path of paths) {
        const reply = await page(path)
        expect({ path, cache: reply.headers["cache-control"] }).toEqual({ path, cache: "private, no-store" })
        expect(reply.headers["set-cookie"]).toBeUndefined()
      }
      expect(await counts()).toEqual({ ...before, hit: before.hit + paths.length })
      // private pages: a reset link, and a logged-in user
      expect((await page("/findpassword?token=made-up-token&email=a%40example.com")).body.includes("made-up-token")).toBe(true)
      await page("/login", cookie(person()))
      expect((await counts()).private).toBe(before.private + 2)
      expect((await page("/findpassword")).body.includes("made-up-token")).toBe(false)
    })
  })

  describe("pages of one user", () => {
    test("/me is private, not stored, and shows only data of the user [security: 14.3.2]", async () => {
      const mine = await page("/me", cookie(person()))
      expect(mine).toMatchObject({ status: 200, headers: { "cache-control": "private, no-store" } })
      const visitor = await page("/me")
      expect(visitor.status).toBe(307)
      expect(String(visitor.headers.location)).toMatch(/\/login/)
      expect(String(visitor.headers["cache-control"])).toContain("no-store")
      const another = await register(server().url, "wkjsomeone")
      const theirs = await page("/me", cookie(another))
      expect(theirs.body.includes(person().username)).toBe(false)
    })

    test("a redirect keeps the host that the visitor used", async () => {
      const reply = await page("/me", { host: "library.example:8443" })
      expect(String(reply.headers.location)).toMatch(/^(\/login|https?:\/\/library\.example:8443\/login)/)
    })

    test("with login_required visitors are redirected to the login, users get their page, and the cache is not used", async () => {
      const open = await page("/")
      expect(open.status).toBe(200)
      await saveSetting(data().path, "security", "login_required", "true")
      const closed = await until(
        "the site is closed",
        async () => {
          const reply = await page("/")
          return reply.status === 307 && reply
        },
        heardWithinMs,
      )
      expect(String(closed.headers.location)).toMatch(/\/login/)
      expect((await page("/login")).status).toBe(200)
      const mine = await page("/", cookie(person()))
      expect({ status: mine.status, cache: mine.headers["cache-control"] }).toEqual({ status: 200, cache: "private, no-store" })
      expect(visibleText(mine.body.toString("utf8")).length).toBeGreaterThan(50)
      await saveSetting(data().path, "security", "login_required", "false")
      await until("the site is open again", async () => (await page("/")).status === 200, heardWithinMs)
    })
  })
}
