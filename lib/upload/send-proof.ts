import type { Result } from "../contract/types"
import { failure, timeout } from "../api/result"

/** Enough for 10 MB on a slow connection (ms). */
const timeoutMs = 300_000

export type SentProof = { key: string; name: string; size: number }

/** Uploads a proof file of a complaint. Never throws: errors are returned as a result with status and message. */
export const uploadProof = async (file: File): Promise<Result<SentProof>> => {
  const form = new FormData()
  form.append("file", file, file.name)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), timeoutMs)
  try {
    const reply = await fetch("/api/v1/upload/complaint", { method: "POST", body: form, signal: limit.signal })
    const body: unknown = await reply.json().catch(() => null)
    const data = (body as { data?: SentProof } | null)?.data
    return reply.ok && data?.key ? { ok: true, status: 200, data } : failure(reply.status, reply.statusText, body ?? "")
  } catch {
    return limit.signal.aborted ? timeout("POST") : failure(0, "", "")
  } finally {
    clearTimeout(timer)
  }
}
