import type { IncomingMessage, ServerResponse } from "node:http"
import { streams, type Stream, type StreamKey } from "../../lib/contract/streams"
import type { Ctx, LoggedIn, RequestInfo, Services } from "../context"
import { requireAccess } from "./access"
import { callerOf } from "./caller"
import type { Admit } from "./rate-limits"

/** One request and its answer; `path` and `query` are the two parts of the address, without "?". */
export type Exchange = { req: IncomingMessage; res: ServerResponse; path: string; query: string }
type StreamCtx<K extends StreamKey> = (typeof streams)[K]["access"] extends "public" ? Ctx : LoggedIn
type ServeStream<K extends StreamKey> = (ctx: StreamCtx<K>, exchange: Exchange) => Promise<void>
/** A stream of the contract with its handler. */
export type StreamEndpoint = { [K in StreamKey]: { stream: K; serve: ServeStream<K> } }[StreamKey]

type Found = { key: StreamKey; entry: Stream; serve: ServeStream<StreamKey> }
export type FindStream = (method: string, path: string) => Found | undefined

/** Finds the stream of a method and a path below `/api/v1`; one with `below` answers every method, also below its own address. */
export const streamFinder = (endpoints: readonly StreamEndpoint[]): FindStream => {
  const found = endpoints.map(({ stream, serve }): Found => ({
    key: stream,
    entry: streams[stream],
    serve: serve as ServeStream<StreamKey>,
  }))
  const exact = new Map<string, Found>(found.map((one) => [one.key, one]))
  const trees = found.flatMap((one) => (one.entry.below ? [{ ...one, path: one.key.slice(one.key.indexOf("/")) }] : []))
  return (method, path) => exact.get(`${method} ${path}`) ?? trees.find((one) => path === one.path || path.startsWith(`${one.path}/`))
}

/** Answers a stream as calls are answered: caller → site access → limit → may → serve. */
export const serveStream = async (
  app: Services & { admit: Admit },
  { key, entry, serve }: Found,
  request: RequestInfo,
  exchange: Exchange,
): Promise<void> => {
  const ctx = await callerOf(app, request)
  await requireAccess(app.admit, key, entry, ctx)
  await serve(ctx as LoggedIn, exchange)
}
