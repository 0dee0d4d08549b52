import type { IncomingMessage, ServerResponse } from "node:http"

/** A read of a page that Next's process renders; its answer goes back under the same `id`. */
type PageCall = { id: number; key: string; input: unknown; token: string }
type ToBackend = { call: PageCall }
type FromBackend = { port: number } | { answer: { id: number; result: unknown } }

/** In an answer it says that the address is a page: `npm run dev` then asks Next's process (scripts/lib/dev-proxy.mjs). */
const pageHeader = "x-doujia-page"

export type Development = {
  /** replaces Next and its page cache, which this process does not have */
  front: {
    pages: (req: IncomingMessage, res: ServerResponse) => Promise<void>
    cache: { invalidate: () => void; acceptEarlierPages: () => undefined }
  }
  /** Reports the port of 127.0.0.1 on which this process answers requests. */
  serving: (port: number) => void
}

/**
 * Makes this process the back end of `npm run dev`, which runs Next in a process of its own that outlives restarts of this one. They
 * talk over the channel of the child process (docs/decisions/164). `call` reads the API for a page, as in production in process.
 */
export const joinDevelopment = (call: (key: string, input: unknown, token: string) => Promise<unknown>): Development => {
  if (!process.send) throw new Error("NODE_ENV=development is set by npm run dev only")
  const tell = (message: FromBackend) => void (process.connected && process.send?.(message))
  process.on("message", ({ call: { id, key, input, token } }: ToBackend) => {
    void call(key, input, token)
      .catch((error: unknown) => ({ ok: false, status: 500, message: String(error) }))
      .then((result) => tell({ answer: { id, result } }))
  })
  // npm run dev was killed: no other process would end this one
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
  return {
    front: {
      pages: async (_req, res) => void res.writeHead(404, { [pageHeader]: "1" }).end(),
      cache: { invalidate: () => undefined, acceptEarlierPages: () => undefined },
    },
    serving: (port) => tell({ port }),
  }
}
