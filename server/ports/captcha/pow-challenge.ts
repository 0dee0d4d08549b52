import { createHmac, randomInt } from "node:crypto"
import { createChallenge, verifySolution, type Challenge, type Payload } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/sha"
import { CAPTCHA_MINUTES, type PowChallenge } from "./captcha.port"

/**
 * The solver counts up from 0 to a number that we chose, so the work has an upper bound: 60–120 thousand SHA-256 hashes, which take
 * about a second on a phone that is a few years old and a sixth of that on a desktop.
 */
const HASHES_PER_TRY = 20
const TRIES = { min: 3_000, max: 6_000 }
const MAX_PAYLOAD_LENGTH = 4_096

type Keys = { challenge: string; solution: string }

/** Derives separate keys from the secret, so that nothing else signed with it can pass for a challenge. */
export const powKeys = (secret: Uint8Array): Keys => {
  const keyFor = (use: string) => createHmac("sha256", secret).update(`captcha ${use}`).digest("hex")
  return { challenge: keyFor("challenge"), solution: keyFor("solution") }
}

/**
 * Creates a challenge. The expiry is stored in `data` because altcha compares its own `expiresAt` with the machine's clock instead of the
 * injected one.
 */
export const drawChallenge = async (keys: Keys, now: Date): Promise<PowChallenge> => {
  const { parameters, signature } = await createChallenge({
    algorithm: "SHA-256",
    cost: HASHES_PER_TRY,
    counter: randomInt(TRIES.min, TRIES.max + 1),
    data: { expires_at: Math.floor(now.getTime() / 1000) + CAPTCHA_MINUTES * 60 },
    deriveKey,
    hmacSignatureSecret: keys.challenge,
    hmacKeySignatureSecret: keys.solution,
  })
  return { parameters: { ...parameters }, signature: signature! }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value)

const isChallenge = (value: unknown): value is Challenge & PowChallenge =>
  isRecord(value) && isRecord(value.parameters) && typeof value.signature === "string"

/** Parses a browser's payload (base64 of the JSON `{challenge, solution}`); returns null if it is anything else. */
export const readPayload = (text: string): (Payload & { challenge: PowChallenge }) | null => {
  if (text.length > MAX_PAYLOAD_LENGTH) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64").toString("utf8"))
    if (!isRecord(value) || !isChallenge(value.challenge) || !isRecord(value.solution)) return null
    const { counter, derivedKey } = value.solution
    if (typeof counter !== "number" || typeof derivedKey !== "string") return null
    return { challenge: value.challenge, solution: { counter, derivedKey } }
  } catch {
    return null
  }
}

export const solves = async (keys: Keys, record: Record<string, unknown>, text: string, now: Date): Promise<boolean> => {
  const payload = readPayload(text)
  if (!payload || payload.challenge.signature !== record.signature) return false
  const { data } = payload.challenge.parameters
  const expiry = isRecord(data) ? data.expires_at : undefined
  if (typeof expiry !== "number" || expiry * 1000 <= now.getTime()) return false
  try {
    const result = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: keys.challenge,
      hmacKeySignatureSecret: keys.solution,
    })
    return result.verified
  } catch {
    return false
  }
}
