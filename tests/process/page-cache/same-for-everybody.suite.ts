import { describe, expect, test } from "vitest"
import { cookie, send } from "../support/client"
import { query } from "../support/database"
import type { PagesSite } from "./pages-site"

/** Public pages have the same bytes for every user. */
export const samePagesForEverybody = ({ page, counts, server, data, person, publicPaths }: PagesSite) => {
  describe("the same page for every visitor", () => {
    test("public pages have the same bytes with and without a session and contain no personal data [security: 14.2.2]", async () => {
      for (const path of publicPaths()) {
        const visitor = await page(path)
        const userPage = await page(path, cookie(person()))
        if (visitor.status === 404) continue
        expect({ path, status: visitor.status }).toEqual({ path, status: 200 })
        // a page whose content changed meanwhile is rendered again, for all users
        const others = [visitor, await page(path)]
        expect(others.map(({ headers }) => headers.etag)).toContain(userPage.headers.etag)
        expect(others.some(({ body }) => userPage.body.equals(body))).toBe(true)
        expect(visitor.headers["set-cookie"]).toBeUndefined()
        expect(visitor.body.includes(person().username)).toBe(false)
      }
    })

    test("a page rendered first for a user with a session contains none of their data", async () => {
      await query(data().path, "select pg_notify('doujia', $1)", [JSON.stringify({ topic: "changed", event: { what: "*", id: "" } })])
      const first = await page("/category", cookie(person()))
      const second = await page("/category")
      expect(first.body.equals(second.body)).toBe(true)
      expect(first.body.includes(person().username)).toBe(false)
    })

    test("ETag and 304, brotli and gzip of the same content", async () => {
      const plain = await page("/")
      const again = await page("/", { "if-none-match": String(plain.headers.etag) })
      expect({ status: again.status, length: again.body.length, etag: again.headers.etag }).toEqual({
        status: 304,
        length: 0,
        etag: plain.headers.etag,
      })
      expect((await page("/", { "if-none-match": '"another"' })).status).toBe(200)
      for (const encoding of ["br", "gzip"]) {
        const reply = await page("/", { "accept-encoding": encoding })
        expect(reply.headers["content-encoding"]).toBe(encoding)
        expect(reply.body.length).toBeLessThan(plain.body.length / 2)
      }
      expect(String(plain.headers.vary)).toContain("accept-encoding")
      const head = await send(`${server().url}/`, { method: "HEAD" })
      expect({ status: head.status, length: head.body.length, etag: head.headers.etag }).toEqual({
        status: 200,
        length: 0,
        etag: plain.headers.etag,
      })
    })

    test("a missing page is a 404, also from the cache and with a session [security: hard-not-found]", async () => {
      for (const path of ["/document/ffffffffffffffff", "/article/no-such-article", "/no/such/page", "/document/a'b", "/category/999999"]) {
        for (const headers of [{}, {}, cookie(person())])
          expect({ path, status: (await page(path, headers)).status }).toEqual({ path, status: 404 })
      }
      const before = await counts()
      await page("/document/ffffffffffffffff")
      expect((await counts()).hit).toBe(before.hit + 1)
    })

    test("unknown query parameters use the cached page, known ones render another page [security: rendering-limited]", async () => {
      await page("/")
      const before = await counts()
      for (let n = 0; n < 20; n++) await page(`/?utm_source=${n}&_=${Math.random()}&page=${n}`)
      const after = await counts()
      expect(after.miss).toBe(before.miss)
      expect(after.hit).toBe(before.hit + 20)
      await page("/search?wd=甲".normalize())
      await page("/search?wd=%E4%B9%99")
      expect((await counts()).miss).toBe(after.miss + 2)
      await page("/search?x=1&wd=%E4%B9%99&y=2")
      expect((await counts()).miss).toBe(after.miss + 2)
    })

    test("invalid list addresses still return a page", async () => {
      const wild = [
        "/category?page=-1&sort=id%3Bdrop&ext=__proto__&pages=9-&duration=toString&language=%F0%9F%98%80&sub=0",
        "/category/1?page=constructor&fee_type=constructor",
        "/search?wd=x&type=9&page=-1&category_id=-1&sort=%27&pages=5000000",
        "/search?wd=%27%20or%201%3D1%20--%20%25_%5C.*(%2B%5B%26%7C!%3A*",
        "/search?wd=%F0%9F%98%80&type=-1",
        "/search?wd=%ED%A0%BD%ED&type=1",
        "/search?wd=%00%0d%0a",
        "/search?wd=%E6%zz",
        `/search?wd=${"a".repeat(10_000)}`,
      ]
      for (const path of wild) {
        const reply = await page(path)
        const heading = { path: path.slice(0, 60), status: reply.status, title: reply.body.toString("utf8").split("<h1").length - 1 }
        expect(heading).toEqual({ path: path.slice(0, 60), status: 200, title: 1 })
      }
    })

    test("parallel requests for a page cause one render", async () => {
      const before = await counts()
      const replies = await Promise.all(Array.from({ length: 30 }, () => page("/search?wd=%E4%B8%80%E8%B5%B7")))
      expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1)
      expect((await counts()).miss - before.miss).toBeLessThanOrEqual(30)
      expect(replies.every(({ status }) => status === 200)).toBe(true)
    })
  })
}
