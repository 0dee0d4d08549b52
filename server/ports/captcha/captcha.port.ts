/** Kinds of captcha; the values of the setting `captcha.type`. */
export type CaptchaKind = "digit" | "string" | "math" | "audio" | "pow"

/** The settings as entered by staff; width and height in pixels. `boundedSettings` clamps them. */
export type CaptchaSettings = { type: CaptchaKind; width: number; height: number; length: number }

/** A proof-of-work challenge as it goes to the browser; `signature` is ours over all `parameters`. */
export type PowChallenge = { parameters: Record<string, unknown>; signature: string }

export type DrawnCaptcha = {
  /** The one right answer, in normal form (`normalAnswer`). For `pow` it is the challenge's signature. Never leaves the server. */
  answer: string
  /** A second right answer: the digits that `audio` speaks. Set exactly when `audio` is. Never leaves the server. */
  spoken?: string
  /** data:image/png, for kind `audio` data:audio/wav, for `pow` empty */
  media: string
  /** data:audio/wav as an alternative to the picture */
  audio?: string
  challenge?: PowChallenge
}

/**
 * Draws captchas and checks proofs of work. Stateless: the caller keeps the (hashed) answer for `CAPTCHA_MINUTES`
 * and consumes it on first use.
 */
export interface CaptchaPort {
  draw(settings: CaptchaSettings): Promise<DrawnCaptcha>
  /**
   * True if `payload` (base64 of the JSON `{challenge, solution}`) solves exactly the challenge of `record`, which is ours,
   * untouched and not expired. `record` is the challenge that was drawn or only its signature. Never throws.
   */
  verifyPow(record: Record<string, unknown>, payload: string): Promise<boolean>
}

/** How long a captcha may be answered (docs/reference/api.md 1.8). */
export const CAPTCHA_MINUTES = 10

const bounds = { width: [120, 480, 240], height: [40, 120, 60], length: [4, 8, 5] } as const

const bounded = (value: number, [min, max, fallback]: readonly [number, number, number]): number =>
  Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : fallback

/** Settings that can be drawn and read: 120–480 × 40–120 pixels, 4–8 characters. Values that are not numbers become 240 × 60, 5. */
export const boundedSettings = ({ type, width, height, length }: CaptchaSettings): CaptchaSettings => ({
  type,
  width: bounded(width, bounds.width),
  height: bounded(height, bounds.height),
  length: bounded(length, bounds.length),
})
