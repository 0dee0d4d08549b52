import { sha256 } from "@noble/hashes/sha2.js"
import { solveChallenge, type Challenge, type DeriveKeyFunction } from "altcha-lib"
import type { CaptchaChallenge, PowSolution } from "./captcha-types"

/** Timeout (ms), far longer than a slow phone needs at the server's maximum difficulty. */
const PATIENCE = 60_000

/**
 * altcha's SHA-256 scheme: the salt and the guess, hashed `cost` times. The browser's own SHA-256 requires https, which a library on a
 * local network often lacks, and its call overhead makes such short messages several times slower.
 */
const deriveKey: DeriveKeyFunction = async ({ algorithm, cost, keyLength }, salt, password) => {
  if (algorithm !== "SHA-256") throw new Error(`unknown puzzle: ${algorithm}`)
  const message = new Uint8Array(salt.length + password.length)
  message.set(salt)
  message.set(password, salt.length)
  let derivedKey = sha256(message)
  for (let round = 1; round < cost; round++) derivedKey = sha256(derivedKey)
  return { derivedKey: derivedKey.subarray(0, keyLength) }
}

/** Throws if the challenge is of another kind or takes longer than a minute. */
export const solvePow = async (challenge: CaptchaChallenge): Promise<PowSolution> => {
  const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey, timeout: PATIENCE })
  if (!solution) throw new Error("the puzzle took too long")
  return { counter: solution.counter, derivedKey: solution.derivedKey }
}
