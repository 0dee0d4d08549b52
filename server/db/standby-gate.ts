import { setTimeout as pause } from "node:timers/promises"

/**
 * `position` returns how far the primary's log goes, and `hasApplied` whether the standby has applied it. `onError` is called once until the
 * standby works again.
 */
type GateOptions = {
  position: () => Promise<string>
  hasApplied: (position: string) => Promise<boolean>
  onError: (error: unknown) => void
  /** the pause after an error (ms) */
  restMs?: number
}

/** How often the standby is asked while it lags behind (ms): seldom if that lasts. */
const [firstWaitMs, longestWaitMs] = [5, 500]
/** From this lag on (ms), staff have to do something about it. */
const lateMs = 60_000

/** Decides whether a standby may be read: only if it has applied every announced change (docs/decisions/488). */
export type StandbyGate = {
  isOpen: () => boolean
  /** A change was announced, so the standby is behind until it has been asked. */
  close: () => void
  /** A read failed: the standby rests before it is asked again. */
  fail: (error: unknown) => void
  end: () => void
}

export const createStandbyGate = ({ position, hasApplied, onError, restMs = 5_000 }: GateOptions): StandbyGate => {
  /** Counts announced changes; the standby has those up to `applied`. */
  let changes = 0
  let applied = -1
  let isFollowing = false
  let isFailing = false
  let hasEnded = false

  const catchUp = async (): Promise<void> => {
    const target = changes
    // read after the change was announced, so its commit lies before
    const end = await position()
    const since = performance.now()
    for (let wait = firstWaitMs; !hasEnded && !(await hasApplied(end)); wait = Math.min(wait * 2, longestWaitMs)) {
      if (performance.now() - since > lateMs) throw new Error("the standby does not keep up with the primary")
      await pause(wait, undefined, { ref: false })
    }
    applied = target
    isFailing = false
  }
  const report = (error: unknown): void => {
    if (!isFailing) onError(error)
    isFailing = true
  }
  const follow = async (): Promise<void> => {
    if (isFollowing) return
    isFollowing = true
    while (applied !== changes && !hasEnded)
      await catchUp().catch((error: unknown) => {
        if (!hasEnded) report(error)
        return pause(restMs, undefined, { ref: false })
      })
    isFollowing = false
  }
  return {
    isOpen: () => applied === changes && !hasEnded,
    close: () => {
      changes += 1
      void follow()
    },
    fail: (error) => {
      report(error)
      changes += 1
      void pause(restMs, undefined, { ref: false }).then(follow)
    },
    end: () => void (hasEnded = true),
  }
}
