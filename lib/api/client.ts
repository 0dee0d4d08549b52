import axios, { type AxiosInstance } from "axios"
import qs from "qs"
import { hasSecret } from "../contract/secret-input"
import type { Args, Key, Output, Result } from "../contract/types"
import { isAbsent } from "./absent"
import { askConfirmation, confirmationRequired } from "./confirmation"
import { failure } from "./result"
import { factorRequired, withSecondFactor } from "./second-factor"
import { readToken } from "./token"

/** 30 s, Bearer token when there is one, repeated keys for lists, success is 200 (docs/reference/specification.md 7). */
const http: AxiosInstance = axios.create({
  baseURL: "/api/v1",
  timeout: 30_000,
  paramsSerializer: (params) => qs.stringify(params, { arrayFormat: "repeat", skipNulls: true }),
  validateStatus: () => true,
})

http.interceptors.request.use((config) => {
  const token = readToken()
  if (token) config.headers.set("authorization", `Bearer ${token}`)
  return config
})

/** `signal` gives a call up; `ifMatch` is the `updated_at` of the row that is changed, as it was read: a newer one is not written over (409). */
export type CallOptions = { signal?: AbortSignal; ifMatch?: string }

/**
 * Calls the API from a browser; what the server does not have is not asked for (404). Never throws: an HTTP error, a lost network or a call given up by its
 * `signal` is a result with status and message. A call that wants the password proven is made again once the person has proven it, a login that wants a second factor with it.
 */
export const api = async <K extends Key>(key: K, ...args: [...Args<K>, options?: CallOptions]): Promise<Result<Output<K>>> => {
  const [input, options = {}] = args as unknown as [input?: object, options?: CallOptions]
  if (isAbsent(key)) return failure(404, "", { message: "这个站点没有此功能" })
  const reply = await request(key, input, options)
  if (!reply.ok && reply.code === factorRequired) return withSecondFactor(reply, (factor) => request(key, { ...input, ...factor }, options))
  if (reply.ok || reply.code !== confirmationRequired) return reply
  return (await askConfirmation()) ? request(key, input, options) : reply
}

const request = async <K extends Key>(key: K, input: object | undefined, { signal, ifMatch }: CallOptions): Promise<Result<Output<K>>> => {
  const [method, url] = key.split(" ") as [string, string]
  const inQuery = method === "GET" || (method === "DELETE" && !hasSecret(input))
  try {
    const reply = await http.request({
      method,
      url,
      ...(inQuery ? { params: input } : { data: input ?? {} }),
      ...(signal && { signal }),
      ...(ifMatch && { headers: { "if-match": `"${ifMatch}"` } }),
    })
    if (reply.status === 200) return { ok: true, status: 200, data: reply.data as Output<K> }
    const wait = Number(reply.headers["retry-after"])
    const code = Number((reply.data as { code?: unknown } | null)?.code)
    return { ...failure(reply.status, reply.statusText, reply.data), ...(code > 0 && { code }), ...(wait > 0 && { wait }) }
  } catch {
    return failure(0, "", "")
  }
}
