import { solveChallenge, type Challenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/sha"

/** What a form of the site sends along: nothing when no captcha is asked for, else the work that the page would have done. */
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
