import type { Stoppable } from "./converter.port"

export type Deadline = Stoppable & {
  /** Remaining working time in milliseconds. */
  left(): number
  end(): void
}

/** Calls `onEnd` after `ms` of work. The clock is paused while the deadline is stopped. */
export function startDeadline(ms: number, onEnd: () => void): Deadline {
  let left = ms
  let since = performance.now()
  let timer: NodeJS.Timeout | null = setTimeout(onEnd, left)
  const remaining = (): number => (timer === null ? left : Math.max(0, left - (performance.now() - since)))
  const hold = (): void => {
    left = remaining()
    if (timer) clearTimeout(timer)
    timer = null
  }
  return {
    left: remaining,
    stop: () => {
      hold()
      return false
    },
    go: () => {
      if (timer !== null) return
      since = performance.now()
      timer = setTimeout(onEnd, left)
    },
    end: hold,
  }
}
