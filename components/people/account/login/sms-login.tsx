"use client"

import { Form } from "antd"
import { useRef } from "react"
import { api } from "@/lib/api/client"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { AccountForm } from "../account-form"
import type { Enter } from "./password-login"
import { SmsItems } from "../fields/sms-items"
import { useAttempt } from "../use-attempt"

type Fields = { mobile: string; code: string }

/** Logs in by SMS. An unknown number is registered; the code never becomes the password. */
export const SmsLogin = ({ submit, onSession, open }: Enter & { open: boolean }) => {
  const [form] = Form.useForm<Fields>()
  const attempt = useAttempt(form, useRef(null), "登录失败")
  const send = ({ mobile, code }: Fields) =>
    void attempt.attempt(() => api("POST /user/login/mobile", { mobile: mobile.trim(), code: code.trim() }), onSession)
  return (
    <AccountForm form={form} name="sms-login" attempt={attempt} submit={submit} onFinish={send}>
      <SmsItems purpose="login" type={CodeType.login} />
      <p className="form-note">
        {open ? "没有注册过的手机号会自动注册，之后可以在个人中心设置密码。" : "网站暂未开放用户注册，只有注册过的手机号可以登录。"}
      </p>
    </AccountForm>
  )
}
