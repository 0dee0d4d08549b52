import { unavailable } from "../errors"

/** Running and waiting calls, for the metrics. */
export type BoundedState = { running: number; waiting: number; failing: boolean }
export type BoundedResult = "ok" | "error" | "silent" | "refused"

/**
 * `atOnce`: calls that run concurrently; later ones wait at most `waitMs`. After `failures` calls in a row without an answer, calls are
 * refused at once for `pauseMs`, then one is tried.
 */
export type BoundedLimits = { atOnce: number; waitMs: number; failures: number; pauseMs: number }

type Options = {
  /** what people read, e.g. 文件存储 */
  label: string
  limits: BoundedLimits
  observe: (result: BoundedResult, seconds: number) => void
  now?: () => number
}

/** Checks for a service that does not answer, unlike one that answers with a refusal. */
export const isSilent = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = "code" in one && typeof one.code === "string" ? one.code : ""
    if (
      one.name === "TimeoutError" ||
      /^(ECONN\w+|ETIMEDOUT|ESOCKETTIMEDOUT|EPIPE|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)$/.test(code)
    )
      return true
  }
  return false
}

/**
 * Limits what waiting for one outside service may cost this process. While the service does not answer, its calls fail quickly with 503 and
 * everything else continues.
 */
export const createBoundedCalls = ({ label, limits, observe, now = Date.now }: Options) => {
  let running = 0
  let failuresInRow = 0
  let refusedUntil = 0
  const queue: { start: () => void; refuse: () => void }[] = []
  const silent = (cause?: unknown) =>
    Object.assign(unavailable(`${label}暂时没有回应，请稍后再试`, Math.ceil(limits.pauseMs / 1000)), { cause })

  const takeTurn = (): Promise<void> => {
    if (running < limits.atOnce) {
      running += 1
      return Promise.resolve()
    }
    return new Promise((done, fail) => {
      const entry = { start: () => undefined as void, refuse: () => undefined as void }
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1)
        observe("refused", limits.waitMs / 1000)
        fail(silent())
      }, limits.waitMs)
      entry.start = () => {
        clearTimeout(late)
        done()
      }
      entry.refuse = () => {
        clearTimeout(late)
        fail(silent())
      }
      queue.push(entry)
    })
  }
  /** The turn passes to the next call that waits, so `running` stays. */
  const endTurn = (): void => {
    const next = queue.shift()
    if (next) next.start()
    else running -= 1
  }
  const noteSilence = (): void => {
    failuresInRow += 1
    if (failuresInRow < limits.failures) return
    refusedUntil = now() + limits.pauseMs
    // queued calls would only wait for a service that does not answer
    for (const { refuse } of queue.splice(0)) refuse()
  }

  return {
    state: (): BoundedState => ({ running, waiting: queue.length, failing: failuresInRow >= limits.failures }),
    /** @throws 503 if the service is silent, or too many calls wait for it */
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      if (refusedUntil > now()) {
        observe("refused", 0)
        throw silent()
      }
      // one call is tried; the others are refused until it has been answered
      if (failuresInRow >= limits.failures) refusedUntil = now() + limits.pauseMs
      await takeTurn()
      const since = now()
      try {
        const result = await work()
        failuresInRow = 0
        refusedUntil = 0
        observe("ok", (now() - since) / 1000)
        return result
      } catch (error) {
        const unanswered = isSilent(error)
        observe(unanswered ? "silent" : "error", (now() - since) / 1000)
        if (!unanswered) {
          failuresInRow = 0
          refusedUntil = 0
          throw error
        }
        if (limits.failures === Number.POSITIVE_INFINITY) throw error
        noteSilence()
        throw silent(error)
      } finally {
        endTurn()
      }
    },
  }
}
export type BoundedCalls = ReturnType<typeof createBoundedCalls>

/** Wraps the asynchronous `methods` of a port; everything else is passed through. `check` is called first. */
export const bounded = <P extends object>(
  port: P,
  methods: readonly (keyof P & string)[],
  run: <T>(work: () => Promise<T>) => Promise<T>,
  check: (method: string) => void,
): P =>
  new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== "function" || !methods.includes(name as never)) return value
      return (...args: unknown[]) => {
        check(String(name))
        return run(() => (value as (...args: unknown[]) => Promise<unknown>).apply(target, args))
      }
    },
  })
