import type { IncomingMessage, ServerResponse } from "node:http"
import { ErrorCode } from "../../lib/contract/error-code"
import { addressOf, streams, type Stream } from "../../lib/contract/streams"
import { AppError, faultOf } from "../errors"

/**
 * Minimum speed of a request body: the body of a call must be complete within `seconds`; the body of a file must average `bytesPerSecond`
 * over every `windowSeconds`, so a large file may take hours.
 */
export type BodyLimits = { seconds: number; bytesPerSecond: number; windowSeconds: number }

const fileAddresses = Object.entries(streams as Record<string, Stream>).flatMap(([key, entry]) =>
  entry.carries && !("events" in entry.carries) ? [{ path: addressOf(key as `POST /${string}`, entry), below: entry.below === true }] : [],
)

/** Checks whether this path accepts a file. All others accept small bodies. */
const takesFile = (path: string): boolean =>
  fileAddresses.some((one) => path === one.path || (one.below && path.startsWith(`${one.path}/`)))

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] !== undefined && headers["content-length"] !== "0")

/** Ends a request whose body arrives too slowly, with 408 if no response has been sent yet. Adds no cost to requests without a body. */
export const watchBody = (req: IncomingMessage, res: ServerResponse, limits: BodyLimits): void => {
  if (!hasBody(req)) return
  const [path = ""] = (req.url ?? "").split("?", 1)
  const stop = takesFile(path) ? watchRate(req, res, limits) : watchWhole(req, res, limits)
  req.once("end", stop).once("close", stop)
}

const watchWhole = (req: IncomingMessage, res: ServerResponse, { seconds }: BodyLimits): (() => void) => {
  // read what is already in the socket before deciding: this process itself may have been busy
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
    // bytes are waiting to be read: the sender is not the slow side
    if (req.complete || req.readableLength > 0) return
    if (came < bytesPerSecond * windowSeconds) giveUp(req, res)
  }
  const timer = setInterval(() => setImmediate(look), windowSeconds * 1000)
  return () => clearInterval(timer)
}

const giveUp = (req: IncomingMessage, res: ServerResponse): void => {
  const error = new AppError(ErrorCode.deadlineExceeded, "内容传得太慢，请检查网络后再试")
  // the reader of the body receives the error after the response has been sent
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
