import type { ErrorCode } from "../contract/error-code"
import type { Key, Result } from "../contract/types"
import type { StreamKey } from "../contract/streams"

/** Capabilities that the server lacks, as reported by `GET /settings`. Set once per browser page, before any call. */
let absent: ReadonlySet<string> = new Set()

/** Remembers the calls, streams and fields that must not be requested. */
export const rememberAbsent = (list: readonly string[]): void => {
  absent = new Set(list)
}

/** Returns whether a call, a stream, or a field of an offered call (`GET /document/recycle own`) is missing. */
export const isAbsent = (what: Key | StreamKey | `${Key} ${string}`): boolean => absent.has(what)

/** The code of a call that the server lacks. Its type checks it against the contract's list, which browsers do not load. */
const notOffered: typeof ErrorCode.notOffered = 12
/** The answer to a call that the server lacks, made without a request. */
export const absentAnswer = { ok: false, status: 404, message: "这个站点没有此功能", code: notOffered } as const
/** Checks whether this is the answer to a call that the server lacks, and no failure. */
export const isNotOffered = (reply: Result<unknown>): boolean => !reply.ok && reply.code === notOffered

/** Requests a stream. One that the server lacks is answered with 404, without a request. */
export const requestStream = async (key: StreamKey, options: RequestInit): Promise<Response> =>
  isAbsent(key) ? new Response(null, { status: 404 }) : fetch(`/api/v1${key.slice(key.indexOf(" ") + 1)}`, options)
