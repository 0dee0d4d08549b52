import type { Input, Output } from "@/lib/contract/types"

export type FormCaptchaPurpose = Input<"GET /user/captcha">["type"]

/** The purpose of a captcha. `sms`: it allows to send an SMS, so the server decides whether it is needed, not the settings of the form. */
export type CaptchaUse = { purpose: FormCaptchaPurpose; sms?: boolean }

/** The values that a form sends. Both are empty without a captcha. */
export type CaptchaValue = { captcha: string; captcha_id: string }
export const noCaptcha: CaptchaValue = { captcha: "", captcha_id: "" }

export type CaptchaReply = Output<"GET /user/captcha">
export type CaptchaFormat = "image" | "audio" | "pow"

/**
 * `off`: this form requires no captcha. Before the first answer `kind` is a guess, the kind this browser received last, so that the
 * reserved space is most likely right. `round` counts the loaded captchas.
 */
export type CaptchaState = {
  phase: "waiting" | "loading" | "ready" | "failed" | "off"
  kind: CaptchaFormat
  reply: CaptchaReply | null
  message: string
  round: number
}

/** The server's challenge and the solution that it expects. */
export type CaptchaChallenge = NonNullable<CaptchaReply["challenge"]>
export type PowSolution = { counter: number; derivedKey: string }

/** The handle with which a form controls its captcha. */
export type CaptchaHandle = {
  /** Loads a new captcha; required after every attempt, because the server consumes it. */
  reload: () => void
  /** Returns why the form cannot be sent yet, as a sentence for the user; "" if it can. */
  missing: () => string
}
