import { cache } from "react"
import type { AdRoom } from "./ad-provider"

/** What is known, in this rendering, of the room of advertisements: null until the frame has been read, and where nobody says. */
export const knownRoom = cache((): { room: AdRoom | null } => ({ room: null }))
