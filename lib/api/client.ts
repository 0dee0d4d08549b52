import { hasSecret } from "../contract/secret-input"
import type { Args, Key, Output, Result } from "../contract/types"
import { absentAnswer, isAbsent } from "./absent"
import { askConfirmation, confirmationRequired } from "./confirmation"
import { failure, timeout } from "./result"
import { factorRequired, withSecondFactor } from "./second-factor"
import { readToken } from "./token"

/** Timeout of a call without an answer (docs/reference/specification.md 7). */
const timeoutMs = 30_000

/** Returns the query string: lists become repeated keys, missing values are omitted. */
const queryOf = (input: object | undefined): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) query.append(name, String(one))
  const text = query.toString()
  return text ? `?${text}` : ""
}

/** `signal` cancels the call; `ifMatch` is the `updated_at` of the row as it was read: a newer version is not overwritten (409). */
export type CallOptions = { signal?: AbortSignal; ifMatch?: string }

/**
 * Calls the API from a browser; a call that the server does not support is answered with 404 locally. Never throws: an HTTP error, a lost
 * network or a call cancelled by its `signal` is a result with status and message.
 * A call that requires the password is repeated once the user has proven it; a login that requires a second factor is repeated with it.
 */
export const api = async <K extends Key>(key: K, ...args: [...Args<K>, options?: CallOptions]): Promise<Result<Output<K>>> => {
  const [input, options = {}] = args as unknown as [input?: object, options?: CallOptions]
  if (isAbsent(key)) return absentAnswer
  const reply = await request(key, input, options)
  if (!reply.ok && reply.code === factorRequired) return withSecondFactor(reply, (factor) => request(key, { ...input, ...factor }, options))
  if (reply.ok || reply.code !== confirmationRequired) return reply
  return (await askConfirmation()) ? request(key, input, options) : reply
}

const request = async <K extends Key>(key: K, input: object | undefined, { signal, ifMatch }: CallOptions): Promise<Result<Output<K>>> => {
  const [method, url] = key.split(" ") as [string, string]
  const inQuery = method === "GET" || (method === "DELETE" && !hasSecret(input))
  const token = readToken()
  const limit = new AbortController()
  const giveUp = () => limit.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    giveUp()
  }, timeoutMs)
  signal?.addEventListener("abort", giveUp)
  try {
    if (signal?.aborted) giveUp()
    // plain fetch: every public page ships this file, and axios would be a sixth of its script
    const reply = await fetch(`/api/v1${url}${inQuery ? queryOf(input) : ""}`, {
      method,
      signal: limit.signal,
      headers: {
        accept: "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
        ...(ifMatch && { "if-match": `"${ifMatch}"` }),
        ...(!inQuery && { "content-type": "application/json" }),
      },
      ...(!inQuery && { body: JSON.stringify(input ?? {}) }),
    })
    const data = readBody(await reply.text())
    if (reply.status === 200) return { ok: true, status: 200, data: data as Output<K> }
    const wait = Number(reply.headers.get("retry-after"))
    const code = Number((data as { code?: unknown } | null)?.code)
    return { ...failure(reply.status, reply.statusText, data), ...(code > 0 && { code }), ...(wait > 0 && { wait }) }
  } catch {
    return late ? timeout(method) : failure(0, "", "")
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", giveUp)
  }
}

/** Parses JSON; returns the text if it is none, for example from a proxy. */
const readBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
