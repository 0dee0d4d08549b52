import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { SpiderDocumentStatus as D, SpiderUrlStatus as U } from "@/lib/contract/collecting/spider.enums"
import { closeAtTheEnd } from "../../setup/opened"
import { call, until } from "../support/client"
import type { KilledSite } from "./killed-site"

/** The origin of the other site: a public address that is never contacted, since all requests go through the proxy below. */
const origin = "http://93.184.216.34"

/** Starts another site behind a proxy on this machine: an index, pages with one document each, and one document that all pages link to. */
const otherSite = async (pages: number) => {
  const requests: string[] = []
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url!, origin)
    requests.push(pathname)
    const html = (body: string) => res.writeHead(200, { "content-type": "text/html" }).end(`<html><body>${body}</body></html>`)
    const page = /^\/page\/(\d+)$/.exec(pathname)?.[1]
    if (pathname === "/") return html(Array.from({ length: pages }, (_, n) => `<a href="/page/${n}">第 ${n} 页</a>`).join(""))
    if (page) return html(`<a href="/file/${page}.txt">第 ${page} 份资料</a><a href="/file/shared.txt">大家都有的资料</a>`)
    if (!pathname.startsWith("/file/")) return res.writeHead(404).end()
    res.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(`${pathname} 的内容\n`.repeat(200))
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  closeAtTheEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { asked: requests, proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A crawl with its downloads and publications, whose process is killed during each of them. */
export const killedCrawl = ({ seed, random, kills, withinMs, server, loginAsAdmin, killSite, rows }: KilledSite) => {
  test(
    "a killed crawl resumes where it was, and finds, downloads and publishes everything once [security: torture]",
    async () => {
      const pages = kills
      const site = await otherSite(pages)
      const admin = await loginAsAdmin()
      const ask = async (key: string, input: object) => {
        const reply = await call(server().url, key, input, admin)
        expect([key, reply.status, reply.body.toString("utf8").slice(0, 300)]).toEqual([key, 200, expect.any(String)])
        return reply.json
      }
      /** Kills the site that many times while the number of these rows grows, and waits for all of them. */
      const through = async (statement: string, total: number, times: number) => {
        const reached = async () => (await rows<{ n: number }>(statement))[0]!.n
        for (let n = 0; n < times; n++) {
          const aim = Math.min(total - 1, Math.floor(((n + 0.5) * total) / times))
          await until(`${aim} of ${total} (seed ${seed})`, async () => (await reached()) >= aim, 60_000)
          await pause(random.below(600))
          await killSite()
        }
        await until(`all ${total} (seed ${seed})`, async () => (await reached()) >= total, 120_000)
      }
      await ask("POST /spiderurl", { url: `${origin}/`, depth: 1, proxy: site.proxy })
      await through("select pages as n from spider_url", pages + 1, Math.max(1, kills - 1))
      await until("the crawl's end", async () => (await rows<{ status: number }>("select status from spider_url"))[0]!.status === U.done)
      const expectedUrls = [...Array.from({ length: pages }, (_, n) => `${origin}/file/${n}.txt`), `${origin}/file/shared.txt`]
      const documents = await rows<{ id: string; url: string }>("select id, url from spider_document order by id")
      expect(documents.map(({ url }) => url).toSorted()).toEqual(expectedUrls.toSorted())
      // a page is only read again if the process died before recording it
      expect(site.asked.filter((path) => path.startsWith("/page/")).length).toBeLessThanOrEqual(pages + kills)

      const { id: category } = await ask("POST /category", { title: `采集 ${seed}`, type: 0 })
      const queue = (status: number, more: object = {}) =>
        ask("PUT /spiderdocument/batch", { spider_document: documents.map(({ id }) => ({ id: Number(id), status, ...more })) })
      await queue(D.queued)
      await through(
        `select count(*) filter (where status = ${D.downloaded})::int as n from spider_document`,
        documents.length,
        Math.ceil(kills / 2),
      )
      const files = await rows<{ type_id: string }>("select type_id from attachment where type = 8 and deleted_at is null order by type_id")
      expect(files.map(({ type_id }) => type_id)).toEqual(documents.map(({ id }) => id))
      await queue(D.publishQueued, { user_id: 1, category_id: `[${String(category)}]`, price: 0 })
      await killSite()
      await until("the publications", async () => {
        const [left] = await rows<{ n: number }>(`select count(*)::int as n from spider_document where status <> ${D.published}`)
        return left!.n === 0
      })
      const made = await rows<{ n: number; contents: number }>(
        "select count(*)::int as n, count(distinct d.sha256)::int as contents from document_category c join document d on d.id = c.document_id where c.category_id = $1",
        [category],
      )
      expect(made).toEqual([{ n: documents.length, contents: documents.length }])
      expect(await rows("select doc_count from category where id = $1", [category])).toEqual([{ doc_count: documents.length }])
    },
    withinMs,
  )
}
