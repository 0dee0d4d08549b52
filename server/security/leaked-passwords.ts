import { dictionary } from "@zxcvbn-ts/language-common"

/** The shortest password that the contract takes. */
const shortest = 8
let known: Set<string> | undefined

/** True for one of the most frequent passwords of published leaks, in any case: some 18,000 that are long enough to be chosen (zxcvbn's list). */
export const isLeakedPassword = (password: string): boolean => {
  known ??= new Set(dictionary.passwords.filter(({ length }) => length >= shortest))
  return known.has(password.toLowerCase())
}
