/** After this many unanswered calls in a row, further calls are refused at once. */
const maxFailures = 3
/** How long they are refused before one call tries again (ms). */
const pauseMs = 5_000

/** A circuit breaker: callers do not wait for an engine that has just failed to answer others. */
export const createBreaker = (now: () => number = () => performance.now()) => {
  let failures = 0
  let until = 0
  let answeredAt = 0
  return {
    /** Whether a call may be made. When the pause is over, one caller tries and the others are refused until it has an answer. */
    admits: (): boolean => {
      if (failures < maxFailures) return true
      if (now() < until) return false
      until = now() + pauseMs
      return true
    },
    answered: () => {
      failures = 0
      answeredAt = now()
    },
    /** Counts a call that began at `startedAt` and was not answered, unless the engine has answered a later call. */
    failed: (startedAt: number) => {
      if (startedAt < answeredAt) return
      failures += 1
      if (failures >= maxFailures) until = now() + pauseMs
    },
  }
}
