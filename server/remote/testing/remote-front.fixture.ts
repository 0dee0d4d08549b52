import { createServer, request, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { createLog } from "../../security/log"
import { directSanitizer } from "../../ports/sanitizer/direct.sanitizer"
import { startRemote } from "../start"

export type FrontAnswer = { status: number; headers: IncomingMessage["headers"]; body: Buffer }
export const addressOf = (server: Server): string => {
  const address = server.address()
  if (!address || typeof address !== "object") throw new Error("no address")
  return `127.0.0.1:${address.port}`
}
const listen = (server: Server) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))

/** A remote server that answers with `respond`, and a front end for it, during the tests of one file. */
export const remoteFront = () => {
  const world = {
    respond: (() => undefined) as RequestListener,
    /** The requests that the remote server received. */
    seen: [] as { method: string; url: string; headers: IncomingMessage["headers"] }[],
    /** How many changes the front end has announced. */
    changes: 0,
  }
  const remote = createServer((req, res) => {
    world.seen.push({ method: req.method ?? "", url: req.url ?? "", headers: req.headers })
    req.resume()
    world.respond(req, res)
  })
  let front: Server | undefined

  /** Starts a front end for a remote server of the given `dialect` and replaces the previous one. */
  const begin = async (dialect: "native" | "community") => {
    const { listener } = startRemote({
      api: `http://${addressOf(remote)}/api/v1`,
      dialect,
      trustedProxies: [],
      onStrangeProxy: () => undefined,
      log: createLog("silent"),
      version: "0",
      sanitizer: directSanitizer(),
    })
    const serve = listener(
      async (_req, res) => void res.writeHead(200, { "content-type": "text/plain" }).end("a page of ours"),
      () => world.changes++,
    )
    front?.close()
    front?.closeAllConnections()
    front = createServer((req, res) => void serve(req, res))
    await listen(front)
  }
  beforeAll(async () => {
    await listen(remote)
    await begin("native")
  })
  afterAll(() => {
    for (const server of [front, remote]) {
      server?.close()
      server?.closeAllConnections()
    }
  })
  beforeEach(() => {
    world.seen = []
    world.respond = (_req, res) => void res.writeHead(200, { "content-type": "application/json" }).end("{}")
  })

  /** Sends the path unchanged; `fetch` would normalize it. */
  const send = (path: string, headers: Record<string, string> = {}, method = "GET", body = ""): Promise<FrontAnswer> =>
    new Promise((done, fail) => {
      const [host, port] = addressOf(front!).split(":")
      const out = request({ host, port, path, method, headers }, async (reply) => {
        const chunks: Buffer[] = []
        for await (const chunk of reply as AsyncIterable<Buffer>) chunks.push(chunk)
        done({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) })
      })
      out.on("error", fail).end(body)
    })

  return { world, remote, begin, send }
}
