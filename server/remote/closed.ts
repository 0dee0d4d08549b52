import type { Output, Result } from "../../lib/contract/types"

export const securityKeptMs = 10_000

/**
 * Returns whether the remote server requires a login for everything, according to `call`. The answer is cached for 10 s, and the stale
 * answer is used until the next one arrives: while the server does not answer, its last answer counts and nothing waits.
 */
export const closedOf = (call: (key: string, input: unknown, token: string) => Promise<Result<unknown>>): (() => Promise<boolean>) => {
  let last: boolean | null = null
  let lastAnswer: { until: number; answer: Promise<boolean> } | null = null
  const ask = async (): Promise<boolean> => {
    const reply = await call("GET /settings", {}, "")
    if (!reply.ok) return last ?? false
    const { security } = reply.data as Output<"GET /settings">
    return (last = security.login_required || security.is_close)
  }
  return async () => {
    if (!lastAnswer || lastAnswer.until < Date.now()) lastAnswer = { until: Date.now() + securityKeptMs, answer: ask() }
    return last ?? lastAnswer.answer
  }
}
