"use client"

import { Form } from "antd"
import "@/app/styles/form.css"
import "@/app/styles/people/account-me-form.css"
import { newPasswordRules } from "@/components/people/account/fields/account-rules"
import { PasswordItem } from "@/components/people/account/fields/password-item"
import { LiveForm } from "@/components/ui/form/live-form"
import { SubmitButton } from "@/components/ui/form/submit-button"
import { useCall } from "@/components/ui/form/use-call"
import { WithCall } from "@/components/ui/with-call"
import { useSession, useSessionStore } from "@/components/providers/session"
import { api } from "@/lib/api/client"

type Fields = { old_password?: string; new_password: string; repeat_password: string }
type Props = {
  /** false for users who registered by SMS or a third party and have no password yet; defaults to the session's value */
  hasPassword?: boolean
  onDone?: () => void
}

/** Changes the password, or sets the first one (docs/reference/specification.md 5). Needs `AntdProvider`. */
export const PasswordForm = ({ hasPassword, onDone }: Props) => {
  const store = useSessionStore()
  const user = useSession((state) => state.user)
  const [form] = Form.useForm<Fields>()
  const { busy, call } = useCall({ form })
  const needsOldPassword = hasPassword ?? user?.has_password ?? true

  const save = async ({ old_password, new_password }: Fields) => {
    const input = { ...(user ? { id: user.id } : {}), ...(needsOldPassword ? { old_password: old_password ?? "" } : {}), new_password }
    if (!(await call(() => api("PUT /user/password", input), { done: needsOldPassword ? "密码修改成功" : "密码设置成功" }))) return
    form.resetFields()
    void store.getState().reload()
    onDone?.()
  }

  return (
    <LiveForm<Fields> form={form} requiredMark={false} onFinish={(fields) => void save(fields)}>
      {/* for password managers, which store a password with its user name */}
      <input
        type="text"
        name="username"
        className="sr"
        autoComplete="username"
        value={user?.username ?? ""}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      {needsOldPassword && (
        <PasswordItem
          name="old_password"
          label="原密码"
          autoComplete="current-password"
          rules={[{ required: true, message: "请输入您的原密码" }]}
        />
      )}
      <PasswordItem name="new_password" label="新密码" autoComplete="new-password" strength rules={newPasswordRules("请输入您的新密码")} />
      <PasswordItem
        name="repeat_password"
        label="确认新密码"
        autoComplete="new-password"
        dependencies={["new_password"]}
        rules={[
          { required: true, message: "请再次输入您的新密码" },
          ({ getFieldValue }) => ({
            validator: async (_, value: string | undefined) => {
              if (value && value !== getFieldValue("new_password")) throw new Error("新密码和确认密码不一致")
            },
          }),
        ]}
      />
      {/* a server without a list of sessions does not end any of them */}
      <WithCall call="GET /user/session" otherwise={needsOldPassword ? null : <p className="own-note">设置后就能用用户名和密码登录。</p>}>
        <p className="own-note">
          {needsOldPassword
            ? "修改后，其他设备上的登录会全部退出，这台设备不受影响。"
            : "设置后就能用用户名和密码登录；其他设备上的登录会全部退出。"}
        </p>
      </WithCall>
      <SubmitButton busy={busy} working="保存中">
        {needsOldPassword ? "修改密码" : "设置密码"}
      </SubmitButton>
    </LiveForm>
  )
}
