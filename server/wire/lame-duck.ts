import type { IncomingMessage, ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { sendJson } from "./send"

/**
 * The time between the signal to stop and the end of listening. Requests are still served, but `/readyz` answers 503, so that a proxy sends
 * no more, and every response ends its connection, so that clients connect to another process.
 */
export const createLameDuck = () => {
  let isStopping = false
  return {
    /** Handles a request of the last seconds; returns true if it has been answered. */
    answer: (req: IncomingMessage, res: ServerResponse): boolean => {
      if (!isStopping) return false
      res.setHeader("connection", "close")
      if (req.url !== "/readyz") return false
      sendJson(res, 503, { status: "stopping" })
      return true
    },
    begin: async (ms: number): Promise<void> => {
      isStopping = true
      await pause(ms)
    },
  }
}
