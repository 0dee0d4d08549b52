import type { Server } from "node:http"
import type { Socket } from "node:net"
import { ErrorCode } from "../../lib/contract/error-code"

/** The error of Node's parser; `rawPacket` is what it was reading. */
type ParseError = Error & { code?: string; rawPacket?: Buffer }

/** Longer request lines are refused anyway (bytes). */
const maxHead = 8_192
const beyondAscii = /[\x80-\xff]+/g

/** Decodes the bytes as UTF-8, or else in the encoding that old Chinese programs and shells send. */
const decoded = (bytes: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("gb18030").decode(bytes)
  }
}

/**
 * Returns the percent-encoded URL of a request line with bytes beyond ASCII; "" if it is not a path of this site. Only these bytes are
 * changed: a hidden line break or host remains what it was, and is refused.
 */
export const encodedAddress = (packet: Buffer): string => {
  const line = packet.subarray(0, maxHead).toString("latin1").split("\r\n", 1)[0]!
  const [, target = ""] = /^(?:GET|HEAD) (\/(?![/\\])[^\s\x00-\x1f\x7f\\]*) HTTP\/1\.[01]$/.exec(line) ?? []
  if (!/[\x80-\xff]/.test(target)) return ""
  return target.replace(beyondAscii, (bytes) => encodeURIComponent(decoded(Buffer.from(bytes, "latin1"))))
}

/** The status line and message for a request that cannot be read, by the parser's code. */
const answers: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "网址或请求头太长，请缩短后重试"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "请求没有在限定的时间内发完，请重试"],
}
const unreadable: [string, string] = ["400 Bad Request", "请求的格式不正确"]

const answerTo = ({ code = "", rawPacket }: ParseError): string => {
  const address = code === "HPE_INVALID_URL" && rawPacket ? encodedAddress(rawPacket) : ""
  if (address) return response(`302 Found\r\nLocation: ${address}`, "")
  const [head, message] = answers[code] ?? unreadable
  if (!rawPacket || !isCall(rawPacket)) return response(head, message)
  return response(head, JSON.stringify({ code: ErrorCode.invalidArgument, message }), "application/json")
}

/** Checks whether the request line names a call of the API, whose callers expect JSON. */
const isCall = (packet: Buffer): boolean => /^[A-Z]{1,10} \/api\//.test(packet.subarray(0, 32).toString("latin1"))

const response = (head: string, body: string, type = "text/plain"): string =>
  `HTTP/1.1 ${head}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`

/**
 * Redirects requests whose URL was not encoded (`/search?wd=合同`, as sent by shells and old programs) to the encoded URL: the parser refuses
 * them before our code sees them. All other parser errors receive the status that Node would have sent, with a message: JSON for a call of
 * the API, else plain text.
 */
export const answerRawAddresses = (server: Server): void =>
  void server.on("clientError", (error: ParseError, socket: Socket) => {
    if (socket.writable && error.code !== "ECONNRESET") socket.end(answerTo(error))
    else socket.destroy()
  })
