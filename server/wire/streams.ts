import type { CallKey } from "../../lib/contract/area"
import { addressOf, streams, type Stream, type StreamKey } from "../../lib/contract/streams"
import type { LoggedIn, RequestInfo, Services } from "../context"
import type { HttpExchange } from "../module"
import { withAccess } from "./access"
import { callerOf } from "./caller"

/** Every `StreamEndpoint` is compatible with this type; tests use entries of their own. */
type Endpoint = { stream: CallKey; serve: (ctx: LoggedIn, exchange: HttpExchange) => Promise<void> }
type StreamMatch = { key: CallKey; entry: Stream; serve: Endpoint["serve"]; path: string }
export type FindStream = (method: string, path: string) => StreamMatch | undefined

/**
 * Returns a function that finds the stream for a method and a full path; a stream with `below` accepts every method, also below its own
 * path.
 */
export const streamFinder = (endpoints: readonly Endpoint[], entries: Record<CallKey, Stream> = streams): FindStream => {
  const matches = endpoints.map(({ stream, serve }): StreamMatch => {
    const entry = entries[stream]
    if (!entry) throw new Error(`no stream is declared as ${stream}`)
    return { key: stream, entry, serve, path: addressOf(stream, entry) }
  })
  const exact = new Map(matches.map((one) => [`${one.key.slice(0, one.key.indexOf(" "))} ${one.path}`, one]))
  const trees = matches.filter((one) => one.entry.below)
  return (method, path) => exact.get(`${method} ${path}`) ?? trees.find((one) => path === one.path || path.startsWith(`${one.path}/`))
}

/** Handles a stream in the same order as a call: caller → site access → limit → may → serve. */
export const serveStream = async (
  app: Services,
  { key, entry, serve }: StreamMatch,
  request: RequestInfo,
  exchange: HttpExchange,
): Promise<void> => {
  const ctx = await callerOf(app, request)
  await withAccess({ admit: app.admit, key: key as StreamKey, entry, ctx }, () => serve(ctx as LoggedIn, exchange))
}
