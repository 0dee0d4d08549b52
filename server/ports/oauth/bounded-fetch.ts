import { WebError } from "../web/web.port"
import { OauthError } from "./oauth.port"

/** Network access that the factory passes to every adapter. */
export type Net = { fetch: (url: string, init: RequestInit) => Promise<Response>; allowInsecure: boolean }
export type JsonBody = Record<string, unknown>

const answerLimit = 256 * 1024
const onThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Returns the URL if it is allowed: https, or http to this machine or where the factory permits it (tests). The factory's fetch decides
 * whether private addresses, such as a company's own login, can be reached (OUTGOING_ALLOW).
 */
export const usableUrl = (text: string, allowInsecure: boolean): string => {
  const url = URL.canParse(text) ? new URL(text) : null
  const secure = url?.protocol === "https:" || (url?.protocol === "http:" && (allowInsecure || onThisMachine.test(url.hostname)))
  if (!url || !secure || url.username || url.password) throw new OauthError("config", "url")
  return url.href
}

/** Allows http in the library, because `Net.fetch` has already checked every URL with `usableUrl`. */
export const urlsAreChecked = true

const read = async (response: Response): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > answerLimit) throw new OauthError("unavailable", "answer too large")
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Wraps a fetch with limits: `timeout` milliseconds for head and body together, 256 KB, no redirects. Throws OauthError if the provider is
 * unreachable.
 */
export const boundedFetch =
  (send: typeof fetch, timeout: number, allowInsecure: boolean): Net["fetch"] =>
  async (url, init) => {
    const target = usableUrl(url, allowInsecure)
    const signal = AbortSignal.timeout(timeout)
    try {
      const headers = new Headers(init.headers)
      headers.set("user-agent", "doujia")
      const response = await send(target, { ...init, headers, redirect: "manual", signal })
      const { status } = response
      if ((status >= 300 && status < 400) || status === 429 || status >= 500) {
        await response.body?.cancel()
        throw new OauthError(status < 400 ? "config" : "unavailable", `http ${status}`)
      }
      const body = await read(response)
      return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers: response.headers })
    } catch (error) {
      if (error instanceof OauthError) throw error
      if (error instanceof WebError && error.reason === "address") throw new OauthError("config", "private address")
      throw new OauthError("unavailable", signal.aborted ? "timeout" : "network")
    }
  }

export const objectOf = (text: string): JsonBody | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonBody) : null
  } catch {
    return null
  }
}

/** Reads a profile with a Bearer token, which never appears in a URL. */
export const readProfile = async (net: Net, url: string, token: string): Promise<JsonBody> => {
  const response = await net.fetch(url, { headers: { accept: "application/json", authorization: `Bearer ${token}` } })
  if (response.status === 401) throw new OauthError("expired", "http 401")
  if (response.status !== 200) throw new OauthError("config", `http ${response.status}`)
  const body = objectOf(await response.text())
  if (!body) throw new OauthError("unavailable", "not an object")
  return body
}
