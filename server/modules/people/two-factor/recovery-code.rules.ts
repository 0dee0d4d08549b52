import { codeGroupLength, newCodeGroup } from "@/server/security/spelled-code"

const groups = 4
export const recoveryCodes = 10

/** Ten codes `xxxx-xxxx-xxxx-xxxx`. The first four letters, different in each, only say which one it is (`selectorOf`). */
export const newRecoveryCodes = (): string[] => {
  const selectors = new Set<string>()
  while (selectors.size < recoveryCodes) selectors.add(newCodeGroup())
  return [...selectors].map((selector) => [selector, ...Array.from({ length: groups - 1 }, newCodeGroup)].join("-"))
}

/** The part of a code that finds its row; the rest is the secret, which is hashed as a password is. */
export const selectorOf = (spelled: string): string => spelled.slice(0, codeGroupLength)
/** The secret part of a code, 59 bits; "" for what is none. */
export const secretOf = (spelled: string): string => (spelled.length === codeGroupLength * groups ? spelled.slice(codeGroupLength) : "")
