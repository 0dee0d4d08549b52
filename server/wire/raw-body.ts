import type { IncomingMessage } from "node:http"
import { tooLarge } from "../errors"

/**
 * Returns the raw body of a request, at most `maxBytes` long.
 * @throws 413
 */
export const rawBodyOf = async (req: IncomingMessage, maxBytes: number): Promise<string> => {
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) throw tooLarge("提交的内容太长")
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw tooLarge("提交的内容太长")
    parts.push(part)
  }
  return Buffer.concat(parts).toString("utf8")
}
