import axios, { type AxiosResponse } from "axios"
import { LRUCache } from "lru-cache"
import qs from "qs"
import { failure } from "../../lib/api/result"
import { callOf } from "../../lib/contract/contract"
import type { Result } from "../../lib/contract/types"
import type { Log } from "../log"
import { securityKeptMs } from "./closed"

/** Timeout of the settings, the cheapest call: a server that exceeds it hangs, and is not asked again for a moment. */
const hanging = { afterMs: 5_000, restMs: 2_000 }

/** Makes one call of the contract (`GET /document`) with the caller's token ("" for a visitor). */
export type RemoteCall = (key: string, input: unknown, token: string) => Promise<Result<unknown>>

/**
 * Calls of the rendering. A remote server may leave zero values out of its JSON, so every answer is parsed with the
 * contract's output, which fills them in. Never throws: a server that does not answer is a result with status 503.
 */
export const createRemoteCall = (origin: URL, log: Log): RemoteCall => {
  const http = axios.create({
    baseURL: `${origin.origin}${origin.pathname.replace(/\/$/, "")}/api/v1`,
    timeout: 30_000,
    proxy: false,
    maxRedirects: 0,
    paramsSerializer: (params) => qs.stringify(params, { arrayFormat: "repeat", skipNulls: true }),
    validateStatus: () => true,
  })
  let restingUntil = 0
  const noAnswer = () => failure(503, "", { message: "后端暂时连不上，请稍后再试" })
  return async (key, input, token) => {
    if (Date.now() < restingUntil) return noAnswer()
    const [method, url] = key.split(" ") as [string, string]
    const cheapest = key === "GET /settings"
    const inQuery = method === "GET" || method === "DELETE"
    let reply: AxiosResponse<unknown>
    try {
      reply = await http.request({
        method,
        url,
        ...(inQuery ? { params: input } : { data: input }),
        headers: token ? { authorization: `Bearer ${token}` } : {},
        ...(cheapest ? { timeout: hanging.afterMs } : {}),
      })
    } catch (error) {
      if (cheapest && axios.isAxiosError(error) && error.code === "ECONNABORTED") restingUntil = Date.now() + hanging.restMs
      log.warn({ error: String(error), call: key }, "后端没有答复")
      return noAnswer()
    }
    if (reply.status !== 200) return failure(reply.status, reply.statusText, reply.data)
    const parsed = callOf(key)?.output.safeParse(reply.data ?? {})
    if (!parsed?.success) {
      log.error({ call: key, error: String(parsed?.error) }, "后端的答复不合约定")
      return failure(502, "", { message: "后端的答复看不懂，请稍后再试" })
    }
    return { ok: true, status: 200, data: parsed.data }
  }
}

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
