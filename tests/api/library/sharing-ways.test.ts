import { describe, expect, test } from "vitest"
import { DocumentStatus } from "../../../lib/contract/library/document.enums"
import { api, download, shareWorld, type ShareBrowser, type SharedDocument } from "../../setup/share-world"

/* Every way to read a document that is not for everybody, for every state of a share link (docs/decisions/335). */

const { app, library, read, owner, other, make, browser, create, opened } = await shareWorld()
const hour = 3_600_000

const ways: [string, (document: SharedDocument) => string][] = [
  ["page", ({ uuid }) => `/view/page/${uuid}/1.svg`],
  ["packed page by id", ({ id }) => `/view/page/${id}/2.gzip.svg?v=1`],
  ["thumbnail", ({ uuid }) => `/view/thumb/${uuid}/1?v=1`],
  ["cover", ({ uuid }) => `/view/cover/${uuid}?v=1`],
  ["cover as JPEG", ({ uuid }) => `/view/cover/${uuid}.jpg?v=1`],
  ["the document", ({ uuid }) => api(`/document?uuid=${uuid}&with_all_content=true`)],
  ["the document by id", ({ id }) => api(`/document?id=${id}&with_author=true`)],
  ["words", ({ uuid }) => api(`/document/words?uuid=${uuid}&page=1`)],
  ["text", ({ uuid }) => api(`/document/text?uuid=${uuid}&page=1`)],
  ["blocks", ({ uuid }) => api(`/document/blocks?uuid=${uuid}&page=1`)],
  ["links", ({ uuid }) => api(`/document/links?uuid=${uuid}&page=1`)],
  ["table of contents", ({ uuid }) => api(`/document/outline?uuid=${uuid}`)],
  ["search inside", ({ uuid }) => api(`/document/inside?uuid=${uuid}&wd=${encodeURIComponent("密语")}`)],
  ["related documents", ({ uuid }) => api(`/document/related?uuid=${uuid}`)],
  ["neighbours", ({ uuid }) => api(`/document/neighbour?uuid=${uuid}`)],
]
/** Lists and catalogues, which a link never opens. */
const lists: ((document: SharedDocument) => string)[] = [
  () => api("/document/list?size=24"),
  () => api(`/document/list?user_id=${owner.id}`),
  () => api("/document/home?limit=50"),
  ({ title }) => api(`/document/search?wd=${encodeURIComponent(title)}`),
  ({ text }) => api(`/search?wd=${encodeURIComponent(text)}`),
  ({ title }) => api(`/search/suggest?wd=${encodeURIComponent(title.slice(0, 4))}`),
  () => "/sitemap.xml",
]

type Case = { reads: boolean; downloads: boolean; run: (document: SharedDocument, visitor: ShareBrowser) => Promise<void> }
const cases: Record<string, Case> = {
  none: { reads: false, downloads: false, run: async ({ id }) => void (await create(id, { download: true })) },
  valid: { reads: true, downloads: true, run: async (document, visitor) => void (await opened(visitor, document)) },
  "valid, by its password": {
    reads: true,
    downloads: true,
    run: async ({ id }, visitor) => {
      const { key } = await create(id, { password: "芝麻开门", download: true })
      expect((await visitor.open(key, "芝麻开门")).status).toBe(200)
    },
  },
  "only for reading": { reads: true, downloads: false, run: async (document, visitor) => void (await opened(visitor, document, {})) },
  "a wrong password": {
    reads: false,
    downloads: false,
    run: async ({ id }, visitor) => {
      const { key } = await create(id, { password: "1234", download: true })
      expect((await visitor.open(key, "4321")).status).toBe(400)
      expect((await visitor.open(key)).status).toBe(400)
    },
  },
  expired: {
    reads: false,
    downloads: false,
    run: async (document, visitor) => {
      const link = await opened(visitor, document, { download: true, expires_at: new Date(Date.now() + hour).toISOString() })
      await library.rows("update share_link set expires_at = now() - interval '1 second' where id = $1", [link.id])
      expect(await visitor.state(link.key)).toEqual({ state: "expired", uuid: "" })
    },
  },
  "used up": {
    reads: false,
    downloads: false,
    run: async ({ id }, visitor) => {
      const { key } = await create(id, { download: true, max_visits: 1 })
      expect((await browser().open(key)).status).toBe(200)
      expect((await visitor.open(key)).status).toBe(409)
      expect(await visitor.state(key)).toEqual({ state: "used_up", uuid: "" })
    },
  },
  revoked: {
    reads: false,
    downloads: false,
    run: async (document, visitor) => {
      const { id, key } = await opened(visitor, document)
      expect(await app.call("DELETE /document/share", { id }, owner)).toMatchObject({ ok: true })
      expect(await visitor.state(key)).toEqual({ state: "revoked", uuid: "" })
      expect((await visitor.open(key)).status).toBe(409)
    },
  },
  "of a document that staff disabled": {
    reads: false,
    downloads: false,
    run: async (document, visitor) => {
      const { key } = await opened(visitor, document)
      await read.change(document.uuid, `status = ${DocumentStatus.disabled}`)
      expect(await visitor.state(key)).toEqual({ state: "revoked", uuid: "" })
    },
  },
  "of a deleted document": {
    reads: false,
    downloads: false,
    run: async (document, visitor) => {
      const { key } = await opened(visitor, document)
      expect(await app.call("DELETE /document", { id: [document.id] }, owner)).toMatchObject({ ok: true })
      expect(await visitor.state(key)).toEqual({ state: "revoked", uuid: "" })
    },
  },
}

describe.each(["a visitor", "another member"])("for %s, a link that is", (who) => {
  const as = who === "a visitor" ? null : other
  test.each(Object.entries(cases))(
    "%s decides every way to read [security: 8.2.2, list-leaks, page-image-access]",
    async (name, { reads, downloads, run }) => {
      const document = await make(`分享 ${name} ${who}`)
      const unknown = { ...document, id: 987_654, uuid: "f".repeat(document.uuid.length) }
      const visitor = browser(as)
      await run(document, visitor)
      for (const [way, path] of ways) {
        const { status, headers, text } = await visitor.get(path(document))
        expect(status, way).toBe(reads ? 200 : 404)
        expect(String(headers["cache-control"] ?? ""), way).not.toMatch(/public|s-maxage/)
        if (reads) continue
        for (const secret of [document.title, document.text]) expect(text, way).not.toContain(secret)
        const missing = await visitor.get(path(unknown))
        expect([status, text], way).toEqual([missing.status, missing.text])
      }
      if (reads)
        for (const way of ways.slice(0, 5)) expect((await visitor.get(way[1](document))).headers["cache-control"]).toBe("private, no-store")
      const file = await visitor.get(download(document))
      expect(file.status).toBe(downloads ? 200 : reads ? 403 : 404)
      if (downloads) expect((await visitor.get(String(file.json.url))).status).toBe(200)
      for (const path of lists) expect((await visitor.get(path(document))).text).not.toContain(document.uuid)
      // without the browser's cookie there is no right, and one answer never serves another browser
      expect((await browser(as).get(ways[0]![1](document))).status).toBe(404)
      expect((await browser(as).get(api(`/document?uuid=${document.uuid}`))).status).toBe(404)
    },
  )
})
