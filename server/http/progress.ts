import type { IncomingMessage, ServerResponse } from "node:http"
import type { ProgressEvent } from "../../lib/contract/streams"
import type { LoggedIn } from "../context"
import { listProgress } from "../modules/document/progress.usecases"

/** A comment now and then keeps proxies from closing a quiet stream. */
const beatMs = 20_000

/** `GET /api/v1/document/progress`: the owner hears of every step of their conversions, from any process. */
export const serveProgress = async (ctx: LoggedIn, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  res.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no" })
  res.write(": 豆架\n\n")
  const say = (event: ProgressEvent) => res.write(`event: document\ndata: ${JSON.stringify(event)}\n\n`)
  const told = new Set<number>()
  const stop = ctx.app.events.on("progress", ({ user_id, ...event }) => {
    // a reader that is too slow misses steps, not the end: it hears where things stand when it comes back
    if (user_id !== ctx.user.id || res.writableLength >= 64_000) return
    told.add(event.id)
    say(event)
  })
  const beat = setInterval(() => res.write(": \n\n"), beatMs)
  const drop = ctx.app.onStop(() => res.end())
  req.on("close", () => {
    clearInterval(beat)
    stop()
    drop()
  })
  // a step that came while this was read is newer than what was read
  for (const event of await listProgress(ctx)) if (!res.destroyed && !told.has(event.id)) say(event)
}
