import { randomInt } from "node:crypto"

/* Codes that users read, store and type: recovery codes, download codes. */

/** Excludes letters and digits that look alike. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789"
/** Letters between two hyphens: 4 of an alphabet of 31, nearly 20 bits. */
export const codeGroupLength = 4

/** Returns a random group of a code, such as `k7pm`. */
export const newCodeGroup = (): string => Array.from({ length: codeGroupLength }, () => letters[randomInt(letters.length)]).join("")

/** Normalizes a code that a user typed. Accepts spaces, hyphens, full-width characters and capitals. */
export const spelledCode = (given: string): string =>
  given
    .normalize("NFKC")
    .replace(/[\s\p{Dash}]/gu, "")
    .toLowerCase()
