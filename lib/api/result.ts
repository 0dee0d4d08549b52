import type { Result } from "../contract/types"

/** A failed call. Users read its `refusalText`, never its `message` (tests/architecture/refusals.test.ts). */
export type Refused = Extract<Result<never>, { ok: false }>

/** Uses the server's message, else status, status text and body together (docs/reference/specification.md 8). */
export const failure = (status: number, statusText: string, body: unknown): Result<never> => {
  const message = textOf(body, "message")
  const field = textOf(body, "field")
  const appeal = textOf(body, "appeal")
  if (message) return { ok: false, status, message, ...(field && { field }), ...(appeal && { appeal }) }
  if (status === 0) return { ok: false, status, message: "网络没有连上，请检查后重试" }
  const rest = typeof body === "string" ? body.slice(0, 200) : body ? JSON.stringify(body).slice(0, 200) : ""
  const line = lineOf(body)
  const detail = [status, statusText, line === statusText ? "" : line].filter(Boolean).join(" ")
  return { ok: false, status, message: [status, statusText, rest].filter(Boolean).join(" "), detail }
}

/** The failure of a call that got no answer in time, although the network may be fine. */
export const timeout = (timedOut: string): Result<never> => ({ ok: false, status: 0, message: "服务器没有及时回答，请重试", timedOut })

/**
 * Returns the text for users: the server's message, else the caller's own sentence with status, status text and a short body: "登录失败（500
 * Internal Server Error）".
 */
export const refusalText = ({ message, detail }: Pick<Refused, "message" | "detail">, sentence: string): string =>
  detail ? `${sentence}（${detail}）` : message || sentence

const textOf = (body: unknown, name: string): string => {
  const value: unknown = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : ""
  return typeof value === "string" ? value : ""
}

/** Returns a body that a person can read, one short line of plain text; "" for anything else, such as HTML. */
const lineOf = (body: unknown): string => {
  const text = typeof body === "string" ? body.trim() : ""
  return text.length <= 80 && !/[<>{}\n]/.test(text) ? text : ""
}
