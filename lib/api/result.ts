import type { Result } from "../contract/types"

/** The server's message, else status, status text and body together (docs/reference/specification.md 8). */
export const failure = (status: number, statusText: string, body: unknown): Result<never> => {
  const message = messageOf(body)
  if (message) return { ok: false, status, message }
  if (status === 0) return { ok: false, status, message: "网络没有连上，请检查后重试" }
  const rest = typeof body === "string" ? body.slice(0, 200) : body ? JSON.stringify(body).slice(0, 200) : ""
  return { ok: false, status, message: [status, statusText, rest].filter(Boolean).join(" ") }
}

const messageOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "message" in body && typeof body.message === "string" ? body.message : ""
