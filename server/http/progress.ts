import type { IncomingMessage, ServerResponse } from "node:http"
import type { LoggedIn } from "../context"

/** A comment now and then keeps proxies from closing a quiet stream. */
const beatMs = 20_000

/** `GET /api/v1/document/progress`: the owner hears of every step of their conversions, from any process. */
export const serveProgress = (ctx: LoggedIn, req: IncomingMessage, res: ServerResponse): void => {
  res.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no" })
  res.write(": 豆架\n\n")
  const stop = ctx.app.events.on("progress", ({ user_id, ...event }) => {
    // a reader that is too slow misses steps, not the end: it asks the list when it comes back
    if (user_id === ctx.user.id && res.writableLength < 64_000) res.write(`event: document\ndata: ${JSON.stringify(event)}\n\n`)
  })
  const beat = setInterval(() => res.write(": \n\n"), beatMs)
  const drop = ctx.app.onStop(() => res.end())
  req.on("close", () => {
    clearInterval(beat)
    stop()
    drop()
  })
}
