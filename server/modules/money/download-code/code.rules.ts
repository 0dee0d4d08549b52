import { createHash } from "node:crypto"
import { codeGroupLength, newCodeGroup, spelledCode } from "@/server/security/spelled-code"

const groups = 5

/** Generates `count` distinct codes `XXXX-XXXX-XXXX-XXXX-XXXX`, about 99 bits each. */
export const newCodes = (count: number): string[] => {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(Array.from({ length: groups }, newCodeGroup).join("-").toUpperCase())
  return [...codes]
}

/**
 * Returns what the table stores of a code, however it is typed: the hash of its letters and their beginning. The 79 bits that the beginning
 * does not reveal cannot be brute-forced, so a plain hash is enough; it also survives a change of the site's secret. Null if the input is
 * no code.
 */
export const keptOf = (given: string): { hash: string; hint: string } | null => {
  const letters = spelledCode(given)
  if (letters.length !== groups * codeGroupLength) return null
  return { hash: createHash("sha256").update(letters).digest("base64url"), hint: letters.slice(0, codeGroupLength).toUpperCase() }
}
