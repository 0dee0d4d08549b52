import type { IncomingMessage, ServerResponse } from "node:http"
import type { Fault } from "./errors"
import { faultOf } from "./errors"

export const sendJson = (res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  const text = JSON.stringify(body)
  res.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text), "cache-control": "no-store", ...headers })
  res.end(text)
}

export const sendFault = (res: ServerResponse, fault: Fault): void => {
  if (res.headersSent) return void res.destroy()
  sendJson(res, fault.status, fault.body, fault.retryAfter ? { "retry-after": String(fault.retryAfter) } : {})
}

/** Answers with what was thrown, and closes a connection whose request body was not read to its end. */
export const sendError = (req: IncomingMessage, res: ServerResponse, error: unknown): Fault => {
  const fault = faultOf(error)
  if (!req.complete) res.setHeader("connection", "close")
  sendFault(res, fault)
  req.unpipe()
  req.resume()
  return fault
}
