import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import axios from "axios"
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent"
import { WebError, type WebPort } from "./web.port"

/** Refuses what is no plain address of the web. `anyPort`: tests have no usual one. */
const requireWebAddress = (text: string, anyPort: boolean): string => {
  const url = URL.canParse(text) ? new URL(text) : null
  const known = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && (anyPort || url.port === "")
  if (!known) throw new WebError("address")
  return url.href
}

/**
 * Over http and https, where the agent refuses private, local and reserved addresses of every connection it opens: a name that
 * answers differently the second time, and a redirect, find the same wall. `allowed` addresses are let through, for tests.
 */
export const createGuardedWeb = ({ allowed = [] as string[], anyPort = false } = {}): WebPort => {
  const filter = { allowIPAddressList: allowed }
  const [httpAgent, httpsAgent] = [new RequestFilteringHttpAgent(filter), new RequestFilteringHttpsAgent(filter)]
  return {
    download: async (address, path, { maxBytes, timeoutMs, signal }) => {
      const url = requireWebAddress(address, anyPort)
      const timeout = AbortSignal.timeout(timeoutMs)
      const stop = signal ? AbortSignal.any([signal, timeout]) : timeout
      let bytes = 0
      let whole = true
      try {
        const { data } = await axios.get<Readable>(url, {
          httpAgent,
          httpsAgent,
          proxy: false,
          responseType: "stream",
          maxRedirects: 3,
          signal: stop,
          timeout: timeoutMs,
          headers: { accept: "image/*", "user-agent": "doujia" },
          validateStatus: (status) => status === 200,
          beforeRedirect: (options: { href?: string }) => void requireWebAddress(options.href ?? "", anyPort),
        })
        const bounded = async function* (source: AsyncIterable<Buffer>) {
          for await (const chunk of source) {
            bytes += chunk.length
            if (bytes > maxBytes) {
              whole = false
              return
            }
            yield chunk
          }
        }
        await pipeline(data, bounded, createWriteStream(path, { flags: "wx" }), { signal: stop })
        return bytes
      } catch (cause) {
        await rm(path, { force: true })
        if (!whole) throw new WebError("size")
        throw cause instanceof WebError ? cause : new WebError(isOutside(cause) ? "address" : "unavailable", { cause })
      }
    },
  }
}

/** The agent's own refusal, however deep it lies. */
const isOutside = (error: unknown): boolean => {
  for (let one = error as { message?: string; cause?: unknown } | undefined, depth = 0; one && depth < 5; depth++) {
    if (one instanceof WebError && one.reason === "address") return true
    if (
      /is not allowed|It is (private|reserved|loopback|linkLocal|uniqueLocal|unspecified|carrierGradeNat|multicast|broadcast)/i.test(
        one.message ?? "",
      )
    )
      return true
    one = one.cause as typeof one
  }
  return false
}
