/**
 * Secret input fields are recognised by name. They are never sent in a URL, because proxies log URLs, and the audit log masks them. A call
 * with such a field declares `secretInput`. No zod in this file: browsers use it too.
 */
export const isSecretField = (name: string): boolean => /password|secret|token|^(code|otp|downcode|headers|proxy)$|captcha/i.test(name)

export const hasSecret = (input: object | undefined): boolean => Object.keys(input ?? {}).some(isSecretField)
