"use client"

import { Form, Input } from "antd"
import { useRef } from "react"
import { CaptchaItem } from "@/components/people/captcha/captcha-item"
import type { CaptchaHandle, CaptchaValue } from "@/components/people/captcha/captcha-types"
import { api } from "@/lib/api/client"
import type { Session } from "@/lib/contract/types"
import { AccountForm, type Submit } from "../account-form"
import { needed, neededSecret } from "../fields/account-rules"
import { PasswordItem } from "../fields/password-item"
import { useAttempt } from "../use-attempt"

export type Enter = { submit: Submit; onSession: (session: Session) => void | Promise<void> }
type Fields = { username: string; password: string; captcha?: CaptchaValue }

/** Logs in with name, e-mail or mobile number and the password. `autoFocus` is for the login page. */
export const PasswordLogin = ({ submit, onSession, autoFocus = false }: Enter & { autoFocus?: boolean }) => {
  const [form] = Form.useForm<Fields>()
  const captcha = useRef<CaptchaHandle>(null)
  const attempt = useAttempt(form, captcha, "登录失败")
  const send = ({ username, password, captcha: answer }: Fields) =>
    void attempt.attempt(() => api("POST /user/login", { username: username.trim(), password, ...answer }), onSession)
  return (
    <AccountForm form={form} name="login" attempt={attempt} submit={submit} onFinish={send}>
      <Form.Item name="username" label="用户名" rules={[needed("请输入你的用户名、邮箱或手机号码")]}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          placeholder="用户名、邮箱或手机号码"
          autoFocus={autoFocus}
        />
      </Form.Item>
      <PasswordItem name="password" label="密码" autoComplete="current-password" rules={[neededSecret("请输入你的登录密码")]} />
      <CaptchaItem purpose="login" ref={captcha} />
    </AccountForm>
  )
}
