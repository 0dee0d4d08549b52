/**
 * Fields of a call's input that hold a secret, by their name. They travel in no address (every proxy on the way logs
 * those) and are masked in the audit. A call that has one says so (`secretInput`). No zod here: browsers use it too.
 */
export const isSecretField = (name: string): boolean => /password|secret|token|^code$|captcha/i.test(name)

export const hasSecret = (input: object | undefined): boolean => Object.keys(input ?? {}).some(isSecretField)
