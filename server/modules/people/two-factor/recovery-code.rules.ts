import { codeGroupLength, newCodeGroup } from "@/server/security/spelled-code"

const groups = 4
export const recoveryCodes = 10

/** Generates ten codes `xxxx-xxxx-xxxx-xxxx`. The first four letters are unique and only identify the code (`selectorOf`). */
export const newRecoveryCodes = (): string[] => {
  const selectors = new Set<string>()
  while (selectors.size < recoveryCodes) selectors.add(newCodeGroup())
  return [...selectors].map((selector) => [selector, ...Array.from({ length: groups - 1 }, newCodeGroup)].join("-"))
}

/** Returns the part of a code that identifies its row. The rest is the secret, which is hashed like a password. */
export const selectorOf = (spelled: string): string => spelled.slice(0, codeGroupLength)
/** Returns the secret part of a code, 59 bits; "" if the input is no code. */
export const secretOf = (spelled: string): string => (spelled.length === codeGroupLength * groups ? spelled.slice(codeGroupLength) : "")
