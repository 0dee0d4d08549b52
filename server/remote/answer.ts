import type { IncomingMessage, ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { unavailable } from "../errors"
import { sendJson } from "../http/send"
import { drawnPage, fileAnswerHeaders, isFile } from "./files"
import { answerHeaders } from "./headers"
import { setSessionCookies } from "./session"

/** Open answers that do not end by themselves. */
const streams = new Set<ServerResponse>()

/** Ends open streams of events: the browser comes back to whoever is up. */
export const endStreams = (): void => {
  for (const stream of streams) stream.end()
}

type Parsed = { success: boolean; data?: unknown }
/** A call of the contract whose answers are read and completed. */
export type Known = { key: string; parse: (body: unknown) => Parsed }
/** `mine`: the request carried the token of the session's cookie. */
type Asked = { origin: URL; path: string; known: Known | null; mine: boolean }

/** Sends the remote server's answer to the browser: a call's completed by the contract, anything else as it streams in. */
export const sendAnswer = async (reply: IncomingMessage, req: IncomingMessage, res: ServerResponse, asked: Asked): Promise<void> => {
  const { origin, path, known, mine } = asked
  if (known && reply.statusCode === 200) return sendCall(reply, req, res, known)
  const status = reply.statusCode ?? 502
  const headers = answerHeaders(reply.headers, origin)
  if (isFile(path)) return sendFile(reply, req, res, { headers: fileAnswerHeaders(status, headers, mine), drawn: path.endsWith(".svg") })
  res.writeHead(status, headers)
  if (String(headers["content-type"] ?? "").startsWith("text/event-stream")) {
    reply.setTimeout(0)
    streams.add(res)
    res.once("close", () => streams.delete(res))
  }
  await pipeline(reply, res).catch(() => undefined)
}

type FileAnswer = { headers: ReturnType<typeof fileAnswerHeaders>; drawn: boolean }

const sendFile = async (reply: IncomingMessage, req: IncomingMessage, res: ServerResponse, { headers, drawn }: FileAnswer) => {
  const takesGzip = /\bgzip\b/.test(String(req.headers["accept-encoding"] ?? ""))
  const file =
    drawn && reply.statusCode === 200 && req.method === "GET" ? await drawnPage(reply, headers, takesGzip) : { headers, body: reply }
  res.writeHead(reply.statusCode ?? 502, file.headers)
  await pipeline(file.body, res).catch(() => undefined)
}

const sendCall = async (reply: IncomingMessage, req: IncomingMessage, res: ServerResponse, known: Known): Promise<void> => {
  const chunks: Buffer[] = []
  for await (const chunk of reply as AsyncIterable<Buffer>) chunks.push(chunk)
  const parsed = known.parse(jsonOf(Buffer.concat(chunks).toString("utf8")))
  if (!parsed.success) throw unavailable("后端的答复看不懂，请稍后再试")
  setSessionCookies(req, res, known.key, parsed.data)
  sendJson(res, 200, parsed.data)
}

/** Parses JSON; null for other text. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text || "{}")
  } catch {
    return null
  }
}
