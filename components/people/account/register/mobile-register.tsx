"use client"

import { Checkbox, Form } from "antd"
import { useRef } from "react"
import { api } from "@/lib/api/client"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { AccountForm } from "../account-form"
import { newPasswordRules } from "../fields/account-rules"
import { AgreementItem } from "./agreement-item"
import type { Register } from "./email-register"
import { PasswordItem } from "../fields/password-item"
import { SmsItems } from "../fields/sms-items"
import { useAttempt } from "../use-attempt"

type Fields = { mobile: string; code: string; secret?: boolean; password?: string; agreed: boolean }

/** Registration by mobile number; a password is optional. */
export const MobileRegister = ({ submit, onSession, agreement }: Register) => {
  const [form] = Form.useForm<Fields>()
  const attempt = useAttempt(form, useRef(null), "注册失败")
  const secret = Form.useWatch("secret", form)
  const send = ({ mobile, code, password = "" }: Fields) =>
    void attempt.attempt(
      () => api("POST /user/register/mobile", { mobile: mobile.trim(), code: code.trim(), password: secret ? password : "" }),
      onSession,
    )
  return (
    <AccountForm form={form} name="mobile-register" attempt={attempt} submit={submit} onFinish={send}>
      <SmsItems purpose="register" type={CodeType.register} />
      <Form.Item name="secret" valuePropName="checked" extra={secret ? undefined : "不设置也可以，以后用短信登录。"}>
        <Checkbox>设置密码</Checkbox>
      </Form.Item>
      {secret && (
        <PasswordItem name="password" label="密码" autoComplete="new-password" rules={newPasswordRules("请输入你的账号密码")} strength />
      )}
      <AgreementItem address={agreement} />
    </AccountForm>
  )
}
