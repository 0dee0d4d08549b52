import dns from "node:dns"
import { createServer } from "node:http"
import { syncBuiltinESMExports } from "node:module"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { SpiderDocumentStatus as D, SpiderUrlStatus as U } from "../../lib/contract/collecting/spider.enums"
import { createCtx, type Ctx } from "../../server/context"
import { rehostPictures } from "../../server/modules/articles/article/remote-pictures.usecases"
import { saveSettings } from "../../server/modules/site/settings/settings.usecases"
import { crawl } from "../../server/modules/collecting/spider/crawl.usecases"
import { fetchDocument } from "../../server/modules/collecting/spider/download.usecases"
import { createGuardedWeb } from "../../server/ports/web/guarded.web"
import { otherSite } from "../setup/other-site"
import { testApp, type TestUser, type TestApp } from "../setup/test-app"
import { insideAddresses, ownHosts } from "./inside-addresses"
import { matchesIn, server } from "./matches"

/*
 * All code that fetches user-supplied URLs or URLs from external pages, tested against the same list of addresses. URLs that user 1 sets
 * are tested in `outgoing.test.ts`.
 */

let app: TestApp
let admin: TestUser
let ctx: Ctx
let site: Awaited<ReturnType<typeof otherSite>>
const goOn = new AbortController().signal

/** A service of this machine that must not be reached: it counts connections. */
const inside = createServer((_req, res) => res.writeHead(200, { "content-type": "text/html" }).end("<a href=x.pdf>秘密</a>"))
let connections = 0
inside.on("connection", () => void (connections += 1))

beforeAll(async () => {
  site = await otherSite()
  await new Promise<void>((done) => inside.listen(0, "::", done))
  // one host of this machine stands for the public web, so that external pages and redirects can lead inside
  app = await testApp({ web: createGuardedWeb({ allowed: ["127.0.0.9"], anyPort: true, politeMs: 0 }) })
  admin = await app.admin()
  ctx = createCtx(app)
})
afterAll(() => {
  inside.closeAllConnections()
  inside.close()
})
const run = (statement: string, values: unknown[] = []) => app.database.pool.query(statement, values)
const port = () => (inside.address() as AddressInfo).port
/** The page of "the public web" that leads to the URL. */
const outside = () => site.url.replace("127.0.0.1", "127.0.0.9")

const crawled = async (url: string, more: object = {}) => {
  await run("delete from spider_url; delete from spider_document; delete from spider_host")
  const reply = await app.call("POST /spiderurl", { url, ...more }, admin)
  if (!reply.ok) return { refused: true, error: reply.message }
  const [{ id }] = (await run("select id from spider_url")).rows as [{ id: string }]
  await crawl(ctx, { id: Number(id) }, goOn)
  const [row] = (await run("select status, error, total from spider_url")).rows as [{ status: number; error: string; total: number }]
  return { refused: row.status === U.failed && row.total === 0, error: row.error }
}
const fetched = async (url: string) => {
  await run("delete from spider_document; delete from spider_host")
  const [{ id }] = (await run("insert into spider_document (url, title, status) values ($1, '资料', $2) returning id", [url, D.queued]))
    .rows as [{ id: string }]
  await fetchDocument(ctx, { id: Number(id) }, goOn)
  const [row] = (await run("select status, error from spider_document")).rows as [{ status: number; error: string }]
  return { refused: row.status === D.downloadFailed, error: row.error }
}
/** Returns a page of the public web that contains the link. */
const namedBy = (link: string) => {
  site.pages["/index.html"] = `<html><body>${link}</body></html>`
  return `${outside()}/index.html`
}

