import { randomUUID } from "node:crypto"
import type { CloudRequest } from "../cloud-signing"
import { boundedText } from "../web/bounded-text"
import { CdnError, type CdnAccount, type CdnPort } from "./cdn.port"
import { cdnEndpoints, refusalOf, requestsOf, type CdnEndpoints } from "./provider-requests"

const patienceMs = 20_000
/** Maximum length of an answer that is read (bytes), and of its words that staff see. */
const [maxAnswer, maxWords] = [64_000, 200]

/** `fetch` is `createGuardedFetch`, which refuses private addresses (docs/decisions/152). */
type Options = { fetch: typeof fetch; endpoints?: CdnEndpoints; now?: () => Date; nonce?: () => string; timeoutMs?: number }

const labels: Record<CdnAccount["provider"], string> = { cloudflare: "Cloudflare", aliyun: "阿里云 CDN" }

export const networkCdn = ({
  fetch,
  endpoints = cdnEndpoints,
  now = () => new Date(),
  nonce = randomUUID,
  timeoutMs = patienceMs,
}: Options): CdnPort => ({
  purge: async (account, purge, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const stop = signal ? AbortSignal.any([signal, timeout]) : timeout
    for (const request of requestsOf(account, purge, endpoints, { now: now(), nonce: nonce() })) {
      const { status, text } = await send(fetch, request, stop).catch((cause: unknown) => {
        if (signal?.aborted) throw cause
        // the cause may name headers, so it is not passed on
        throw new CdnError(timeout.aborted ? `${labels[account.provider]} 没有及时答复` : `连不上 ${labels[account.provider]}`)
      })
      const refusal = refusalOf(account, status, text)
      if (refusal !== null) throw new CdnError(`${labels[account.provider]} 没有接受（HTTP ${status}）${wordsOf(account, refusal)}`)
    }
  },
})

const secretsOf = (account: CdnAccount): string[] =>
  account.provider === "cloudflare" ? [account.token] : [account.access_key_secret, account.access_key_id]

const wordsOf = (account: CdnAccount, refusal: string): string => {
  const words = secretsOf(account).reduce((text, secret) => (secret ? text.replaceAll(secret, "***") : text), refusal)
  return words ? `：${words.slice(0, maxWords)}` : ""
}

const send = async (fetch: Options["fetch"], { url, method, headers, body }: CloudRequest, signal: AbortSignal) => {
  const response = await fetch(url, { method, headers, ...(body && { body }), redirect: "manual", signal })
  return { status: response.status, text: await boundedText(response, maxAnswer) }
}
