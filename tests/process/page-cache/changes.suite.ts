import { describe, expect, test } from "vitest"
import { attachmentOf, call, converted, login, submit, until, upload } from "../support/client"
import { query, saveSetting } from "../support/database"
import type { PagesSite } from "./pages-site"

/** A change appears in the next response, and only the pages that show it are rendered again. */
export const changesAreVisible = ({ page, counts, server, data, person, sample, heardWithinMs }: PagesSite) => {
  describe("a change is visible in the next request", () => {
    test("for a new document, from its upload to its deletion", async () => {
      // matches are highlighted, so the title is not contiguous in the page; its number is
      const stamp = String(Date.now())
      const title = `缓存里的新文档 ${stamp}`
      const showsDocument = async (path: string) => (await page(path)).body.toString("utf8").includes(stamp)
      const list = `/search?wd=${encodeURIComponent("缓存里的新文档")}`
      for (const path of ["/category", list]) expect(await showsDocument(path)).toBe(false)
      const made = await submit(
        server().url,
        person(),
        attachmentOf(await upload(server().url, person(), "新.txt", `正文 ${title}`)),
        title,
      )
      await converted(server().url, made.uuid)
      expect(await showsDocument(`/document/${made.uuid}`)).toBe(true)
      // lists are not rendered again for every new document: they contain it seconds later
      for (const path of ["/category", list])
        await until(`${path} to show the new document`, () => showsDocument(path), heardWithinMs + 5_000)
      expect((await call(server().url, `DELETE /document?id=${made.id}`, {}, person())).status).toBe(200)
      for (const path of ["/category", list]) expect({ path, found: await showsDocument(path) }).toEqual({ path, found: false })
      expect((await page(`/document/${made.uuid}`)).status).toBe(410)
    })

    test("for a setting, on every page", async () => {
      const paths = ["/", "/category", `/document/${sample()}`]
      for (const path of paths) await page(path)
      await saveSetting(data().path, "system", "sitename", "改了名字的文库")
      await until("the new name", async () => (await page(paths[0]!)).body.includes("改了名字的文库"), heardWithinMs)
      for (const path of paths)
        expect({ path, renamed: (await page(path)).body.includes("改了名字的文库") }).toEqual({ path, renamed: true })
    })

    test("for a direct database change, once staff have cleared the cache", async () => {
      const admin = await login(server().url, "admin", data().admin.password)
      await page("/category")
      await query(data().path, "update category set title = '绕过网站改的分类' where id = (select min(id) from category where type = 0)")
      const seen = async () => (await page("/category")).body.includes("绕过网站改的分类")
      expect(await seen()).toBe(false)
      expect((await call(server().url, "DELETE /config/page/cache", {}, admin)).status).toBe(200)
      await until("the new name", seen, heardWithinMs)
    })

    test("and only pages with the document are rendered again", async () => {
      for (const path of ["/article", `/document/${sample()}`]) await page(path)
      const before = await counts()
      await query(data().path, "select pg_notify('doujia', $1)", [
        JSON.stringify({ topic: "changed", event: { what: "document", id: sample() } }),
      ])
      const drawnAgain = async () => {
        await page(`/document/${sample()}`)
        return (await counts()).miss === before.miss + 1
      }
      await until("the document's page to be drawn again", drawnAgain, heardWithinMs)
      await page("/article")
      expect((await counts()).miss).toBe(before.miss + 1)
    })

    test("after a lost database connection no stale page is served", async () => {
      await page("/")
      const [{ pid }] = (await query<{ pid: number }>(data().path, "select pg_backend_pid() pid")) as [{ pid: number }]
      expect(pid).toBeGreaterThan(0)
      // the LISTEN connection is cut, so the change is not announced
      await query(
        data().path,
        "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and pid <> pg_backend_pid()",
      )
      await query(
        data().path,
        "insert into config (category, name, value) values ('system', 'sitename', '断线时改的名字') on conflict (category, name) do update set value = excluded.value",
      )
      await until("the new name", async () => (await page("/")).body.toString("utf8").includes("断线时改的名字"), 10_000)
    })
  })
}
