import type { ProgressEvent, streams } from "@/lib/contract/streams"
import type { LoggedIn, Services } from "@/server/context"
import { tooMany } from "@/server/errors"
import { isSessionOpen } from "../../people/session/session.usecases"
import { listProgress } from "./conversion-progress.usecases"
import type { HttpExchange } from "@/server/module"

type Events = (typeof streams)["GET /document/progress"]["carries"]["events"]

/** Interval of comments that keep proxies from closing an idle stream (ms). */
const heartbeatMs = 20_000

/** Maximum number of streams per user in one process; a visible tab holds one. */
const maxStreams = 5
/** Retry delay for a rejected stream (s). */
const againSeconds = 20

/** Number of open streams per user. A stream takes a connection of its process, so each process counts its own. */
const held = new WeakMap<Services, Map<number, number>>()

/** Counts a stream of this user and returns a function that ends the count. @throws 429 */
const holdStream = (ctx: LoggedIn): (() => void) => {
  const streams = held.get(ctx.app) ?? new Map<number, number>()
  held.set(ctx.app, streams)
  const { id } = ctx.user
  const before = streams.get(id) ?? 0
  if (before >= maxStreams) throw tooMany(againSeconds, "打开的页面太多，先关掉几个再看转换进度")
  streams.set(id, before + 1)
  return () => {
    const left = (streams.get(id) ?? 1) - 1
    if (left > 0) streams.set(id, left)
    else streams.delete(id)
  }
}

/** Serves `GET /api/v1/document/progress`: streams the progress of the user's conversions and trials, from any process. @throws 429 */
export const serveProgress = async (ctx: LoggedIn, { req, res }: HttpExchange): Promise<void> => {
  const letGo = holdStream(ctx)
  res.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no" })
  res.write(": 豆架\n\n")
  const write = (name: keyof Events, event: object) => res.write(`event: ${name}\ndata: ${JSON.stringify(event)}\n\n`)
  const send = (event: ProgressEvent) => write("document", event)
  const sent = new Set<number>()
  // A slow client may miss events; the state is sent again when it reconnects.
  const accepts = (user_id: number) => user_id === ctx.user.id && res.writableLength < 64_000
  const stopDocuments = ctx.app.events.on("progress", ({ user_id, ...event }) => {
    if (!accepts(user_id)) return
    sent.add(event.id)
    send(event)
  })
  const stopSamples = ctx.app.events.on("sample", ({ user_id, ...event }) => {
    if (accepts(user_id)) write("sample", event)
  })
  // The session may be ended on any process; the client then learns from its next request that it is logged out.
  const endIfClosed = () =>
    void isSessionOpen(ctx, ctx.user.jti).then(
      (open) => open || res.end(),
      // A failed check is ignored; the next heartbeat checks again.
      () => undefined,
    )
  const stopSession = ctx.app.events.on("session", ({ jti }) => void (jti === ctx.user.jti && res.end()))
  const stopRights = ctx.app.events.on("rights", endIfClosed)
  const heartbeat = setInterval(() => {
    res.write(": \n\n")
    endIfClosed()
  }, heartbeatMs)
  const forget = ctx.app.onStop(() => res.end())
  req.on("close", () => {
    clearInterval(heartbeat)
    letGo()
    stopDocuments()
    stopSamples()
    stopSession()
    stopRights()
    forget()
  })
  // Events that arrived while the list was read are newer than the list.
  for (const event of await listProgress(ctx)) if (!res.destroyed && !sent.has(event.id)) send(event)
}
