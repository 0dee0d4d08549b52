import type { ClientRequest } from "node:http"
import { Readable } from "node:stream"
import axios from "axios"
import { guardedAgents } from "./guarded-agents"
import { isRefusedByAgent } from "./outside"
import { WebError } from "./web.port"

const bodiless = new Set([204, 205, 304])

const peers = new WeakMap<Response, string>()

/** Returns the address that a response of `createGuardedFetch` came from; "" if it is not known. */
export const peerOfResponse = (response: Response): string => peers.get(response) ?? ""

/**
 * Creates a fetch for addresses from settings. Every connection refuses private, local and reserved addresses, even if a name resolves
 * differently the second time, unless `allowed` lists them (OUTGOING_ALLOW, docs/decisions/152). It follows no redirects, the common way
 * from a good address to a bad one.
 * @throws WebError "address" for a refused address
 */
export const createGuardedFetch = (allowed: readonly string[]): typeof fetch => {
  const agents = guardedAgents(allowed)
  return async (input, init = {}) => {
    const request = new Request(input, { ...init, redirect: "manual" })
    const data = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const reply = await axios
      .request<Readable>({
        url: request.url,
        method: request.method,
        headers: Object.fromEntries(request.headers),
        data,
        responseType: "stream",
        maxRedirects: 0,
        validateStatus: () => true,
        signal: request.signal,
        ...agents,
        proxy: false,
      })
      .catch((error: unknown) => {
        throw isRefusedByAgent(error) ? new WebError("address", { cause: error }) : error
      })
    const peer = (reply.request as ClientRequest).socket?.remoteAddress ?? ""
    const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)])
    if (bodiless.has(reply.status)) reply.data.destroy()
    const response = new Response(bodiless.has(reply.status) ? null : (Readable.toWeb(reply.data) as ReadableStream), {
      status: reply.status,
      headers,
    })
    peers.set(response, peer)
    return response
  }
}
