import type { ProgressEvent } from "../../lib/contract/streams"
import type { LoggedIn } from "../context"
import { listProgress } from "../modules/document/progress.usecases"
import type { Exchange } from "./streams"

/** Interval of comments that keep proxies from closing an idle stream. */
const heartbeatMs = 20_000

/** `GET /api/v1/document/progress`: streams the steps of the person's conversions, from any process. */
export const serveProgress = async (ctx: LoggedIn, { req, res }: Exchange): Promise<void> => {
  res.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no" })
  res.write(": 豆架\n\n")
  const send = (event: ProgressEvent) => res.write(`event: document\ndata: ${JSON.stringify(event)}\n\n`)
  const sent = new Set<number>()
  const stop = ctx.app.events.on("progress", ({ user_id, ...event }) => {
    // a slow client may miss steps: the state is sent again when it reconnects
    if (user_id !== ctx.user.id || res.writableLength >= 64_000) return
    sent.add(event.id)
    send(event)
  })
  const heartbeat = setInterval(() => res.write(": \n\n"), heartbeatMs)
  const forget = ctx.app.onStop(() => res.end())
  req.on("close", () => {
    clearInterval(heartbeat)
    stop()
    forget()
  })
  // events that arrived while the list was read are newer than the list
  for (const event of await listProgress(ctx)) if (!res.destroyed && !sent.has(event.id)) send(event)
}
