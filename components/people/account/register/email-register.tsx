"use client"

import { Form, Input } from "antd"
import { useRef } from "react"
import { CaptchaItem } from "@/components/people/captcha/captcha-item"
import type { CaptchaHandle, CaptchaValue } from "@/components/people/captcha/captcha-types"
import { useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { AccountForm } from "../account-form"
import { emailRules, usernameRules } from "../fields/account-rules"
import { AgreementItem } from "./agreement-item"
import { CodeItem, mailLabels } from "../fields/code-item"
import type { Enter } from "../login/password-login"
import { NewPasswordFields } from "../fields/new-password-fields"
import { useAttempt } from "../use-attempt"

type Fields = { username: string; email: string; code?: string; password: string; repeat: string; captcha?: CaptchaValue; agreed: boolean }
export type Register = Enter & { agreement: string }

export const EmailRegister = ({ submit, onSession, agreement }: Register) => {
  const { enable_verify_register_email } = useSettings().security
  const [form] = Form.useForm<Fields>()
  const captcha = useRef<CaptchaHandle>(null)
  const attempt = useAttempt(form, captcha, "注册失败")

  const send = ({ username, email, code, password, captcha: answer }: Fields) =>
    void attempt.attempt(
      () =>
        api("POST /user/register", {
          username: username.trim(),
          email: email.trim(),
          password,
          ...(code && { code: code.trim() }),
          ...answer,
        }),
      onSession,
    )

  const sendCode = async () => {
    try {
      const fields = await form.validateFields(["email", "captcha"])
      const reply = await api("POST /user/email/code", { email: fields.email.trim(), type: CodeType.register, ...fields.captcha })
      // single use: registering needs another captcha
      captcha.current?.reload()
      return reply
    } catch {
      if (form.getFieldError("email").length) form.focusField("email")
      return null
    }
  }

  return (
    <AccountForm form={form} name="register" attempt={attempt} submit={submit} onFinish={send}>
      <Form.Item name="username" label="用户名" rules={usernameRules}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          placeholder="2 到 32 位，中文、字母、数字、_ 或 -"
        />
      </Form.Item>
      <Form.Item name="email" label="电子邮箱" rules={emailRules}>
        <Input name="email" type="email" autoComplete="email" inputMode="email" maxLength={64} />
      </Form.Item>
      <NewPasswordFields label="密码" missing="请输入你的登录密码" missingRepeat="请再次输入你的登录密码" />
      <CaptchaItem purpose="register" ref={captcha} />
      {enable_verify_register_email && <CodeItem labels={mailLabels} onSend={sendCode} />}
      <AgreementItem address={agreement} />
    </AccountForm>
  )
}
