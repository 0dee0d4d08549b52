import type { Result } from "../contract/types"

/** Uses the server's message, else status, status text and body together (docs/reference/specification.md 8). */
export const failure = (status: number, statusText: string, body: unknown): Result<never> => {
  const message = textOf(body, "message")
  const field = textOf(body, "field")
  if (message) return { ok: false, status, message, ...(field && { field }) }
  if (status === 0) return { ok: false, status, message: "网络没有连上，请检查后重试" }
  const rest = typeof body === "string" ? body.slice(0, 200) : body ? JSON.stringify(body).slice(0, 200) : ""
  return { ok: false, status, message: [status, statusText, rest].filter(Boolean).join(" ") }
}

const textOf = (body: unknown, name: string): string => {
  const value: unknown = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : ""
  return typeof value === "string" ? value : ""
}
