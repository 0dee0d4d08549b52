import type { IncomingMessage, ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { ErrorCode } from "../../lib/contract/error-code"
import { bearerOf } from "../wire/cookies"
import { sendJson } from "../wire/send"
import { answerJson, wholeBody } from "./answer-body"
import { failureOf, ill, type RemoteFailure } from "./failures"
import { drawnPage, fileAnswerHeaders, isFile, passedAnswerHeaders } from "./files"
import { answerHeaders } from "./headers"
import { isRemoteCover, sendMissingCover } from "./missing-cover"
import type { SanitizeAnswer } from "./sanitized-answers"
import { endSession, hasOddToken, setSessionCookies } from "./session"

/** Open answers that do not end on their own. */
const streams = new Set<ServerResponse>()

/** Ends open event streams. The browser reconnects to the process that is running then. */
export const endStreams = (): void => {
  for (const stream of streams) stream.end()
}

type Parsed = { success: boolean; data?: unknown }
/** A call of the contract whose answers are parsed and completed. */
export type ContractCall = { key: string; parse: (body: unknown) => Parsed; sanitize: SanitizeAnswer }
/** `mine`: the request carried the token from the session cookie. */
type ForwardedRequest = { origin: URL; path: string; contractCall: ContractCall | null; mine: boolean }

/** Sends the remote server's answer to the browser. Answers of calls are completed by the contract; all others are streamed. */
export const sendAnswer = async (
  reply: IncomingMessage,
  req: IncomingMessage,
  res: ServerResponse,
  request: ForwardedRequest,
): Promise<void> => {
  const { origin, path, contractCall, mine } = request
  const status = reply.statusCode ?? 502
  if (contractCall && status === 200) return sendCall(reply, req, res, contractCall)
  if (status === 404 && isRemoteCover(path)) {
    reply.resume()
    return sendMissingCover(res)
  }
  if ((contractCall || status >= 400) && req.method !== "HEAD") return refuse(reply, req, res, status)
  const headers = answerHeaders(reply.headers, origin)
  if (isFile(path)) return sendFile(reply, req, res, { headers: fileAnswerHeaders(status, headers, mine), drawn: path.endsWith(".svg") })
  res.writeHead(status, passedAnswerHeaders(path, headers))
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

const sendCall = async (reply: IncomingMessage, req: IncomingMessage, res: ServerResponse, contractCall: ContractCall): Promise<void> => {
  const body = await wholeBody(reply)
  const parsed = body === null ? { success: false } : contractCall.parse(answerJson(body) ?? null)
  if (!parsed.success || hasOddToken(parsed.data)) return sendFailure(req, res, ill())
  await contractCall.sanitize(contractCall.key, parsed.data)
  setSessionCookies(req, res, contractCall.key, parsed.data)
  sendJson(res, 200, parsed.data)
}

/** Sends a failure in this program's own format. Also deletes the cookie of a user whose session has ended. */
export const sendFailure = (req: IncomingMessage, res: ServerResponse, failed: RemoteFailure): void => {
  if (failed.status === 401) endSession(req, res)
  const { status, message, field } = failed
  sendJson(res, status, { code: codes[status] ?? ErrorCode.unavailable, message, ...(field && { field }) })
}

const codes: Record<number, ErrorCode> = {
  400: ErrorCode.invalidArgument,
  401: ErrorCode.unauthenticated,
  403: ErrorCode.permissionDenied,
  404: ErrorCode.notFound,
  409: ErrorCode.alreadyExists,
  413: ErrorCode.outOfRange,
  429: ErrorCode.resourceExhausted,
  507: ErrorCode.dataLoss,
}

const refuse = async (reply: IncomingMessage, req: IncomingMessage, res: ServerResponse, status: number): Promise<void> => {
  const body = answerJson((await wholeBody(reply)) ?? Buffer.alloc(0)) ?? null
  const wait = reply.headers["retry-after"]
  if (wait) res.setHeader("retry-after", wait)
  // A client of resumable uploads reads from these headers where to continue.
  for (const name of ["upload-offset", "tus-resumable"]) if (reply.headers[name]) res.setHeader(name, String(reply.headers[name]))
  sendFailure(req, res, failureOf({ method: req.method ?? "GET", status, body, signedIn: bearerOf(req) !== "" }))
}
