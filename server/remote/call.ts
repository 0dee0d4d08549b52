import axios, { type AxiosResponse } from "axios"
import { LRUCache } from "lru-cache"
import qs from "qs"
import { callOf } from "../../lib/contract/contract"
import type { Result } from "../../lib/contract/types"
import { currentRendering, renderingMs } from "../http/rendering"
import type { Log } from "../log"
import { securityKeptMs } from "./closed"
import { failureOf, ill } from "./failures"
import type { SanitizeAnswer } from "./sanitized-answers"

/** A server that does not answer the settings, the cheapest call, hangs: it is not asked again for a moment. */
const restMs = 2_000

/** Makes one call of the contract (`GET /document`) with the caller's token ("" for a visitor). */
export type RemoteCall = (key: string, input: unknown, token: string) => Promise<Result<unknown>>

/**
 * Calls of the rendering. A remote server may leave zero values out of its JSON, so every answer is parsed with the
 * contract's output, which fills them in. Never throws: a server that does not answer is a result with status 502, and the rendering
 * that asked is ill. All calls of one rendering have the same deadline.
 */
export const createRemoteCall = (origin: URL, sanitize: SanitizeAnswer, log: Log): RemoteCall => {
  const http = axios.create({
    baseURL: `${origin.origin}${origin.pathname.replace(/\/$/, "")}/api/v1`,
    proxy: false,
    maxRedirects: 0,
    paramsSerializer: (params) => qs.stringify(params, { arrayFormat: "repeat", skipNulls: true }),
    validateStatus: () => true,
  })
  let restingUntil = 0
  const noAnswer = () => {
    const rendering = currentRendering()
    if (rendering) rendering.ill = true
    return ill()
  }
  return async (key, input, token) => {
    const left = (currentRendering()?.until ?? Date.now() + renderingMs) - Date.now()
    if (left <= 0 || Date.now() < restingUntil) return noAnswer()
    const [method, url] = key.split(" ") as [string, string]
    const inQuery = method === "GET" || method === "DELETE"
    const deadline = AbortSignal.timeout(left)
    let reply: AxiosResponse<unknown>
    try {
      reply = await http.request({
        method,
        url,
        ...(inQuery ? { params: input } : { data: input }),
        headers: token ? { authorization: `Bearer ${token}` } : {},
        signal: deadline,
      })
    } catch (error) {
      if (key === "GET /settings" && deadline.aborted) restingUntil = Date.now() + restMs
      log.warn({ error: String(error), call: key }, "后端没有答复")
      return noAnswer()
    }
    if (reply.status !== 200) {
      const failed = failureOf({ method, status: reply.status, body: reply.data, signedIn: token !== "" })
      return failed.status === 502 ? noAnswer() : failed
    }
    const parsed = callOf(key)?.output.safeParse(answerOf(reply.data))
    if (!parsed?.success) {
      log.error({ call: key, error: String(parsed?.error) }, "后端的答复不合约定")
      return noAnswer()
    }
    await sanitize(key, parsed.data)
    return { ok: true, status: 200, data: parsed.data }
  }
}

/** An answer without a body says what `{}` says; `null` is no answer of any call. */
const answerOf = (body: unknown): unknown => (body === "" || body === undefined ? {} : body)

/** Remembers each token's permissions for 10 s: the guards ask on every page of /admin, and the remote server decides every call anyway. */
export const rememberRights = (call: RemoteCall): RemoteCall => {
  const rights = new LRUCache<string, Promise<Result<unknown>>>({ max: 1_000, ttl: securityKeptMs })
  return (key, input, token) => {
    if (key !== "GET /user/permission") return call(key, input, token)
    const held = rights.get(token)
    if (held) return held
    const asked = call(key, input, token)
    rights.set(token, asked)
    void asked.then((reply) => reply.ok || rights.delete(token))
    return asked
  }
}
