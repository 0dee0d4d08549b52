import type { IncomingMessage } from "node:http"
import { isTooComplexJson } from "../wire/json-limits"

/**
 * Limits on an answer of the remote server, and its total time (ms). Answers used for rendering a page have a lower byte limit than a
 * user's data export.
 */
export const answerLimits = { bytes: 64 * 1024 * 1024, drawnBytes: 16 * 1024 * 1024, depth: 40, values: 1_000_000, ms: 60_000 }

/** Reads the whole body; null if it was cut off, is too large or takes too long. */
export const wholeBody = async (reply: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => reply.destroy(), answerLimits.ms)
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      size += chunk.length
      // Leaving the loop closes the connection.
      if (size > answerLimits.bytes) return null
      chunks.push(chunk)
    }
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks)
}

/** Parses the JSON of an answer ({} if it is empty); null if the JSON is too deep or too large, undefined for other text. */
export const answerJson = (body: Buffer): unknown => {
  if (body.length === 0) return {}
  if (isTooComplexJson(body, answerLimits)) return null
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    return undefined
  }
}
