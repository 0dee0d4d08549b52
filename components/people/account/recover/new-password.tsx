"use client"

import { Form, Input } from "antd"
import { useRouter } from "next/navigation"
import { useRef } from "react"
import { CaptchaItem } from "@/components/people/captcha/captcha-item"
import type { CaptchaHandle, CaptchaValue } from "@/components/people/captcha/captcha-types"
import { useFeedback } from "@/components/providers/feedback"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/rules/path"
import { AccountForm } from "../account-form"
import { newPasswordRules, repeatRules } from "../fields/account-rules"
import { PasswordItem } from "../fields/password-item"
import { useAttempt } from "../use-attempt"

type Fields = { email: string; password: string; repeat: string; captcha?: CaptchaValue }

/** Step two of password recovery by e-mail: the link's token and address, and a new password. */
export const NewPassword = ({ token, email }: { token: string; email: string }) => {
  const router = useRouter()
  const feedback = useFeedback()
  const [form] = Form.useForm<Fields>()
  const captcha = useRef<CaptchaHandle>(null)
  const attempt = useAttempt(form, captcha, "请求失败")
  const send = ({ password, captcha: answer }: Fields) =>
    void attempt.attempt(
      () => api("PUT /user/findpassword/steptwo", { email, token, password, ...answer }),
      () => {
        feedback.success("设置成功，请用新密码重新登录")
        router.replace(paths.login())
      },
    )
  return (
    <AccountForm
      form={form}
      name="new-password"
      attempt={attempt}
      submit={{ label: "立即提交", working: "提交中" }}
      initialValues={{ email }}
      onFinish={send}
    >
      <Form.Item name="email" label="电子邮箱">
        <Input name="email" type="email" autoComplete="username" readOnly />
      </Form.Item>
      <PasswordItem name="password" label="新密码" autoComplete="new-password" rules={newPasswordRules("请输入您的新密码")} strength />
      <PasswordItem
        name="repeat"
        label="确认密码"
        autoComplete="new-password"
        dependencies={["password"]}
        rules={repeatRules("password", "请再次输入您的新密码")}
      />
      <CaptchaItem purpose="find_password" ref={captcha} />
    </AccountForm>
  )
}
