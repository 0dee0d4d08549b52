import { boundedText } from "../web/bounded-text"
import { isInsideHost, isOutside, isRefusedByAgent } from "../web/outside"
import { peerOfResponse } from "../web/guarded-fetch"
import { maxAnswerLength, secondsOf, WebhookError, type WebhookPort } from "./webhook.port"

const patienceMs = 10_000

/** `fetch` is `createGuardedFetch` with the same `allowed` addresses (docs/decisions/152). */
type Options = {
  fetch: typeof fetch
  allowed: readonly string[]
  timeoutMs?: number
  /** Checks whether an answer comes from a private address; tests replace it. */
  isInner?: (peer: string) => boolean
}

export const guardedWebhooks = ({
  fetch,
  allowed,
  timeoutMs = patienceMs,
  isInner = (peer) => !isOutside(peer),
}: Options): WebhookPort => ({
  isInside: (url) => isInsideHost(url, allowed),
  post: async (url, headers, body, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const stop = signal ? AbortSignal.any([signal, timeout]) : timeout
      const reply = await fetch(url, { method: "POST", headers, body, signal: stop })
      // an internal host may answer with data that the sender of a request must not see, so its answer is not shown
      const text = isInner(peerOfResponse(reply)) ? await dropped(reply) : await beginningOf(reply, stop)
      return { status: reply.status, text, retryAfter: secondsOf(reply.headers.get("retry-after")) }
    } catch (cause) {
      if (signal?.aborted) throw cause
      throw new WebhookError(isRefusedByAgent(cause) ? "address" : timeout.aborted ? "timeout" : "unavailable", { cause })
    }
  },
})

const dropped = async (reply: Response): Promise<string> => {
  await reply.body?.cancel().catch(() => undefined)
  return ""
}

/** The status has been read, so an answer counts even if its text does not arrive in time. */
const beginningOf = async (reply: Response, stop: AbortSignal): Promise<string> =>
  (await boundedText(reply, maxAnswerLength, stop)).replaceAll("\u0000", "")
