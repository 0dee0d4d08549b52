import { SearchUnavailable } from "../search.port"
import { addressesOf, type EngineAddress } from "./addresses"
import { createBreaker } from "./breaker"
import { adviceOf, isPage, malformedAdvice, reasonOf } from "./engine-errors"
import { inTurn } from "./turns"
import type { OpenSearchJson } from "./json"

/** The engine refused or did not answer; `status` 0 means no answer. */
export class EngineError extends SearchUnavailable {
  /** The engine rejects the content, so a retry is of no use (`server/jobs/queue.ts`). */
  readonly permanent: boolean
  override readonly advice: string
  /** The engine's name of the error, such as `index_not_found_exception`. */
  readonly type: string
  /** The connection was refused, so the engine has certainly not received the call. */
  readonly unsent: boolean
  constructor(
    override readonly status: number,
    message: string,
    {
      permanent = false,
      advice = "",
      type = "",
      unsent = false,
    }: Partial<Pick<EngineError, "permanent" | "advice" | "type" | "unsent">> = {},
  ) {
    super(message)
    this.name = "EngineError"
    this.permanent = permanent
    this.advice = advice
    this.type = type
    this.unsent = unsent
  }
}

type Options = { body?: OpenSearchJson | string; allowed?: readonly number[]; seconds?: number }
export type EngineReply<T> = { status: number; data: T }

/** Calls the REST API of an OpenSearch cluster. */
export type OpenSearchEngine = <T = OpenSearchJson>(
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE",
  path: string,
  options?: Options,
) => Promise<EngineReply<T>>

/** Deadline of a search in seconds, over all addresses. Visitors wait for it. */
export const answerSeconds = 2
/** A search that is not answered within this part of its deadline is sent to the next address as well. */
const patience = 0.3
/** After a node did not answer, nodes search their own copy of the index for this long (ms), instead of asking a node that may hang. */
const localMs = 60_000

const isSearch = (path: string) => /\/_(search|count)$/.test(path)
/** Calls that may arrive twice. */
const isRepeatable = (method: string, path: string) =>
  method === "GET" || method === "HEAD" || isSearch(path) || path.startsWith("/_bulk") || path.endsWith("/_refresh")
/** A node that has lost its cluster answers 503; another node may still belong to it. */
const isOutage = (status: number) => status === 0 || status === 502 || status === 503 || status === 504

type Call = Required<Pick<Options, "allowed" | "seconds">> & { method: string; path: string; body: Options["body"] }

const request = async <T>({ base, authorization }: EngineAddress, call: Call, signal: AbortSignal): Promise<EngineReply<T>> => {
  const { method, path, body, allowed } = call
  const headers: Record<string, string> = authorization ? { authorization } : {}
  if (body !== undefined) headers["content-type"] = typeof body === "string" ? "application/x-ndjson" : "application/json"
  let response: Response
  let text: string
  try {
    response = await fetch(base + path, {
      method,
      headers,
      body: typeof body === "object" ? JSON.stringify(body) : body,
      signal,
      redirect: "error",
    })
    text = await response.text()
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error & { code?: string } }
    const unsent = cause?.code === "ECONNREFUSED" || cause?.code === "ENOTFOUND"
    throw new EngineError(0, `OpenSearch does not answer (SEARCH_URL): ${String(cause ?? message)}`, { advice: adviceOf(cause), unsent })
  }
  const { status } = response
  const said = `OpenSearch ${method} ${path}: ${status}`
  if (isPage(response)) throw new EngineError(status, `${said} is a web page: SEARCH_URL`, { advice: adviceOf("page") })
  const { type, reason } = reasonOf(text)
  if (!response.ok && !allowed.includes(status)) throw new EngineError(status, `${said} ${reason}`, { type })
  try {
    return { status, data: (text ? JSON.parse(text) : {}) as T }
  } catch {
    throw new EngineError(status, `${said} is not JSON: SEARCH_URL`, { advice: adviceOf("page") })
  }
}

/**
 * `urls` are one or several addresses of the same cluster (SEARCH_URL). A call goes to the address that answered last; if it does not
 * answer, the others are tried within the same deadline, in seconds. Without an address every call fails.
 */
export const createEngine = (urls: string | readonly EngineAddress[], deadline = answerSeconds): OpenSearchEngine => {
  const addresses = typeof urls === "string" ? addressesOf(urls) : urls
  const breaker = createBreaker()
  let preferred = 0
  let localUntil = 0
  const send = <T>(call: Call): Promise<EngineReply<T>> => {
    const timeout = AbortSignal.timeout(call.seconds * 1_000)
    const order = addresses.map((_, at) => (preferred + at) % addresses.length)
    const repeatable = isRepeatable(call.method, call.path)
    return inTurn({
      addresses: order,
      patience: repeatable && !call.path.startsWith("/_bulk") ? call.seconds * patience * 1_000 : null,
      mayRetry: (error) => error instanceof EngineError && (error.unsent || (repeatable && isOutage(error.status))),
      call: async (at, turn, signal) => {
        const local = isSearch(call.path) && (turn > 0 || performance.now() < localUntil)
        const one = local ? { ...call, path: `${call.path}?preference=_local` } : call
        const reply = await request<T>(addresses[at]!, one, AbortSignal.any([signal, timeout]))
        if (turn > 0) [preferred, localUntil] = [at, performance.now() + localMs]
        return reply
      },
    })
  }
  return async <T>(method: string, path: string, { body, allowed = [], seconds = deadline }: Options = {}): Promise<EngineReply<T>> => {
    if (addresses.length === 0) throw new EngineError(0, "SEARCH_URL is not an http or https address", { advice: malformedAdvice })
    const isQuick = seconds <= deadline
    if (isQuick && !breaker.admits()) throw new EngineError(0, "OpenSearch has not answered the last calls (SEARCH_URL)")
    const startedAt = performance.now()
    try {
      const reply = await send<T>({ method, path, body, allowed, seconds })
      breaker.answered()
      return reply
    } catch (error) {
      if (!(error instanceof EngineError) || error.status > 0) breaker.answered()
      else if (isQuick) breaker.failed(startedAt)
      throw error
    }
  }
}