type Outcome = { refused: boolean; error: string }
/** `file`: where the port is called to fetch the URL. */
type Entrance = { file: string; go: (url: string) => Promise<Outcome> }
const table: Record<string, Entrance> = {
  "a link of a crawl": { file: "server/modules/collecting/spider/crawl.usecases.ts", go: (url) => crawled(url) },
  "what a crawled page names": {
    file: "server/modules/collecting/spider/crawl.usecases.ts",
    go: async (url) => {
      const { error } = await crawled(namedBy(`<a download href="${url}">下载</a>`), { depth: 1 })
      const [row] = (await run("select count(*)::int as n from spider_document")).rows as [{ n: number }]
      return { refused: row.n === 0 || (await fetched(url)).refused, error }
    },
  },
  "the robots.txt of a link": {
    file: "server/modules/collecting/spider/politeness.usecases.ts",
    go: (url) => crawled(url.replace(/[^/]*$/, "x.html")),
  },
  "the file of a found document": { file: "server/modules/collecting/spider/download.usecases.ts", go: fetched },
  "an article to take over": {
    file: "server/modules/collecting/spider/article-crawl.usecases.ts",
    go: async (url) => {
      await run("delete from spider_host")
      const reply = await app.call("POST /article/crawl", { url }, admin)
      return { refused: !reply.ok, error: reply.ok ? "" : reply.message }
    },
  },
  "a picture of an article": {
    file: "server/modules/articles/article/remote-pictures.usecases.ts",
    go: async (url) => {
      const written = await app.call("POST /article", { title: "图", content: `<p>字</p><p><img src="${url}"></p>` }, admin)
      if (!written.ok) return { refused: true, error: written.message }
      await rehostPictures(ctx, { id: written.data.id }, goOn)
      const [row] = (await run("select content from article where id = $1", [written.data.id])).rows as [{ content: string }]
      return { refused: !row.content.includes("/uploads/"), error: "" }
    },
  },
  "the site's own domain": {
    file: "server/modules/operations/trial/domain.usecases.ts",
    go: async (url) => {
      await saveSettings(ctx, "system", { domain: url })
      const reply = await app.call("GET /config/domain/test", {}, admin)
      return { refused: !reply.ok || reply.data.error !== "", error: "" }
    },
  },
}
/** Users' images are uploaded: no URL is fetched for them. */
const unfetched: Record<string, (url: string) => Promise<Outcome>> = {
  "an avatar": async (avatar) => {
    const reply = await app.call("PUT /user/profile", { avatar }, admin)
    return { refused: !reply.ok, error: "" }
  },
}
const everywhere = [...Object.entries(table).map(([name, { go }]) => [name, go] as const), ...Object.entries(unfetched)]

test("every part of the server that fetches is in the table", () => {
  const asking = matchesIn(server, /\bweb\.(read|save|download)\(/).map((position) => position.split(":")[0]!)
  expect([...new Set(asking)].toSorted()).toEqual([...new Set(Object.values(table).map(({ file }) => file))].toSorted())
})

describe.each(everywhere)("a user-supplied address: %s [security: ssrf-corpus, 13.2.4]", (_, go) => {
  test("leads to no private address, in any notation", async () => {
    connections = 0
    const reached: string[] = []
    for (const url of [...insideAddresses, ...ownHosts.map((host) => `http://${host}:${port()}/secret.html`)])
      if (!(await go(url)).refused) reached.push(url)
    expect([reached, connections]).toEqual([[], 0])
  })

  test("leads to no private address by a redirect", async () => {
    connections = 0
    for (const host of ["127.0.0.1", "localhost", "[::1]", "2130706433"]) {
      site.pages["/away.html"] = { status: 302, headers: { location: `http://${host}:${port()}/secret.html` } }
      expect((await go(`${outside()}/away.html`)).refused).toBe(true)
    }
    expect(connections).toBe(0)
  })
})

describe("a host name that resolves differently the second time [security: ssrf-bypasses]", () => {
  const real = { lookup: dns.lookup, promised: dns.promises.lookup }
  afterEach(() => {
    dns.lookup = real.lookup
    dns.promises.lookup = real.promised
    syncBuiltinESMExports()
  })
  test.each(everywhere)("%s is blocked as well", async (_, go) => {
    connections = 0
    dns.lookup = ((name: string, options: { all?: boolean }, done: (...answer: unknown[]) => void) => {
      if (name !== "rebinding.example.org") return real.lookup(name, options as never, done as never)
      return options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4)
    }) as typeof dns.lookup
    syncBuiltinESMExports()
    expect((await go(`http://rebinding.example.org:${port()}/secret.html`)).refused).toBe(true)
    expect(connections).toBe(0)
  })
})
