// Sends requests as an attacker does: nothing is followed, corrected or refused on the way.
import { request } from "node:http"
import { request as requestTls } from "node:https"
import { connect } from "node:net"

/** @typedef {Record<string, string>} Headers */
/** @typedef {{ status: number, headers: Record<string, string | string[] | undefined>, text: string, json: Record<string, any>, ms: number }} Answer */
/** @typedef {{ method?: string, headers?: Headers, body?: string | Buffer, timeoutMs?: number }} Sent */

/** @param {string} text @returns {Record<string, any>} */
const parsed = (text) => {
  try {
    const value = JSON.parse(text)
    return typeof value === "object" && value !== null ? value : {}
  } catch {
    return {}
  }
}

/**
 * Sends one request with its path exactly as written. Status 0: the connection broke or no answer came within `timeoutMs`. @param {string}
 * base @param {string} path @param {Sent} [sent] @returns {Promise<Answer>}
 */
export const send = (base, path, { method = "GET", headers = {}, body, timeoutMs = 15_000 } = {}) =>
  new Promise((done) => {
    const begun = performance.now()
    const { protocol, hostname, port } = new URL(base)
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
    /** @param {number} status @param {Answer["headers"]} heads @param {string} text */
    const finish = (status, heads, text) => done({ status, headers: heads, text, json: parsed(text), ms: performance.now() - begun })
    const ask = protocol === "https:" ? requestTls : request
    const options = { hostname, port, method, headers: { ...length, ...headers }, agent: false, path }
    /** @type {import("node:http").ClientRequest} */
    let out
    try {
      out = ask(options, (reply) => {
        /** @type {Buffer[]} */
        const chunks = []
        reply.on("data", (chunk) => chunks.push(chunk))
        reply.on("end", () => finish(reply.statusCode ?? 0, reply.headers, Buffer.concat(chunks).toString("utf8")))
        reply.on("error", () => finish(0, {}, ""))
      })
    } catch {
      return finish(0, {}, "") // Node itself refuses to send this request.
    }
    out.setTimeout(timeoutMs, () => out.destroy())
    out.on("error", () => finish(0, {}, ""))
    out.end(body)
  })

/**
 * Sends bytes over a new connection. Returns what arrives until it is closed or `waitMs` have passed. @param {string} base @param {string}
 * bytes @param {number} [waitMs] @returns {Promise<string>}
 */
export const sendRaw = (base, bytes, waitMs = 3_000) =>
  new Promise((done) => {
    const { hostname, port } = new URL(base)
    let text = ""
    const socket = connect(Number(port) || 80, hostname, () => socket.write(bytes, "latin1"))
    const end = () => {
      clearTimeout(late)
      socket.destroy()
      done(text)
    }
    const late = setTimeout(end, waitMs)
    socket.on("data", (chunk) => (text += chunk.toString("latin1")))
    socket.on("error", end).on("close", end)
  })

/**
 * Builds a multipart form with one file. The file name is not escaped in the header. @param {string} name @param {string | Buffer} content
 */
export const formOf = (name, content) => {
  const boundary = "----attack"
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
