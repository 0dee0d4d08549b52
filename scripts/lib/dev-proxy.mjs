import { createServer, request } from "node:http"
import { connect, isIP } from "node:net"
import { pipeline } from "node:stream"

/** The back end's answer to an address that is a page (server/pages/development.ts). */
const pageHeader = "x-doujia-page"
/** Addresses of Next itself, which are answered while the back end restarts. */
const ofNext = /^\/(_next\/|__nextjs)/
/** What belongs to one connection or to one body, and is not copied to the next. */
const notCopied = ["connection", "keep-alive", "transfer-encoding", "content-length", pageHeader]
const loopback = /^(::ffff:)?127\.|^::1$/

/** @typedef {import("node:http").IncomingMessage} Request @typedef {import("node:http").ServerResponse} Response */
/** The port of a process, once it answers; null if it has ended by itself. @typedef {() => Promise<number | null>} Port */

/** @param {import("node:http").IncomingHttpHeaders} headers */
const copied = (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !notCopied.includes(name)))

/** Adds the visitor's address, except this machine's own: a direct request then looks like one. @param {Request} req */
function headersFor(req) {
  const peer = req.socket.remoteAddress ?? ""
  if (isIP(peer) === 0 || loopback.test(peer)) return req.headers
  return { ...req.headers, "x-forwarded-for": [req.headers["x-forwarded-for"], peer].filter(Boolean).join(", ") }
}

/**
 * Passes a request on and resolves with the answer. Without `body` the request's content is left out: somebody else has read it.
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
 * The one address of `npm run dev`. A request waits while the back end restarts. Every address is the back end's, as in production; what
 * it calls a page, and what is Next's own, is asked of Next's process, web sockets for hot reload included.
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
  // uploads may take long
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

/** @param {Request} answer @param {Response} res @param {import("node:http").OutgoingHttpHeaders} [more] headers that the answer does not have itself */
function send(answer, res, more = {}) {
  const { connection: _, "keep-alive": __, ...headers } = answer.headers
  res.writeHead(answer.statusCode ?? 502, answer.statusMessage, { ...more, ...headers })
  pipeline(answer, res, () => undefined)
}
