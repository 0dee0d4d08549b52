/**
 * Returns the first `maxBytes` of an answer as text and ignores the rest. With `until`, the text that has arrived when the connection breaks
 * or the signal fires is enough; without it, a broken connection is an error.
 */
export const boundedText = async (answer: Response, maxBytes: number, until?: AbortSignal): Promise<string> => {
  const reader = (answer.body as ReadableStream<Uint8Array> | null)?.getReader()
  if (!reader) return ""
  const chunks: Uint8Array[] = []
  const end = () => void reader.cancel().catch(() => undefined)
  until?.addEventListener("abort", end, { once: true })
  try {
    for (let bytes = 0; bytes < maxBytes;) {
      const { value } = await reader.read()
      if (!value) break
      chunks.push(value)
      bytes += value.length
    }
  } catch (error) {
    if (!until) throw error
  } finally {
    until?.removeEventListener("abort", end)
    end()
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes))
}

/** Parses an answer as an object of JSON; returns {} for anything else. */
export const jsonFields = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
