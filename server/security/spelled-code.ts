import { randomInt } from "node:crypto"

/* Codes that people read, keep and type: recovery codes, download codes. */

/** No letters and digits that look alike. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789"
/** Letters between two hyphens: 4 of 31, nearly 20 bits. */
export const codeGroupLength = 4

/** A random group of a code, as `k7pm`. */
export const newCodeGroup = (): string => Array.from({ length: codeGroupLength }, () => letters[randomInt(letters.length)]).join("")

/** What a person typed as a code: spaces, hyphens, full width and capitals are accepted. */
export const spelledCode = (given: string): string =>
  given
    .normalize("NFKC")
    .replace(/[\s\p{Dash}]/gu, "")
    .toLowerCase()
