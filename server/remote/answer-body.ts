import type { IncomingMessage } from "node:http"
import { isTooComplexJson } from "../wire/json-limits"

/** What is read of an answer at most, how long it may take in all. An answer that a page is drawn from has fewer bytes than what a person takes along of their data. */
export const answerLimits = { bytes: 64 * 1024 * 1024, drawnBytes: 16 * 1024 * 1024, depth: 40, values: 1_000_000, ms: 60_000 }

/** The whole body; null for one that was cut off, is too large or takes too long. */
export const wholeBody = async (reply: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => reply.destroy(), answerLimits.ms)
  try {
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      size += chunk.length
      // leaving the loop ends the connection
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

/** JSON of an answer ({} for an empty one); null for JSON that is too deep or too long to be read, undefined for other text. */
export const answerJson = (body: Buffer): unknown => {
  if (body.length === 0) return {}
  if (isTooComplexJson(body, answerLimits)) return null
  try {
    return JSON.parse(body.toString("utf8"))
  } catch {
    return undefined
  }
}
