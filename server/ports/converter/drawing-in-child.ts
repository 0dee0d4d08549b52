import type { ChildPool } from "./child/child-pool"
import type { ChildCalls } from "./child/child-protocol"
import { ChildLost } from "./child/supervised-child"
import { endlessTurn } from "./turn"

const TIMEOUT_MS = 20_000
/** Maximum number of children that one cover may lose to kills from outside. */
const MAX_LOST_CHILDREN = 3

/** Lets a child of the pool render a cover, or thicken a page, without a document. Throws if it cannot, or the signal's reason. */
export async function drawInChild<Call extends "title" | "recrop" | "thicken">(
  pool: ChildPool,
  call: Call,
  input: ChildCalls[Call]["input"],
  signal: AbortSignal,
): Promise<ChildCalls[Call]["output"]> {
  for (let attempt = 1; ; attempt += 1) {
    const child = pool.take()
    let healthy = false
    try {
      const drawn = await child.call(call, input, { timeoutMs: TIMEOUT_MS, signal, turn: endlessTurn })
      await child.call("close", {}, { timeoutMs: 1000, signal, turn: endlessTurn })
      healthy = true
      return drawn
    } catch (error) {
      if (!(error instanceof ChildLost) || !error.external || attempt >= MAX_LOST_CHILDREN) throw error
    } finally {
      await pool.giveBack(child, healthy)
    }
  }
}
