import { timingSafeEqual } from "node:crypto"
import type { CaptchaKind } from "./captcha.port"
import { readPayload } from "./pow-challenge"

/** Longer input is rejected unread. */
const MAX_ANSWER_LENGTH = 64

/** Chinese numerals count as digits: people who listen may type with a Chinese input method. */
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
 * The form in which answers are compared and hashed: full width as half width, without spaces, small letters, Chinese
 * numerals as digits; a proof of work becomes the signature of the challenge that it claims to solve (which proves nothing
 * before `verifyPow`). Empty when nothing usable was given.
 */
export const normalAnswer = (kind: CaptchaKind, given: string): string => {
  if (kind === "pow") return readPayload(given)?.challenge.signature ?? ""
  if (given.length > MAX_ANSWER_LENGTH) return ""
  return [...given.normalize("NFKC").replace(/\s+/g, "").toLowerCase()].map((one) => chineseDigits[one] ?? one).join("")
}

/** True if `given`, as a person typed it, is `answer` as it was drawn. For `pow` only that it is about this very challenge. */
export const matches = (kind: CaptchaKind, answer: string, given: string): boolean => {
  const [wanted, got] = [Buffer.from(answer), Buffer.from(normalAnswer(kind, given))]
  return got.length > 0 && wanted.length === got.length && timingSafeEqual(wanted, got)
}
