/** Kinds of captcha; the values of the setting `captcha.type`. */
export type CaptchaKind = "digit" | "string" | "math" | "audio" | "pow"

/** The settings as entered by staff; width and height in pixels. `boundedSettings` clamps them. */
export type CaptchaSettings = { type: CaptchaKind; width: number; height: number; length: number }

/** A proof-of-work challenge as sent to the browser. `signature` is our signature over all `parameters`. */
export type PowChallenge = { parameters: Record<string, unknown>; signature: string }

export type DrawnCaptcha = {
  /** The only correct answer, in normal form (`normalAnswer`). For `pow` it is the challenge's signature. Never leaves the server. */
  answer: string
  /** A second correct answer: the digits that `audio` speaks. Set exactly when `audio` is set. Never leaves the server. */
  spoken?: string
  /** data:image/png; data:audio/wav for kind `audio`; empty for `pow` */
  media: string
  /** data:audio/wav as an alternative to the picture */
  audio?: string
  challenge?: PowChallenge
}

/**
 * Generates captchas and checks proofs of work. Stateless: the caller stores the (hashed) answer for `CAPTCHA_MINUTES`
 * and consumes it on first use.
 */
export interface CaptchaPort {
  draw(settings: CaptchaSettings): Promise<DrawnCaptcha>
  /**
   * Returns true if `payload` (base64 of the JSON `{challenge, solution}`) solves exactly the challenge of `record`, which must be issued
   * by us,
   * unmodified and not expired. `record` is the generated challenge or only its signature. Never throws.
   */
  verifyPow(record: Record<string, unknown>, payload: string): Promise<boolean>
}

/** How long a captcha may be answered (docs/reference/api.md 1.8). */
export const CAPTCHA_MINUTES = 10

const bounds = { width: [120, 480, 240], height: [40, 120, 60], length: [4, 8, 5] } as const

const bounded = (value: number, [min, max, fallback]: readonly [number, number, number]): number =>
  Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : fallback

/**
 * Clamps settings to values that can be rendered and read: 120–480 × 40–120 pixels, 4–8 characters. Values that are not numbers become 240
 * × 60, 5.
 */
export const boundedSettings = ({ type, width, height, length }: CaptchaSettings): CaptchaSettings => ({
  type,
  width: bounded(width, bounds.width),
  height: bounded(height, bounds.height),
  length: bounded(length, bounds.length),
})
