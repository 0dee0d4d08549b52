"use client"

import { newPasswordRules, repeatRules } from "./account-rules"
import { PasswordItem } from "./password-item"

type Props = {
  label?: string
  /** the text of each empty field */
  missing?: string
  missingRepeat?: string
}

/** A new password, with its strength, and its repetition: the fields `password` and `repeat` of the surrounding form. */
export const NewPasswordFields = ({ label = "新密码", missing = "请输入您的新密码", missingRepeat = "请再次输入您的新密码" }: Props) => (
  <>
    <PasswordItem name="password" label={label} autoComplete="new-password" rules={newPasswordRules(missing)} strength />
    <PasswordItem
      name="repeat"
      label="确认密码"
      autoComplete="new-password"
      dependencies={["password"]}
      rules={repeatRules("password", missingRepeat)}
    />
  </>
)
