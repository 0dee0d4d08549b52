"use client"

import { Form, Input } from "antd"
import { useRef, useState } from "react"
import { CaptchaItem } from "@/components/people/captcha/captcha-item"
import type { CaptchaHandle, CaptchaValue } from "@/components/people/captcha/captcha-types"
import { useFeedback } from "@/components/providers/feedback"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { AccountForm } from "../account-form"
import { emailRules } from "../fields/account-rules"
import { useAttempt } from "../use-attempt"

type Fields = { email: string; captcha?: CaptchaValue }

/** Displays the same message whether or not the address has an account, like the server's answer. */
const Sent = ({ email, onAgain }: { email: string; onAgain: () => void }) => (
  <div className="alert info sent" role="status">
    <MoreIcon name="success" />
    <div>
      <b>提交成功，请查看你的邮箱</b>
      <p>如果 {email} 是一个账号的邮箱，几分钟内会收到重置密码的链接。</p>
      <ul>
        <li>没有收到？先看看垃圾邮件</li>
        <li>核对一下地址有没有写错，或者注册时用的是另一个邮箱</li>
        <li>过几分钟还没有，可以再发一次</li>
      </ul>
      <button type="button" className="bt sm" onClick={onAgain}>
        重新填写
      </button>
    </div>
  </div>
)

/** Step one of password recovery by e-mail. */
export const FindPasswordMail = () => {
  const feedback = useFeedback()
  const [form] = Form.useForm<Fields>()
  const captcha = useRef<CaptchaHandle>(null)
  const attempt = useAttempt(form, captcha, "请求失败")
  const [sentTo, setSentTo] = useState("")
  const send = ({ email, captcha: answer }: Fields) =>
    void attempt.attempt(
      () => api("POST /user/findpassword/stepone", { email: email.trim(), ...answer }),
      () => {
        attempt.stop()
        setSentTo(email.trim())
        feedback.success("提交成功，请查看你的邮箱")
      },
    )
  return (
    <>
      <AccountForm
        form={form}
        name="find-password"
        attempt={attempt}
        submit={{ label: "发送重置邮件", working: "发送中" }}
        disabled={sentTo !== ""}
        onFinish={send}
      >
        <Form.Item name="email" label="电子邮箱" rules={emailRules}>
          <Input name="email" type="email" autoComplete="email" inputMode="email" maxLength={64} />
        </Form.Item>
        {!sentTo && <CaptchaItem purpose="find_password" ref={captcha} />}
      </AccountForm>
      {sentTo && <Sent email={sentTo} onAgain={() => setSentTo("")} />}
    </>
  )
}
