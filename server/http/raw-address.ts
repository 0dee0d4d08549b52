import type { Server } from "node:http"
import type { Socket } from "node:net"

/** What Node's parser says when it gives up; `rawPacket` is what it was reading. */
type ParseError = Error & { code?: string; rawPacket?: Buffer }

/** Longer addresses are refused anyway. */
const maxHead = 8_192
const beyondAscii = /[\x80-\xff]+/g

/** The bytes as they were meant: UTF-8, else the encoding that old Chinese programs and shells send. */
const decoded = (bytes: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("gb18030").decode(bytes)
  }
}

/**
 * The address that a request line with bytes beyond ASCII means, percent-encoded; "" where it is none of ours. Only these bytes are
 * changed: what is a line break or a host in disguise stays what it was, and is refused.
 */
export const encodedAddress = (packet: Buffer): string => {
  const line = packet.subarray(0, maxHead).toString("latin1").split("\r\n", 1)[0]!
  const [, target = ""] = /^(?:GET|HEAD) (\/(?![/\\])[^\s\x00-\x1f\x7f\\]*) HTTP\/1\.[01]$/.exec(line) ?? []
  if (!/[\x80-\xff]/.test(target)) return ""
  return target.replace(beyondAscii, (bytes) => encodeURIComponent(decoded(Buffer.from(bytes, "latin1"))))
}

const status: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
}

const answerTo = ({ code = "", rawPacket }: ParseError): string => {
  const address = code === "HPE_INVALID_URL" && rawPacket ? encodedAddress(rawPacket) : ""
  const head = address ? `302 Found\r\nLocation: ${address}` : (status[code] ?? "400 Bad Request")
  return `HTTP/1.1 ${head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
}

/**
 * A request whose address was not encoded (`/search?wd=合同`, as shells and old programs send it) is one that the parser refuses before anything of
 * ours sees it: it is sent to the address it meant. Everything else gets what Node would have said.
 */
export const answerRawAddresses = (server: Server): void =>
  void server.on("clientError", (error: ParseError, socket: Socket) => {
    if (socket.writable && error.code !== "ECONNRESET") socket.end(answerTo(error))
    else socket.destroy()
  })
