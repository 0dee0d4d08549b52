import type { Key } from "../contract/types"
import type { StreamKey } from "../contract/streams"

/** What the server behind the site does not have, as `GET /settings` said. Set once in a browser, before anything is asked. */
let absent: ReadonlySet<string> = new Set()

/** Remembers the calls and streams that are not to be asked for. */
export const rememberAbsent = (list: readonly string[]): void => {
  absent = new Set(list)
}

export const isAbsent = (what: Key | StreamKey): boolean => absent.has(what)
