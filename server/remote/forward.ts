import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http"
import { request as httpsRequest } from "node:https"
import { pipeline } from "node:stream/promises"
import qs from "qs"
import { unavailable } from "../errors"
import { bodyOf } from "../http/api"
import { bearerOf, cookieOf, sessionCookie } from "../http/cookies"
import { sendJson } from "../http/send"
import { hopByHop } from "./headers"
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

/** Passes a request on, streaming both ways; only answers of known calls are read and completed. */
export const passOn = async (origin: URL, req: IncomingMessage, res: ServerResponse, known: Known | null): Promise<void> => {
  const headers: Record<string, string | string[]> = { host: origin.host }
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined && !hopByHop.has(name) && name !== "cookie") headers[name] = value
  if (!known && req.headers["accept-encoding"]) headers["accept-encoding"] = req.headers["accept-encoding"]
  // private page images: the remote server knows the Bearer header, not our cookie
  if (!bearerOf(req) && cookieOf(req, sessionCookie) && req.method === "GET")
    headers.authorization = `Bearer ${cookieOf(req, sessionCookie)}`
  const body = req.method === "DELETE" ? qs.stringify(await bodyOf(req), { arrayFormat: "repeat" }) : null
  // compatible servers read a deletion from its query alone
  const url = body ? `${req.url}${req.url?.includes("?") ? "&" : "?"}${body}` : req.url
  if (body !== null) for (const name of ["content-length", "content-type"]) delete headers[name]
  const send = origin.protocol === "https:" ? httpsRequest : httpRequest
  await new Promise<void>((done, fail) => {
    const out = send(
      {
        hostname: origin.hostname,
        port: origin.port,
        protocol: origin.protocol,
        method: req.method,
        path: `${origin.pathname.replace(/\/$/, "")}${url}`,
        headers,
      },
      (reply) => {
        answer(reply, req, res, known).then(done, fail)
      },
    )
    out.on("error", () => fail(unavailable("后端暂时连不上，请稍后再试")))
    req.on("aborted", () => out.destroy())
    if (body === null) pipeline(req, out).catch(() => undefined)
    else out.end()
  })
}

const answer = async (reply: IncomingMessage, req: IncomingMessage, res: ServerResponse, known: Known | null): Promise<void> => {
  const headers = Object.fromEntries(
    Object.entries(reply.headers).filter(([name]) => !hopByHop.has(name) || name === "content-encoding"),
  ) as Record<string, string | string[]>
  if (!known || reply.statusCode !== 200) {
    res.writeHead(reply.statusCode ?? 502, headers)
    if (String(reply.headers["content-type"] ?? "").startsWith("text/event-stream")) {
      streams.add(res)
      res.once("close", () => streams.delete(res))
    }
    return void (await pipeline(reply, res).catch(() => undefined))
  }
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
