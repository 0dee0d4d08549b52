import { timingSafeEqual } from "node:crypto"
import type { CaptchaKind } from "./captcha.port"
import { readPayload } from "./pow-challenge"

/** Longer input is rejected without parsing. */
const MAX_ANSWER_LENGTH = 64

/** Chinese numerals count as digits: users of the audio captcha may type with a Chinese input method. */
const chineseDigits: Record<string, string> = {
  〇: "0",
  零: "0",
  一: "1",
  幺: "1",
  二: "2",
  两: "2",
  三: "3",
  四: "4",
  五: "5",
  六: "6",
  七: "7",
  八: "8",
  九: "9",
}

/**
 * Normalizes an answer for comparison and hashing: full-width characters become half-width, spaces are removed, letters become lower case,
 * Chinese numerals become digits. A proof of work becomes the signature of the challenge that it claims to solve (which proves nothing
 * before `verifyPow`). Returns "" if the input contains nothing usable.
 */
export const normalAnswer = (kind: CaptchaKind, given: string): string => {
  if (kind === "pow") return readPayload(given)?.challenge.signature ?? ""
  if (given.length > MAX_ANSWER_LENGTH) return ""
  return [...given.normalize("NFKC").replace(/\s+/g, "").toLowerCase()].map((one) => chineseDigits[one] ?? one).join("")
}

/**
 * Checks whether the user's input `given` matches the generated `answer`. For `pow`, checks only that the input refers to this very
 * challenge.
 */
export const matches = (kind: CaptchaKind, answer: string, given: string): boolean => {
  const [answerBytes, got] = [Buffer.from(answer), Buffer.from(normalAnswer(kind, given))]
  return got.length > 0 && answerBytes.length === got.length && timingSafeEqual(answerBytes, got)
}
