import { randomInt } from "node:crypto"

/** No letters and digits that look alike. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789"
const groupLength = 4
const groups = 4
export const recoveryCodes = 10

const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join("")

/** Ten codes `xxxx-xxxx-xxxx-xxxx`. The first four letters, different in each, only say which one it is (`selectorOf`). */
export const newRecoveryCodes = (): string[] => {
  const selectors = new Set<string>()
  while (selectors.size < recoveryCodes) selectors.add(group())
  return [...selectors].map((selector) => [selector, ...Array.from({ length: groups - 1 }, group)].join("-"))
}

/** What a person typed as a code of either kind: spaces, hyphens, full width and capitals are accepted. */
export const spelledCode = (given: string): string =>
  given
    .normalize("NFKC")
    .replace(/[\s\p{Dash}]/gu, "")
    .toLowerCase()

/** The part of a code that finds its row; the rest is the secret, which is hashed as a password is. */
export const selectorOf = (spelled: string): string => spelled.slice(0, groupLength)
/** The secret part of a code, 59 bits; "" for what is none. */
export const secretOf = (spelled: string): string => (spelled.length === groupLength * groups ? spelled.slice(groupLength) : "")
