"use client"

import { Form } from "antd"
import { useRouter } from "next/navigation"
import { useRef } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { paths } from "@/lib/rules/path"
import { AccountCard } from "../account-card"
import { AccountForm } from "../account-form"
import { newPasswordRules, repeatRules } from "../fields/account-rules"
import { PasswordItem } from "../fields/password-item"
import { SmsItems } from "../fields/sms-items"
import { RegisterLink } from "../register/register-link"
import { useAttempt } from "../use-attempt"
import { useForward } from "../use-forward"

type Fields = { mobile: string; code: string; password: string; repeat: string }

/** Password recovery by SMS: mobile number, code and new password in one step. */
export const FindPasswordMobileView = () => {
  useForward(paths.me)
  const router = useRouter()
  const feedback = useFeedback()
  const [form] = Form.useForm<Fields>()
  const attempt = useAttempt(form, useRef(null), "请求失败")
  const send = ({ mobile, code, password }: Fields) =>
    void attempt.attempt(
      () => api("POST /user/findpassword/mobile", { mobile: mobile.trim(), code: code.trim(), password }),
      () => {
        feedback.success("密码重置成功，请重新登录")
        router.replace(paths.login())
      },
    )
  return (
    <AccountCard title="找回密码" lead="用绑定的手机号收一条短信，设置新密码。">
      <AccountForm
        form={form}
        name="find-password-mobile"
        attempt={attempt}
        submit={{ label: "立即提交", working: "提交中" }}
        onFinish={send}
      >
        <SmsItems purpose="find_password" type={CodeType.find_password} />
        <PasswordItem name="password" label="新密码" autoComplete="new-password" rules={newPasswordRules("请输入您的新密码")} strength />
        <PasswordItem
          name="repeat"
          label="确认密码"
          autoComplete="new-password"
          dependencies={["password"]}
          rules={repeatRules("password", "请再次输入您的新密码")}
        />
      </AccountForm>
      <p className="form-links">
        <Link className="lk" href={paths.login()}>
          登录
        </Link>
        <RegisterLink className="lk" />
        <Link className="lk" href={paths.findPassword}>
          通过邮箱找回密码
        </Link>
      </p>
    </AccountCard>
  )
}
