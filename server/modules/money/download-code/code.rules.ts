import { createHash } from "node:crypto"
import { codeGroupLength, newCodeGroup, spelledCode } from "@/server/security/spelled-code"

const groups = 5

/** So many different codes `XXXX-XXXX-XXXX-XXXX-XXXX`, about 99 bits each. */
export const newCodes = (count: number): string[] => {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(Array.from({ length: groups }, newCodeGroup).join("-").toUpperCase())
  return [...codes]
}

/**
 * What stands in the table of a code, in whatever way it is typed: the hash of its letters and how they begin. The 79 bits that the beginning does
 * not tell are beyond trying out, so that a plain hash will do, which also outlives the site's secret. Null for what is no code.
 */
export const keptOf = (given: string): { hash: string; hint: string } | null => {
  const letters = spelledCode(given)
  if (letters.length !== groups * codeGroupLength) return null
  return { hash: createHash("sha256").update(letters).digest("base64url"), hint: letters.slice(0, codeGroupLength).toUpperCase() }
}
