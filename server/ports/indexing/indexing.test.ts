import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { expect, test } from "vitest"
import type { IndexingTarget } from "./indexing.port"
import { indexingSuite, type IndexingWorld } from "./indexing.suite"
import { memoryIndexing } from "./memory.indexing"
import { networkIndexing } from "./network.indexing"

type Answer = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>
const listening = async (answer: Answer) => {
  const server = createServer((req, res) => void answer(req, res)).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
const portAt = (address: string, timeoutMs?: number) => networkIndexing({ endpoints: { indexnow: address, baidu: address }, timeoutMs })

/** Parses a request as the search engine does, and answers in its format. */
const engines: Record<IndexingTarget, (req: IncomingMessage, res: ServerResponse, reason: string) => Promise<unknown>> = {
  indexnow: async (req, res, reason) => {
    const { host, key, keyLocation, urlList } = JSON.parse(await text(req)) as Record<string, string> & { urlList: string[] }
    const valid = req.headers["content-type"] === "application/json; charset=utf-8" && keyLocation === `https://${host}/${key}.txt`
    res.writeHead(reason ? 403 : valid ? 202 : 400).end(reason)
    return { origin: `https://${host}`, key, urls: urlList }
  },
  baidu: async (req, res, reason) => {
    const parameters = new URL(req.url!, "http://127.0.0.1").searchParams
    const urls = (await text(req)).split("\n")
    const said = reason ? { error: 401, message: reason } : { remain: 99_998, success: urls.length, not_same_site: [], not_valid: [] }
    res.writeHead(reason ? 401 : req.headers["content-type"] === "text/plain" ? 200 : 400).end(JSON.stringify(said))
    return { origin: parameters.get("site"), key: parameters.get("token"), urls }
  },
}

for (const target of ["indexnow", "baidu"] as const)
  indexingSuite(target, async () => {
    const received: unknown[] = []
    let reason = ""
    const { address, close } = await listening(async (req, res) => {
      const seen = await engines[target](req, res, reason)
      if (!reason) received.push(seen)
    })
    const refuse = (next: string) => void (reason = next)
    return { port: portAt(address), target, received: () => received as ReturnType<IndexingWorld["received"]>, refuse, close }
  })

indexingSuite("memory indexing", async () => {
  const port = memoryIndexing()
  return {
    port,
    target: "baidu",
    received: () => port.pushed.map(({ site, urls }) => ({ ...site, urls })),
    refuse: (reason) => void (port.refuseWith = reason),
    close: async () => undefined,
  }
})

const site = { origin: "https://wenku.example.org", key: "0123456789abcdef" }
const failure = (port: ReturnType<typeof portAt>) =>
  port.push("baidu", site, ["https://wenku.example.org/"]).then(
    () => "",
    (error: Error) => error.message,
  )

test("a redirect is not followed, and neither a silent nor an endless response blocks the job [security: indexing-client]", async () => {
  const requests: string[] = []
  const elsewhere = await listening((req, res) => {
    requests.push(req.url!)
    res.writeHead(200).end(`{"success":1}`)
  })
  const redirecting = await listening((_, res) => void res.writeHead(302, { location: elsewhere.address }).end())
  const silent = await listening(() => undefined)
  const flooding = await listening((_, res) => void res.writeHead(200).end("x".repeat(300_000)))
  expect(await failure(portAt(redirecting.address))).toContain("HTTP 302")
  expect(requests).toEqual([])
  expect(await failure(portAt(silent.address, 200))).toContain("没有及时答复")
  expect(await failure(portAt(flooding.address))).toContain("HTTP 200")
  for (const server of [elsewhere, redirecting, silent, flooding]) await server.close()
  expect(await failure(portAt(silent.address))).toContain("连不上")
})
