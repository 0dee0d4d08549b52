import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http"
import { request as httpsRequest } from "node:https"
import type { Readable } from "node:stream"
import axios, { type AxiosResponse } from "axios"
import qs from "qs"
import type { CallKey } from "../../lib/contract/area"
import { answerJson, answerLimits } from "./answer-body"
import type { RemoteReply } from "./dialect"
import type { Fields } from "./messages"

/**
 * Identity of the request on whose behalf a call is made; `forwardedFor` is the visitor's address. A rendered page is cached for many
 * visitors, so its calls are a `prefetch` and do not count as views.
 */
export type RemoteCaller = { token: string; forwardedFor?: string; userAgent?: string; ifMatch?: string; prefetch?: true }
/** Sends one request to the remote server's API. Rejects if there is no answer within 30 s, or if `signal` aborts it earlier. */
export type Send = (key: CallKey, input: Fields, caller: RemoteCaller, signal?: AbortSignal) => Promise<RemoteReply>

/** Response headers that this program evaluates. */
const keptHeaders = ["retry-after"]

/** Returns the address of the server in API_BASE_URL, which may or may not end in `/api/v1`. */
export const originOf = (api: string): URL => new URL(api.replace(/\/api\/v1\/?$/, ""))

/** Parses JSON; returns null if it is too large or too deep, or the text if it is not JSON. */
const contentOf = (body: Buffer): unknown => {
  const json = answerJson(body)
  return json === undefined ? body.toString("utf8") : json
}

/** Creates a request that only accepts a regular answer. A server that switches to another protocol counts as not answering. */
const plainRequest = (options: RequestOptions, onReply: (reply: IncomingMessage) => void) =>
  refusingUpgrades((options.protocol === "https:" ? httpsRequest : httpRequest)(options, onReply))

/** Ends a request if the server switches to another protocol, which nothing would handle. */
export const refusingUpgrades = (out: ClientRequest): ClientRequest =>
  out.on("upgrade", (_reply, socket) => {
    socket.destroy()
    // Such a request has released its connection and would wait forever.
    out.emit("error", new Error("the server speaks another protocol"))
  })

/** Creates the client for the API at `origin`: reads and deletions by query (repeated keys), writes by JSON. */
export const createTransport = (origin: URL): Send => {
  const http = axios.create({
    baseURL: `${origin.origin}${origin.pathname.replace(/\/$/, "")}/api/v1`,
    timeout: 30_000,
    proxy: false,
    maxRedirects: 0,
    paramsSerializer: (params) => qs.stringify(params, { arrayFormat: "repeat", skipNulls: true }),
    validateStatus: () => true,
    responseType: "arraybuffer",
    maxContentLength: answerLimits.drawnBytes,
    transformResponse: (body: unknown) => (Buffer.isBuffer(body) && body.length > 0 ? contentOf(body) : ""),
    transport: { request: plainRequest },
  })
  return async (key, input, { token, forwardedFor, userAgent, ifMatch, prefetch }, signal) => {
    const [method, url] = key.split(" ") as [string, string]
    const reply: AxiosResponse<unknown> = await http.request({
      method,
      url,
      ...(method === "GET" || method === "DELETE" ? { params: input } : { data: input }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(forwardedFor && { "x-forwarded-for": forwardedFor }),
        ...(userAgent && { "user-agent": userAgent }),
        ...(ifMatch && { "if-match": ifMatch }),
        ...(prefetch && { "sec-purpose": "prefetch" }),
      },
      signal: AbortSignal.any([AbortSignal.timeout(answerLimits.ms), ...(signal ? [signal] : [])]),
    })
    const headers = Object.fromEntries(
      keptHeaders.flatMap((name) => (typeof reply.headers[name] === "string" ? [[name, reply.headers[name]]] : [])),
    )
    return { status: reply.status, statusText: reply.statusText, data: reply.data, headers }
  }
}

/** Checks whether the remote server serves an address outside its API (`/view/…`). Also false if it does not answer in time. */
export const hasAddress = async (origin: URL, path: string): Promise<boolean> => {
  const url = `${origin.origin}${origin.pathname.replace(/\/$/, "")}${path}`
  // Uses GET because such servers do not support HEAD. The body is not read.
  const reply = await axios
    .get<Readable>(url, { timeout: 5_000, proxy: false, maxRedirects: 0, responseType: "stream", validateStatus: () => true })
    .catch(() => null)
  reply?.data.destroy()
  return reply?.status === 200
}
