import type { Input, Output } from "@/lib/contract/types"

export type CaptchaPurpose = Input<"GET /user/captcha">["type"]

/** What a form sends along. Both are empty while no captcha is asked for. */
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

/** A proof of work as the server asks for it and as it takes it. */
export type PowChallenge = NonNullable<CaptchaReply["challenge"]>
export type PowSolution = { counter: number; derivedKey: string }

/** What a form may do with its captcha. */
export type CaptchaHandle = {
  /** A new one: after every attempt that the server has seen, since that burned the captcha. */
  reload: () => void
  /** Why the form cannot be sent yet, as a sentence for the person; "" when it can. */
  missing: () => string
}
