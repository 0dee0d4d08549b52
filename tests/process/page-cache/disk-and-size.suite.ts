import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { cookie, until } from "../support/client"
import type { PagesSite } from "./pages-site"

/** The files that the cache writes, and the size of a browser's downloads. */
export const diskAndSize = ({ page, data, person, sample, publicPaths }: PagesSite) => {
  describe("pages on disk", () => {
    const folder = () => join(data().path, "cache", "pages")
    const stored = async () => (await readdir(folder(), { recursive: true }).catch(() => [])).filter((name) => /[0-9a-f]{40}$/.test(name))

    test("the page of a document is written to disk; lists, missing pages and pages of a user are not [security: page-disk-keys]", async () => {
      await until("the page to be on disk", async () => (await page(`/document/${sample()}`)) && (await stored()).length > 0, 10_000)
      const before = (await stored()).length
      for (const path of ["/", "/category", "/document/ffffffffffffffff", "/login", "/no/such/page"]) await page(path)
      for (const path of ["/me", "/login", `/document/ffffffffffffffff`]) await page(path, cookie(person()))
      // what is written later comes after these
      await page(`/embed/${sample()}`)
      await until("another page to be on disk", async () => (await stored()).length > before, 10_000)
      expect(await stored()).toHaveLength(before + 1)
      for (const name of await stored()) expect((await readFile(join(folder(), name))).includes(person().username)).toBe(false)
    })
  })

  describe("the download size in a browser", () => {
    const kilobyte = 1_024
    /** Returns the scripts that the page itself names, compressed; those for browsers without modules are not downloaded. */
    const scriptsOf = async (path: string) => {
      const html = (await page(path)).body.toString("utf8")
      const tags = html.match(/<script[^>]*src="[^"]*"[^>]*>/g) ?? []
      const sources = tags.filter((tag) => !/ nomodule/i.test(tag)).map((tag) => /src="([^"]*)"/.exec(tag)![1]!)
      let sum = 0
      for (const source of new Set(sources)) sum += (await page(source, { "accept-encoding": "gzip" })).body.length
      return sum
    }

    test("the scripts of a public page stay below 170 KB, those of a document below 180 KB; Next and React are 130", async () => {
      for (const path of publicPaths()) {
        const bytes = await scriptsOf(path)
        expect(bytes, path).toBeGreaterThan(100 * kilobyte)
        expect(bytes, path).toBeLessThan((path.startsWith("/document/") ? 180 : 170) * kilobyte)
      }
    })

    test("the HTML of a document page without its text stays below 20 KB", async () => {
      const html = (await page(`/document/${sample()}`)).body.toString("utf8")
      const bytes = gzipSync(html.replace(/<div class="text">[^]*?<\/div>/, "")).length
      expect(bytes).toBeLessThan(20 * kilobyte)
    })
  })
}
