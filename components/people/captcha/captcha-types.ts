import type { Input, Output } from "@/lib/contract/types"

export type CaptchaPurpose = Input<"GET /user/captcha">["type"]

/** The values that a form sends. Both are empty without a captcha. */
export type CaptchaValue = { captcha: string; captcha_id: string }
export const noCaptcha: CaptchaValue = { captcha: "", captcha_id: "" }

export type CaptchaReply = Output<"GET /user/captcha">
export type CaptchaKind = "image" | "audio" | "pow"

/**
 * `off`: this form asks for none. `kind` before the first answer is a guess, the kind that this browser met last, so that
 * the room which is kept is most likely the right one. `round` counts what was loaded.
 */
export type CaptchaState = {
  phase: "waiting" | "loading" | "ready" | "failed" | "off"
  kind: CaptchaKind
  reply: CaptchaReply | null
  message: string
  round: number
}

/** The server's challenge and the solution it expects. */
export type PowChallenge = NonNullable<CaptchaReply["challenge"]>
export type PowSolution = { counter: number; derivedKey: string }

/** The captcha's handle for its form. */
export type CaptchaHandle = {
  /** Loads a new captcha; needed after every attempt, since the server consumes it. */
  reload: () => void
  /** Why the form cannot be sent yet, as a sentence for the person; "" when it can. */
  missing: () => string
}
