import { afterEach, beforeEach } from "vitest"
import type { SpiderDocument, SpiderUrl } from "../../lib/contract/types"
import { createCtx } from "../../server/context"
import { crawl } from "../../server/modules/collecting/spider/crawl.usecases"
import { createGuardedWeb } from "../../server/ports/web/guarded.web"
import { libraryOf } from "./library"
import { otherSite } from "./other-site"
import { testApp } from "./test-app"

/** A signal that is never aborted. */
export const goOn = new AbortController().signal

/** Returns the data of a response that must be successful. */
export const ok = <T>(reply: { ok: true; data: T } | { ok: false; message: string }): T => {
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

export const page = (...anchors: string[]) => `<html><body>${anchors.join("")}</body></html>`
export const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`)

type NewLink = { url: string } & Record<string, unknown>

/**
 * Creates a back end that may read one site on this machine, whose pages the test defines. Links, documents and pages are reset before each
 * test.
 */
export const spiderWorld = async () => {
  const site = await otherSite()
  const clock = { now: new Date("2026-11-24T01:00:00Z") }
  const web = createGuardedWeb({ allowed: ["127.0.0.1"], anyPort: true, politeMs: 1 })
  const app = await testApp({ web, now: () => clock.now })
  const [admin, person] = [await app.admin(), await app.person()]
  const ctx = createCtx(app)
  beforeEach(() => {
    for (const path of Object.keys(site.pages)) delete site.pages[path]
    site.asked.length = 0
    site.headers.length = 0
  })
  afterEach(async () => {
    await app.database.pool.query("delete from spider_url; delete from spider_document; delete from spider_host")
  })
  const links = async () => ok(await app.call("GET /spiderurl/list", { size: 100 }, admin)).spider_url as SpiderUrl[]
  const documents = async (query = {}) =>
    ok(await app.call("GET /spiderdocument/list", { size: 100, ...query }, admin)).spider_document as SpiderDocument[]
  const add = async (input: NewLink) => {
    ok(await app.call("POST /spiderurl", input, admin))
    return (await links())[0]!
  }
  const crawled = async (input: NewLink) => {
    const { id } = await add(input)
    await crawl(ctx, { id }, goOn)
    return (await links()).find((row) => row.id === id)!
  }
  return { app, library: libraryOf(app), admin, person, site, ctx, clock, links, documents, add, crawled }
}
