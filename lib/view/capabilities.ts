import type { Key } from "../contract/types"
import type { StreamKey } from "../contract/streams"

/** A call, a stream, or a field of a call's input (`POST /comment page`). */
export type Capability = Key | StreamKey | `${Key} ${string}`

/** Whether the server behind the site has it; `absent` is what `GET /settings` says it does not have. A call that is absent has no fields. */
export const offers = (absent: readonly string[], what: Capability): boolean => {
  const call = what.split(" ").slice(0, 2).join(" ")
  return !absent.includes(call) && !absent.includes(what)
}
