import ipaddr from "ipaddr.js"
import { isOutside, isRefusedByAgent } from "../web/outside"
import { peerOfResponse } from "../web/guarded-fetch"
import { WebhookError, type WebhookPort } from "./webhook.port"

const patienceMs = 10_000
/** Maximum length of the answer that is stored for staff. */
const maxAnswer = 1_000

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
  isInside: (url) => {
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1")
    if (/(^|\.)localhost\.?$/i.test(host)) return !allowed.some((one) => /^127\.|^::1$/.test(one))
    return ipaddr.isValid(host) && !isOutside(host, allowed)
  },
  post: async (url, headers, body, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const stop = signal ? AbortSignal.any([signal, timeout]) : timeout
      const reply = await fetch(url, { method: "POST", headers, body, signal: stop })
      // an inner host may tell anything to whoever sends it requests, so its answer is not shown
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

/** Returns the first characters of an answer and ignores the rest, as well as anything that does not arrive in time. */
const beginningOf = async (reply: Response, stop: AbortSignal): Promise<string> => {
  const reader = reply.body?.getReader()
  if (!reader) return ""
  const chunks: Uint8Array[] = []
  const end = () => void reader.cancel().catch(() => undefined)
  stop.addEventListener("abort", end, { once: true })
  try {
    for (let bytes = 0; bytes < maxAnswer;) {
      const { value } = await reader.read()
      if (!value) break
      chunks.push(value as Uint8Array)
      bytes += (value as Uint8Array).length
    }
  } catch {
    // The status has already been read, so it counts.
  } finally {
    stop.removeEventListener("abort", end)
    end()
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxAnswer)).replaceAll("\u0000", "")
}

const secondsOf = (header: string | null): number | null => (header && /^\d{1,6}$/.test(header) ? Number(header) : null)
