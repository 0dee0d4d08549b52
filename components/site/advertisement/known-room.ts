import { cache } from "react"
import type { AdRoom } from "./ad-provider"

/**
 * Holds the advertisement space known during this render: null until the page chrome has been read, and if the server does not report it.
 */
export const knownRoom = cache((): { room: AdRoom | null } => ({ room: null }))
