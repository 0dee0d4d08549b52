import { SearchUnavailable } from "../search.port"
import type { OpenSearchJson } from "./json"

/** The engine refused or did not answer; `status` 0 means no answer. */
export class EngineError extends SearchUnavailable {
  /** The engine rejects the content, so a retry is of no use (`server/jobs/queue.ts`). */
  readonly permanent: boolean
  constructor(
    override readonly status: number,
    message: string,
  ) {
    super(message)
    this.name = "EngineError"
    this.permanent = status === 400
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

/** Search timeout in seconds. By then, the user has left. */
const answerSeconds = 20
const maxReason = 500

const reasonOf = (text: string): string => {
  try {
    const { error } = JSON.parse(text) as { error?: { type?: string; reason?: string } | string }
    return typeof error === "string" ? error : `${error?.type ?? "error"}: ${error?.reason ?? ""}`
  } catch {
    return text
  }
}

/** `url` may contain a user name and password (https://name:password@host:9200), which are sent as Basic authentication. */
export const createEngine = (url: string): OpenSearchEngine => {
  const { username, password, origin, pathname } = new URL(url)
  const base = origin + pathname.replace(/\/+$/, "")
  const authorization = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")}`
  return async <T>(
    method: string,
    path: string,
    { body, allowed = [], seconds = answerSeconds }: Options = {},
  ): Promise<EngineReply<T>> => {
    const headers: Record<string, string> = username ? { authorization } : {}
    if (body !== undefined) headers["content-type"] = typeof body === "string" ? "application/x-ndjson" : "application/json"
    const response = await fetch(base + path, {
      method,
      headers,
      body: typeof body === "object" ? JSON.stringify(body) : body,
      signal: AbortSignal.timeout(seconds * 1_000),
      redirect: "error",
    }).catch((error: Error) => {
      throw new EngineError(0, `OpenSearch does not answer: ${String(error.cause ?? error.message)}`)
    })
    const text = await response.text()
    if (!response.ok && !allowed.includes(response.status))
      throw new EngineError(response.status, `OpenSearch ${method} ${path}: ${response.status} ${reasonOf(text).slice(0, maxReason)}`)
    return { status: response.status, data: (text ? JSON.parse(text) : {}) as T }
  }
}
