import type { Key } from "../contract/types"
import type { StreamKey } from "../contract/streams"

/** A call, a stream, or a field of a call's input (`POST /comment page`). */
export type ServerCapability = Key | StreamKey | `${Key} ${string}`

/**
 * Checks whether the server behind the site supports a capability; `absent` lists what it lacks according to `GET /settings`. A field of an
 * absent call is absent too.
 */
export const offers = (absent: readonly string[], what: ServerCapability): boolean => {
  const call = what.split(" ").slice(0, 2).join(" ")
  return !absent.includes(call) && !absent.includes(what)
}
