import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import axios, { type AxiosRequestConfig, type AxiosResponse } from "axios"
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent"
import { isRefusedByAgent, maxRedirects, outsideAddress, requireWebAddress } from "./outside"
import { mayCarryHeaders, WebError, type WebAnswer, type WebPort, type WebRequest } from "./web.port"

/** `allowed`: permitted addresses. `anyPort`: for tests. `proxies`: private addresses where a proxy may run. */
type Options = { allowed?: string[]; anyPort?: boolean; proxies?: readonly string[]; politeMs?: number }

/**
 * Fetches over http and https. The agent refuses private, local and reserved addresses for every connection that it opens, which also
 * covers redirects and names that resolve differently the second time.
 */
export const createGuardedWeb = ({ allowed = [], anyPort = false, proxies = [], politeMs = 1_000 }: Options = {}): WebPort => {
  const filter = { allowIPAddressList: allowed }
  const agents = {
    httpAgent: new RequestFilteringHttpAgent(filter),
    httpsAgent: new RequestFilteringHttpsAgent(filter),
    proxy: false as const,
  }

  /** A proxy resolves the target itself. Both names are therefore checked first, and the proxy is reached at the checked address. */
  const through = async (proxy: string | undefined, target: string): Promise<AxiosRequestConfig> => {
    if (!proxy) return agents
    const { protocol, hostname, port, username, password } = new URL(proxy)
    await outsideAddress(new URL(target).hostname, allowed)
    const host = await outsideAddress(hostname, [...proxies, ...allowed])
    const auth = username ? { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } } : {}
    return { proxy: { protocol: protocol.replace(":", ""), host, port: Number(port) || (protocol === "https:" ? 443 : 80), ...auth } }
  }

  const ask = async (address: string, request: WebRequest, stop: AbortSignal): Promise<AxiosResponse<Readable> & { url: string }> => {
    let url = requireWebAddress(address, anyPort)
    const home = url
    for (let hop = 0; hop <= maxRedirects; hop++) {
      await request.before?.(url).catch((error: unknown) => {
        throw new Refused(error)
      })
      const reply = await axios.get<Readable>(url, {
        ...(await through(request.proxy, url)),
        responseType: "stream",
        maxRedirects: 0,
        signal: stop,
        timeout: request.timeoutMs,
        headers: {
          accept: request.accept ?? "*/*",
          "user-agent": "doujia",
          ...(mayCarryHeaders(home, url) ? request.headers : {}),
        },
        validateStatus: () => true,
      })
      if (reply.status === 200) return Object.assign(reply, { url })
      reply.data.destroy()
      const location = reply.status >= 300 && reply.status < 400 ? reply.headers["location"] : undefined
      if (typeof location !== "string" || !URL.canParse(location, url)) throw new WebError("unavailable", { status: reply.status })
      url = requireWebAddress(new URL(location, url).href, anyPort)
    }
    throw new WebError("unavailable")
  }

  /** `take` consumes the body, which fails if it is longer than `maxBytes`. */
  const fetch = async <T>(address: string, request: WebRequest, take: (answer: WebAnswer, body: Body) => Promise<T>): Promise<T> => {
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const stop = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
    let whole = true
    try {
      const { data, headers, url } = await ask(address, request, stop)
      const bounded = async function* (source: AsyncIterable<Buffer>) {
        let bytes = 0
        for await (const chunk of source) {
          bytes += chunk.length
          if (bytes > request.maxBytes) {
            whole = false
            return
          }
          yield chunk
        }
      }
      const answer = { url, type: headerOf(headers["content-type"]), disposition: headerOf(headers["content-disposition"]) }
      try {
        const taken = await take(answer, { source: data, bounded, stop })
        if (!whole) throw new WebError("size")
        return taken
      } finally {
        data.destroy()
      }
    } catch (cause) {
      if (cause instanceof Refused) throw cause.error
      if (!whole) throw new WebError("size")
      throw cause instanceof WebError ? cause : new WebError(isRefusedByAgent(cause) ? "address" : "unavailable", { cause })
    }
  }

  const save: WebPort["save"] = async (address, path, request) => {
    try {
      return await fetch(address, request, async (answer, { source, bounded, stop }) => {
        const file = createWriteStream(path, { flags: "wx" })
        await pipeline(source, bounded, file, { signal: stop })
        return { ...answer, bytes: file.bytesWritten }
      })
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  return {
    politeMs,
    save,
    download: async (address, path, limits) => (await save(address, path, { ...limits, accept: "image/*" })).bytes,
    read: (address, { accepts = () => true, ...request }) =>
      fetch(address, request, async (answer, { source, bounded, stop }) => {
        if (!accepts(answer)) return { ...answer, body: null }
        const chunks: Buffer[] = []
        await pipeline(
          source,
          bounded,
          async (all: AsyncIterable<Buffer>) => {
            for await (const chunk of all) chunks.push(chunk)
          },
          { signal: stop },
        )
        return { ...answer, body: Buffer.concat(chunks) }
      }),
  }
}

/** Wraps an error thrown by `before`, which is rethrown unchanged. */
class Refused extends Error {
  constructor(readonly error: unknown) {
    super("refused")
  }
}

type Body = { source: Readable; bounded: (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>; stop: AbortSignal }

/** Node decodes header bytes as Latin-1; headers that are actually UTF-8 are decoded again. */
const headerOf = (value: unknown): string => {
  const text = typeof value === "string" ? value.slice(0, 1_000) : ""
  try {
    return /[\u0080-\u00ff]/.test(text) ? new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "latin1")) : text
  } catch {
    return text
  }
}
