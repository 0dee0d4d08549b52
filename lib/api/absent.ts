import type { Key } from "../contract/types"
import type { StreamKey } from "../contract/streams"

/** Capabilities that the server lacks, as reported by `GET /settings`. Set once per browser page, before any call. */
let absent: ReadonlySet<string> = new Set()

/** Remembers the calls, streams and fields that must not be requested. */
export const rememberAbsent = (list: readonly string[]): void => {
  absent = new Set(list)
}

/** Returns whether a call, a stream, or a field of an offered call (`GET /document/recycle own`) is missing. */
export const isAbsent = (what: Key | StreamKey | `${Key} ${string}`): boolean => absent.has(what)
