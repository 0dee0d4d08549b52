import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http"
import { request as httpsRequest } from "node:https"
import type { Readable } from "node:stream"
import axios, { type AxiosResponse } from "axios"
import qs from "qs"
import type { CallKey } from "../../lib/contract/area"
import { answerJson, answerLimits } from "./answer-body"
import type { Reply } from "./dialect"
import type { Fields } from "./messages"

/** Of the request in whose name a call is made; `forwardedFor` is the visitor's address. A page that is rendered is kept for many: its calls are a `prefetch`, no view of anybody's. */
export type Caller = { token: string; forwardedFor?: string; userAgent?: string; ifMatch?: string; prefetch?: true }
/** One request to the remote server's API. Rejects when no answer came in 30 s, or before `signal` gave it up. */
export type Send = (key: CallKey, input: Fields, caller: Caller, signal?: AbortSignal) => Promise<Reply>

/** Headers of an answer that say something to a program of ours. */
const keptHeaders = ["retry-after"]

/** Where the server of API_BASE_URL is; the address may or may not end in `/api/v1`. */
export const originOf = (api: string): URL => new URL(api.replace(/\/api\/v1\/?$/, ""))

/** JSON, null for too much of it, or whatever text it is. */
const contentOf = (body: Buffer): unknown => {
  const json = answerJson(body)
  return json === undefined ? body.toString("utf8") : json
}

/** A request whose answer is an answer: a server that would speak another protocol has not answered. */
const plainRequest = (options: RequestOptions, onReply: (reply: IncomingMessage) => void) =>
  refusingUpgrades((options.protocol === "https:" ? httpsRequest : httpRequest)(options, onReply))

/** Ends a request whose server answers that it goes over to another protocol, which nobody listens to. */
export const refusingUpgrades = (out: ClientRequest): ClientRequest =>
  out.on("upgrade", (_reply, socket) => {
    socket.destroy()
    // such a request has let go of its connection and would wait for ever
    out.emit("error", new Error("the server speaks another protocol"))
  })

/** Requests to the API at `origin`: reads and deletions by query (repeated keys), writes by JSON. */
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

/** Whether the remote server answers an address outside of its API (`/view/…`). False as well when it does not answer in time. */
export const hasAddress = async (origin: URL, path: string): Promise<boolean> => {
  const url = `${origin.origin}${origin.pathname.replace(/\/$/, "")}${path}`
  // by GET, since such servers know no HEAD; the body is not read
  const reply = await axios
    .get<Readable>(url, { timeout: 5_000, proxy: false, maxRedirects: 0, responseType: "stream", validateStatus: () => true })
    .catch(() => null)
  reply?.data.destroy()
  return reply?.status === 200
}
