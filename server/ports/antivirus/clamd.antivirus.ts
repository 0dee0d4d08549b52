import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { AntivirusError, type AntivirusPort } from "./antivirus.port"

/** How long a scan may take, the transfer included (ms). */
const deadlineMs = 30_000
/** An answer is one short line. */
const maxReply = 4_096

type Target = { path: string } | { host: string; port: number }

/** Parses a socket path, or `host:port`. */
export const clamdTarget = (address: string): Target => {
  const [, host, port] = /^\[?([^[\]/]+)\]?:(\d{1,5})$/.exec(address) ?? []
  return host && port ? { host, port: Number(port) } : { path: address }
}

const unavailable = (cause?: unknown) => new AntivirusError("unavailable", { cause })

/** Collects the answer until the scanner ends it or closes the connection. */
const replyOf = async (socket: Socket): Promise<string> => {
  let text = ""
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString("utf8")
    if (text.includes("\0") || text.length > maxReply) break
  }
  return text.split("\0", 1)[0]!.trim()
}

/** Sends each chunk with its length; waits while the scanner does not read. */
const sendContent = async (socket: Socket, content: AsyncIterable<Buffer>, signal: AbortSignal) => {
  for await (const chunk of content) {
    signal.throwIfAborted()
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.cork()
    socket.write(length)
    const flowing = socket.write(chunk)
    socket.uncork()
    if (!flowing) await once(socket, "drain", { signal })
  }
  socket.write(Buffer.alloc(4))
}

/** One command on a connection of its own, with the content that follows it. */
const exchange = async (target: Target, command: string, ms: number, content?: AsyncIterable<Buffer>): Promise<string> => {
  const done = new AbortController()
  const socket = connect(target)
  let late = false
  const timer = setTimeout(() => {
    late = true
    socket.destroy(new AntivirusError("timeout"))
  }, ms)
  socket.once("close", () => done.abort())
  const reply = replyOf(socket)
  // an error of the connection reaches the reply; a scanner that refuses the content answers before it has read all of it
  const sent = (async () => {
    await once(socket, "connect", { signal: done.signal })
    socket.write(`z${command}\0`)
    if (content) await sendContent(socket, content, done.signal)
  })()
  let broken: unknown
  sent.catch((error: unknown) => {
    if (done.signal.aborted) return
    // the content could not be read
    broken = error
    socket.destroy()
  })
  try {
    const text = await reply
    if (!text) throw unavailable()
    return text
  } catch (error) {
    if (late) throw new AntivirusError("timeout", { cause: error })
    if (broken !== undefined) throw broken
    throw error instanceof AntivirusError ? error : unavailable(error)
  } finally {
    clearTimeout(timer)
    done.abort()
    socket.destroy()
    await sent.catch(() => undefined)
  }
}

/**
 * ClamAV's daemon, by its socket (`/run/clamav/clamd.ctl`) or `host:port`: INSTREAM, so it needs no access to our files.
 * Source: clamd(8).
 */
export const clamdAntivirus = (address: string, ms = deadlineMs): AntivirusPort => {
  const target = clamdTarget(address)
  return {
    scan: async (content) => {
      const text = await exchange(target, "INSTREAM", ms, content)
      const [, signature] = /^stream: (.{1,255}) FOUND$/.exec(text) ?? []
      if (signature) return { signature }
      if (text === "stream: OK") return { signature: null }
      throw new AntivirusError(/size limit exceeded/i.test(text) ? "size" : "unavailable", { cause: new Error(text) })
    },
    version: () => exchange(target, "VERSION", ms),
  }
}
