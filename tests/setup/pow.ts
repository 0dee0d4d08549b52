import { solveChallenge, type Challenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/sha"

/**
 * Returns the captcha fields that a form of the site sends: none if no captcha is required, otherwise the proof of work that the page would
 * have computed.
 */
export const answerCaptcha = async (drawn: {
  enable?: boolean
  id?: string
  challenge?: unknown
}): Promise<{ captcha?: string; captcha_id?: string }> => {
  if (!drawn.enable) return {}
  const { challenge } = drawn
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey })
  return { captcha: Buffer.from(JSON.stringify({ challenge, solution })).toString("base64"), captcha_id: drawn.id }
}
