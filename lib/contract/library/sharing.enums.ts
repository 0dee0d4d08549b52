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
