import type { IncomingMessage } from "node:http"
import type { RequestInfo } from "../context"
import { isAccessToken } from "../modules/people/session/access-token.rules"
import { send } from "./compressed"
import type { Dispatch } from "./dispatch"
import { deviceSetCookie, hintSetCookie, sessionOf, sessionSetCookie, visitorSetCookie } from "./cookies"
import { invalid, tooLarge } from "../errors"
import { sendFault, sendJson } from "./send"
import type { HttpExchange } from "../module"
import { isTooComplexJson } from "./json-limits"

/** Bodies of calls are small; files have separate addresses. */
const maxBytes = 4 * 1024 * 1024

/**
 * Serves `/api/v1/…` as JSON: GET by query, POST and PUT by body, DELETE by query or, for values that must not be in an address, by body
 * (docs/reference/api.md 1.1).
 */
export const serveApi = async (
  dispatch: Dispatch,
  request: RequestInfo,
  { req, res, path, query }: HttpExchange,
  secure: boolean,
): Promise<void> => {
  const method = req.method ?? "GET"
  const key = `${method} ${path}`
  const input = method === "GET" ? queryOf(query) : method === "DELETE" ? { ...queryOf(query), ...(await bodyOf(req)) } : await bodyOf(req)
  const reply = await dispatch(key, input, request)
  if (!reply.ok) return sendFault(res, reply)
  if (reply.packed) return send(reply.packed, req, res)
  // A browser with a session token but without the cookie gets the cookie again with `GET /user`. A program's access token is no login.
  const session =
    reply.session ??
    (key === "GET /user" &&
    request.token &&
    !isAccessToken(request.token) &&
    sessionOf(req) !== request.token &&
    !("id" in (input as object))
      ? request.token
      : undefined)
  if (session !== undefined || reply.session === null) {
    res.appendHeader("set-cookie", sessionSetCookie(session ?? null, secure))
    res.appendHeader("set-cookie", hintSetCookie(Boolean(session), secure))
  }
  if (reply.device) res.appendHeader("set-cookie", deviceSetCookie(reply.device, secure))
  if (reply.visitor) res.appendHeader("set-cookie", visitorSetCookie(reply.visitor, secure))
  sendJson(res, 200, reply.data)
}

/** Returns the query as an object; a repeated key becomes a list. */
export const queryOf = (query: string): Record<string, string | string[]> => {
  const parameters: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters[name]
    if (Array.isArray(before)) before.push(value)
    else parameters[name] = before === undefined ? value : [before, value]
  }
  return { ...parameters }
}

/**
 * Reads the JSON object of a request's body; {} without a body.
 * @throws 400 for other text and for more levels or values than any call has, 413
 */
export const bodyOf = async (req: IncomingMessage): Promise<Record<string, unknown>> => {
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) throw tooLarge("提交的内容太长")
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge("提交的内容太长")
    chunks.push(chunk)
  }
  if (!size) return {}
  if (!/^application\/json\b/i.test(req.headers["content-type"] ?? "")) throw invalid("请用 application/json 提交")
  const body = Buffer.concat(chunks)
  if (isTooComplexJson(body)) throw invalid("提交的内容层数或项数太多")
  try {
    const parsed: unknown = JSON.parse(body.toString("utf8"))
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new Error("not an object")
    return parsed as Record<string, unknown>
  } catch {
    throw invalid("提交的内容不是正确的 JSON")
  }
}
