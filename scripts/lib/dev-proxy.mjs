import { createServer, request } from "node:http"
import { connect, isIP } from "node:net"
import { pipeline } from "node:stream"

/** Header of the back end's response for a URL that is a page (server/pages/development.ts). */
const pageHeader = "x-doujia-page"
/** URLs of Next itself, which are served while the back end restarts. */
const ofNext = /^\/(_next\/|__nextjs)/
/** Headers that belong to a single connection or body and must not be forwarded. */
const notCopied = ["connection", "keep-alive", "transfer-encoding", "content-length", pageHeader]
const loopback = /^(::ffff:)?127\.|^::1$/

/** @typedef {import("node:http").IncomingMessage} Request @typedef {import("node:http").ServerResponse} Response */
/** Resolves with the port of a process once it is ready, or null if it exited by itself. @typedef {() => Promise<number | null>} Port */

/** @param {import("node:http").IncomingHttpHeaders} headers */
const copied = (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !notCopied.includes(name)))

/**
 * Adds the visitor's address to the headers, unless it is a loopback address: then the request looks like a direct one.
 * @param {Request} req
 */
function headersFor(req) {
  const peer = req.socket.remoteAddress ?? ""
  if (isIP(peer) === 0 || loopback.test(peer)) return req.headers
  return { ...req.headers, "x-forwarded-for": [req.headers["x-forwarded-for"], peer].filter(Boolean).join(", ") }
}

/**
 * Forwards a request and resolves with the response. Without `body`, the request body is omitted because it has already been read.
 * @param {number} port @param {Request} req @param {Response} res @param {boolean} body @returns {Promise<Request>}
 */
function pass(port, req, res, body) {
  return new Promise((done, fail) => {
    const headers = body ? headersFor(req) : copied(headersFor(req))
    const out = request({ host: "127.0.0.1", port, method: req.method, path: req.url, headers, agent: false }, done)
    out.on("error", fail)
    res.on("close", () => out.destroy())
    if (body) pipeline(req, out, () => undefined)
    else out.end()
  })
}

/** @param {Response} res @param {string} sentence */
const refuse = (res, sentence) => {
  if (res.headersSent) res.destroy()
  else res.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "1" }).end(sentence)
}

/**
 * Creates the only public address of `npm run dev`. A request waits while the back end restarts. As in production, every URL goes to the
 * back end first; URLs that it reports as pages, and Next's own URLs, go to the Next process, including web sockets for hot reload.
 * @param {{ backend: Port, pages: Port }} ports
 */
export function createProxy({ backend, pages }) {
  const server = createServer(async (req, res) => {
    const direct = ofNext.test(req.url ?? "")
    try {
      const port = await (direct ? pages() : backend())
      if (!port) return refuse(res, direct ? "网页的进程没有在运行，原因见终端。" : "后端没有在运行，原因见终端。")
      const first = await pass(port, req, res, true)
      if (!(pageHeader in first.headers)) return send(first, res)
      first.resume()
      const next = await pages()
      if (!next) return refuse(res, "网页的进程没有在运行，原因见终端。")
      send(await pass(next, req, res, false), res, copied(first.headers))
    } catch (error) {
      refuse(res, `没有得到应答：${error}`)
    }
  })
  // No timeout, because uploads may take long.
  server.requestTimeout = 0
  server.on("upgrade", async (req, socket, head) => {
    const port = await pages()
    if (!port) return socket.destroy()
    const out = connect(port, "127.0.0.1")
    const lines = [`${req.method} ${req.url} HTTP/1.1`]
    for (let at = 0; at < req.rawHeaders.length; at += 2) lines.push(`${req.rawHeaders[at]}: ${req.rawHeaders[at + 1]}`)
    out.write(`${lines.join("\r\n")}\r\n\r\n`)
    out.write(head)
    pipeline(out, socket, () => undefined)
    pipeline(socket, out, () => undefined)
  })
  return server
}

/** @param {Request} answer @param {Response} res @param {import("node:http").OutgoingHttpHeaders} [more] headers that the response lacks */
function send(answer, res, more = {}) {
  const { connection: _, "keep-alive": __, ...headers } = answer.headers
  res.writeHead(answer.statusCode ?? 502, answer.statusMessage, { ...more, ...headers })
  pipeline(answer, res, () => undefined)
}
