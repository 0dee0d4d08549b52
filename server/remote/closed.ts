import { setTimeout as pause } from "node:timers/promises"
import type { Output, Result } from "../../lib/contract/types"

export const securityKeptMs = 10_000

/** How long a page waits for a server that has answered before (ms). */
const waitMs = 300

type Question = { askedAt: number; answer: Promise<boolean> }

/**
 * Checks whether the remote server requires a login for everything, according to `call`. The server does not announce it, so an answer is
 * valid for 10 s, and the first page after that waits for the next one. While the server does not answer, its last answer counts and no
 * page waits.
 */
export const closedOf = (call: (key: string, input: unknown, token: string) => Promise<Result<unknown>>) => {
  let last: boolean | null = null
  let isIll = false
  let question: Question | null = null
  const ask = async (): Promise<boolean> => {
    const reply = await call("GET /settings", {}, "")
    isIll = !reply.ok
    if (!reply.ok) return last ?? false
    const { security } = reply.data as Output<"GET /settings">
    return (last = security.login_required || security.is_close)
  }
  const closed = (): Promise<boolean> => {
    const now = Date.now()
    if (!question || question.askedAt + securityKeptMs <= now) question = { askedAt: now, answer: ask() }
    if (last === null) return question.answer
    const left = isIll ? 0 : question.askedAt + waitMs - now
    return left > 0 ? Promise.race([question.answer, pause(left, last, { ref: false })]) : settled(question.answer, last)
  }
  return {
    closed,
    /** Asks again for the next page, because the settings have been changed here. */
    forget: () => void (question = null),
  }
}

/** Returns the value of a promise that is already fulfilled, else `otherwise`. */
const settled = <T>(answer: Promise<T>, otherwise: T): Promise<T> => Promise.race([answer, Promise.resolve(otherwise)])
