import type { IncomingMessage, ServerResponse } from "node:http"
import { ErrorCode } from "../../lib/contract/error-code"
import { addressOf, streams, type Stream } from "../../lib/contract/streams"
import { AppError, faultOf } from "../errors"

/**
 * How slowly a request's body may come: that of a call whole within `seconds`; that of a file with `bytesPerSecond` on the average of
 * every `windowSeconds`, so that a large file may take hours.
 */
export type BodyLimits = { seconds: number; bytesPerSecond: number; windowSeconds: number }

const fileAddresses = Object.entries(streams as Record<string, Stream>).flatMap(([key, entry]) =>
  entry.carries && !("events" in entry.carries) ? [{ path: addressOf(key as `POST /${string}`, entry), below: entry.below === true }] : [],
)

/** Does this address take a file? All others take small bodies. */
const takesFile = (path: string): boolean =>
  fileAddresses.some((one) => path === one.path || (one.below && path.startsWith(`${one.path}/`)))

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] !== undefined && headers["content-length"] !== "0")

/** Ends a request whose body comes too slowly, with 408 where nothing has been answered yet. Costs requests without a body nothing. */
export const watchBody = (req: IncomingMessage, res: ServerResponse, limits: BodyLimits): void => {
  if (!hasBody(req)) return
  const [path = ""] = (req.url ?? "").split("?", 1)
  const stop = takesFile(path) ? watchRate(req, res, limits) : watchWhole(req, res, limits)
  req.once("end", stop).once("close", stop)
}

const watchWhole = (req: IncomingMessage, res: ServerResponse, { seconds }: BodyLimits): (() => void) => {
  // what lies in the socket is taken in before the verdict: this process itself may have been busy
  const look = () => setImmediate(() => req.complete || giveUp(req, res))
  const timer = setTimeout(look, seconds * 1000)
  return () => clearTimeout(timer)
}

const watchRate = (req: IncomingMessage, res: ServerResponse, { bytesPerSecond, windowSeconds }: BodyLimits): (() => void) => {
  const { socket } = req
  let before = socket.bytesRead
  const look = () => {
    const came = socket.bytesRead - before
    before = socket.bytesRead
    // bytes that wait here: the sender is not the slow one
    if (req.complete || req.readableLength > 0) return
    if (came < bytesPerSecond * windowSeconds) giveUp(req, res)
  }
  const timer = setInterval(() => setImmediate(look), windowSeconds * 1000)
  return () => clearInterval(timer)
}

const giveUp = (req: IncomingMessage, res: ServerResponse): void => {
  const error = new AppError(ErrorCode.deadlineExceeded, "内容传得太慢，请检查网络后再试")
  // whoever reads the body hears the reason, after the sender
  const end = () => void req.destroy(error)
  if (res.headersSent) return end()
  const text = JSON.stringify(faultOf(error).body)
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  }
  res.writeHead(error.status, { ...headers, connection: "close" }).end(text, end)
}
