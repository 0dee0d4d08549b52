import type { FormRule } from "antd"
import { emailRules, mobileRules, usernameRules } from "@/components/account/account-rules"

/** All but the first, which wants the field to be filled in: here an address may stay empty. */
const ifFilled = (rules: FormRule[]): FormRule[] => rules.slice(1)

/** Checks of the profile's form (docs/reference/specification.md 5). */
export const profileRules = {
  username: [{ required: true, whitespace: true, message: "请输入您的登录用户名" }, ...ifFilled(usernameRules)] satisfies FormRule[],
  email: ifFilled(emailRules),
  mobile: ifFilled(mobileRules),
}
