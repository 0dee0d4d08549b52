import "@/lib/rules/older-worker"
import type { CaptchaChallenge, PowSolution } from "./captcha-types"
import { solvePow } from "./pow-solver"

export type PowMessage = { solution: PowSolution } | { failed: string }

/** Solves one challenge and posts the answer; the caller terminates the worker. */
self.onmessage = ({ data }: MessageEvent<CaptchaChallenge>) => {
  const answer = (message: PowMessage) => self.postMessage(message)
  solvePow(data).then(
    (solution) => answer({ solution }),
    (cause: unknown) => answer({ failed: String(cause) }),
  )
}
