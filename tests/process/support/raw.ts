import { connect, type Socket } from "node:net"

/* A client that sends arbitrary bytes over a socket, as slowly as it likes. */

export type RawConnection = {
  socket: Socket
  write: (text: string | Buffer) => void
  /** everything received so far */
  text: () => string
  /** milliseconds from the connection to its end */
  closed: Promise<number>
}

/** Connects from `from`, any address of 127.0.0.0/8. */
export const rawConnect = (url: string, from = "127.0.0.1"): Promise<RawConnection> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), localAddress: from })
    const began = Date.now()
    let came = ""
    let end = (_ms: number) => undefined as void
    const closed = new Promise<number>((resolve) => (end = resolve))
    socket.on("data", (chunk: Buffer) => void (came += chunk.toString("utf8")))
    socket.on("error", () => undefined)
    socket.once("close", () => end(Date.now() - began))
    socket.once("error", fail)
    socket.once("connect", () => {
      socket.off("error", fail)
      done({ socket, write: (text) => void (socket.destroyed || socket.write(text)), text: () => came, closed })
    })
  })

/** Returns the head of a request. */
export const rawHead = (line: string, headers: Record<string, string | number>): string =>
  `${line} HTTP/1.1\r\n${Object.entries({ host: "localhost", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`

/** Writes `bytes` of filler every `everyMs` until the connection ends; returns a function that stops it. */
export const trickle = (raw: RawConnection, everyMs: number, bytes = 1): (() => void) => {
  const timer = setInterval(() => (raw.socket.destroyed ? clearInterval(timer) : raw.write(" ".repeat(bytes))), everyMs)
  return () => clearInterval(timer)
}
