import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll } from "vitest"

type Answer = string | Buffer | { status?: number; headers?: Record<string, string>; body?: string | Buffer }
type Served = Answer | ((req: IncomingMessage, res: ServerResponse) => void)

/** Starts another site on this machine: its pages by path, the requests it received, and its URL. Closed when the file's tests end. */
export const otherSite = async () => {
  const pages: Record<string, Served> = {}
  const requests: string[] = []
  const headers: IncomingMessage["headers"][] = []
  const server = createServer((req, res) => {
    requests.push(req.url!)
    headers.push(req.headers)
    const served = pages[req.url!]
    if (typeof served === "function") return served(req, res)
    const answer =
      served === undefined ? { status: 404 } : typeof served === "string" || Buffer.isBuffer(served) ? { body: served } : served
    const { status = 200, body = "" } = answer
    res.writeHead(status, { "content-type": "text/html; charset=utf-8", ...answer.headers }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pages, asked: requests, headers }
}
