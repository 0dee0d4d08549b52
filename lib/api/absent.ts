import type { Key } from "../contract/types"
import type { StreamKey } from "../contract/streams"

/** What the server behind the site does not have, as `GET /settings` said. Set once in a browser, before anything is asked. */
let absent: ReadonlySet<string> = new Set()

/** Remembers the calls, streams and fields that are not to be asked for. */
export const rememberAbsent = (list: readonly string[]): void => {
  absent = new Set(list)
}

/** Whether a call, a stream, or a field of an offered call (`GET /document/recycle own`) is missing. */
export const isAbsent = (what: Key | StreamKey | `${Key} ${string}`): boolean => absent.has(what)
