import { LRUCache } from "lru-cache"
import { callOf } from "../../lib/contract/contract"
import type { Key, Result } from "../../lib/contract/types"
import { currentRendering, renderingMs } from "../pages/rendering"
import type { Log } from "../security/log"
import { withCapabilities } from "./capabilities"
import { securityKeptMs } from "./closed"
import type { FindDialect } from "./detect"
import { noReply, type AskRemote, type DialectEntry } from "./dialect"
import { failureOf, ill, type RemoteFailure } from "./failures"
import { currentSearcher } from "./recorded-searches"
import type { SanitizeAnswer } from "./sanitized-answers"
import { translate } from "./translate"
import type { RemoteCaller, Send } from "./transport"

/**
 * Checks whether a call is cheap and part of every page. A server that does not answer such a call hangs, so it is not called again for
 * `restMs`.
 */
const isCheap = (key: string) => key === "GET /settings" || key === "GET /frame"
const restMs = 2_000

/** Makes one call of the contract (`GET /document`) with the user's token ("" for a visitor). */
export type RemoteCall = (key: string, input: unknown, token: string) => Promise<Result<unknown>>
type Options = { send: Send; dialectOf: FindDialect; sanitize: SanitizeAnswer; log: Log; learn: (data: unknown) => void }

/**
 * Creates the calls for rendering. A remote server may omit zero values from its JSON, so every answer is parsed with the contract's
 * output, which fills them in. Never throws: if the server does not answer, the result has status 502 and the rendering is marked
 * incomplete. All calls of one rendering share a deadline.
 */
export const createRemoteCall = ({ send, dialectOf, sanitize, log, learn }: Options): RemoteCall => {
  let restingUntil = 0
  const noAnswer = (): RemoteFailure => {
    const rendering = currentRendering()
    if (rendering) rendering.incomplete = true
    return ill()
  }
  const askAs =
    (caller: RemoteCaller): AskRemote =>
    async (key, input) => {
      const left = (currentRendering()?.deadline ?? Date.now() + renderingMs) - Date.now()
      if (left <= 0 || Date.now() < restingUntil) return noReply
      const deadline = AbortSignal.timeout(left)
      try {
        return await send(key, input, caller, deadline)
      } catch (error) {
        if (isCheap(key) && deadline.aborted) restingUntil = Date.now() + restMs
        log.warn({ error: String(error), call: key }, "后端没有答复")
        return noReply
      }
    }
  return async (key, input, token) => {
    const dialect = await dialectOf()
    if (!dialect) return noAnswer()
    const entry = dialect.calls[key as Key] as DialectEntry<Key>
    const searcher = entry.offered && entry.isRecorded ? currentSearcher() : undefined
    const reply = await translate(dialect, { key: key as Key, input }, askAs(searcher ?? { token, prefetch: true }))
    if (reply.status !== 200) {
      const failed = failureOf({ method: key.split(" ")[0]!, status: reply.status, body: reply.data, signedIn: token !== "" })
      if (failed.status === 502) return noAnswer()
      // only this program's own codes have a meaning here
      return reply.isLocal ? { ...failed, code: (reply.data as { code: number }).code } : failed
    }
    learn(reply.data)
    const parsed = callOf(key)?.output.safeParse(withCapabilities(dialect, key, reply.data))
    if (!parsed?.success) {
      log.error({ call: key, error: String(parsed?.error) }, "后端的答复不合约定")
      return noAnswer()
    }
    await sanitize(key, parsed.data)
    return { ok: true, status: 200, data: parsed.data }
  }
}

/**
 * Caches each token's permissions for 10 s. The guards check them on every page of /admin, and the remote server decides every call anyway.
 */
export const rememberRights = (call: RemoteCall): RemoteCall => {
  const rights = new LRUCache<string, Promise<Result<unknown>>>({ max: 1_000, ttl: securityKeptMs })
  return (key, input, token) => {
    if (key !== "GET /user/permission") return call(key, input, token)
    const cached = rights.get(token)
    if (cached) return cached
    const pendingReply = call(key, input, token)
    rights.set(token, pendingReply)
    void pendingReply.then((reply) => reply.ok || rights.delete(token))
    return pendingReply
  }
}
