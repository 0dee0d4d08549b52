import type { FormRule } from "antd"

/* Rules of the account forms, with the server's messages (`lib/contract/people/user.ts`). The server validates again. */

/** Missing values are reported on submit: on blur, the message would move the button while it is being pressed. */
export const needed = (message: string): FormRule => ({ required: true, whitespace: true, message, validateTrigger: "onSubmit" })
/** A password may consist of spaces. */
export const neededSecret = (message: string): FormRule => ({ required: true, message, validateTrigger: "onSubmit" })

const looksPrivate = /^1[3-9]\d{9}$|@/
const checkUsername = async (_: unknown, value = "") => {
  const name = value.trim()
  if (!name) return
  if (looksPrivate.test(name)) throw new Error("出于隐私保护，用户名不能是邮箱或手机号码")
  if (name.length < 2) throw new Error("用户名长度必须至少为2个字符")
  if (!/^[\p{Script=Han}A-Za-z0-9_-]+$/u.test(name)) throw new Error("用户名只能用中文、字母、数字、下划线和短横线")
}

export const usernameRules: FormRule[] = [needed("请输入你用于登录的用户名"), { validator: checkUsername }]
export const emailRules: FormRule[] = [
  needed("请输入邮箱地址"),
  { pattern: /^\s*[^\s@]+@[^\s@]+\.[^\s@]{2,}\s*$/, message: "请输入正确的电子邮箱" },
]
/** 11 digits: a 1, then 3 to 9 (docs/reference/specification.md 5). */
export const mobileRules: FormRule[] = [needed("请输入你的手机号码"), { pattern: /^\s*1[3-9]\d{9}\s*$/, message: "请输入正确的手机号码" }]
export const newPasswordRules = (missing: string): FormRule[] => [neededSecret(missing), { min: 8, message: "密码长度必须至少为8个字符" }]
export const repeatRules = (field: string, missing = "请再次输入你的登录密码"): FormRule[] => [
  neededSecret(missing),
  ({ getFieldValue }) => ({
    validator: async (_, value) => {
      if (value && value !== getFieldValue(field)) throw new Error("两次输入的密码不一致")
    },
  }),
]

/** Returns the strength of a password and a hint how to improve it; the hint is "" while nothing is typed. */
export const strengthOf = (password: string): { level: 0 | 1 | 2 | 3; hint: string } => {
  if (!password) return { level: 0, hint: "" }
  const length = [...password].length
  if (length < 8) return { level: 1, hint: `还差 ${8 - length} 位` }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const varied = new Set(password).size
  if (varied < 5 || (kinds < 2 && length < 12)) return { level: 1, hint: "容易被猜到，换几种字符或再长一些" }
  return length >= 12 || (kinds > 2 && length >= 10) ? { level: 3, hint: "很好" } : { level: 2, hint: "可以用，再长一些更安全" }
}
