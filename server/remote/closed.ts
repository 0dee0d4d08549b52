import type { Output, Result } from "../../lib/contract/types"

export const securityKeptMs = 10_000

/** Whether the remote server answers nobody without a login, asked through `call` and remembered for 10 s. */
export const closedOf = (call: (key: string, input: unknown, token: string) => Promise<Result<unknown>>): (() => Promise<boolean>) => {
  let known: { until: number; closed: Promise<boolean> } | null = null
  return () => {
    if (!known || known.until < Date.now()) {
      const asked = call("GET /settings", {}, "").then((reply) => {
        const security = reply.ok ? (reply.data as Output<"GET /settings">).security : null
        return security !== null && (security.login_required || security.is_close)
      })
      known = { until: Date.now() + securityKeptMs, closed: asked }
    }
    return known.closed
  }
}
