import type { IncomingMessage, ServerResponse } from "node:http"
import type { Fault } from "../errors"
import { faultOf } from "../errors"
import { plainPage } from "./plain-page"

export const sendJson = (res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...headers,
  })
  res.end(text)
}

export const sendFault = (res: ServerResponse, fault: Fault): void => {
  if (res.headersSent) return void res.destroy()
  sendJson(res, fault.status, fault.body, fault.retryAfter ? { "retry-after": String(fault.retryAfter) } : {})
}

/** Limits for draining a request body after the response: a reset would keep the client from reading it. */
const linger = { ms: 2_000, bytes: 8 * 1024 * 1024 }

/** Checks whether a person opens an address, so that an error must be a page; programs and the calls of our own pages get JSON. */
const isPageRequest = ({ method, url = "", headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && !url.startsWith("/api/") && String(headers.accept ?? "").includes("text/html")

const headingOf = (status: number): string =>
  status >= 500 ? "网站暂时打不开" : status === 404 || status === 410 ? "没有找到要打开的内容" : "这一页打不开"

const sendFaultPage = (res: ServerResponse, { status, body, retryAfter }: Fault): void => {
  const page = plainPage(headingOf(status), body.message)
  res.writeHead(status, {
    ...page.headers,
    "content-type": page.type,
    "content-length": page.body.length,
    "cache-control": "no-store",
    ...(retryAfter && { "retry-after": String(retryAfter) }),
  })
  res.end(page.body)
}

/** Sends an error: as a page to a person, as JSON to a program. Closes a connection whose request body was not read completely. */
export const sendError = (req: IncomingMessage, res: ServerResponse, error: unknown): Fault => {
  const fault = faultOf(error)
  req.unpipe()
  if (req.complete || req.destroyed || res.headersSent) {
    if (isPageRequest(req) && !res.headersSent) sendFaultPage(res, fault)
    else sendFault(res, fault)
    req.resume()
    return fault
  }
  const text = JSON.stringify(fault.body)
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    connection: "close",
  }
  res.writeHead(fault.status, fault.retryAfter ? { ...headers, "retry-after": String(fault.retryAfter) } : headers)
  // the response is complete by its length; `end` closes the connection
  res.write(text)
  let taken = 0
  const close = () => {
    clearTimeout(late)
    res.end()
  }
  const late = setTimeout(close, linger.ms)
  req.on("data", (chunk: Buffer) => {
    taken += chunk.length
    if (taken > linger.bytes) close()
  })
  req.once("end", close).once("close", close)
  return fault
}
