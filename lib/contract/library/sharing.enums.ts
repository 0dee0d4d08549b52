/** The states of a share link that is opened. No zod in this file: pages use it too. */
export const ShareState = {
  /** this browser has opened the link before */
  open: "open",
  ready: "ready",
  password: "password",
  expired: "expired",
  usedUp: "used_up",
  revoked: "revoked",
} as const
export const shareStates = Object.values(ShareState)
export type ShareStateName = (typeof shareStates)[number]

/** Why the owner does not pay for a reader although the link pays: enough readers of the same network in 24 hours. */
export const ReaderBound = {
  none: "none",
  /** a login lifts it */
  login: "login",
  /** also for logged-in users */
  network: "network",
} as const
export const readerBounds = Object.values(ReaderBound)
export type ReaderBoundName = (typeof readerBounds)[number]
