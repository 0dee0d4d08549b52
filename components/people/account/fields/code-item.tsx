"use client"

import { Form, Input } from "antd"
import { useId, useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { showAtField } from "@/components/ui/form/refusal"
import { useFeedback } from "@/components/providers/feedback"
import { halfWidth } from "@/lib/rules/typed-text"
import type { Result } from "@/lib/contract/types"
import { needed } from "./account-rules"
import { useCountdown, waitText } from "./use-countdown"
import { refusalText } from "@/lib/api/result"

type Labels = { label: string; missing: string; send: string; sent: string; left: (seconds: number) => string }

export const smsLabels: Labels = {
  label: "短信验证码",
  missing: "请输入你的短信验证码",
  send: "发送短信验证码",
  sent: "短信验证码已发送，请注意查收",
  left: (seconds) => `${seconds} 秒`,
}
export const mailLabels: Labels = {
  label: "邮箱验证码",
  missing: "请输入邮箱验证码",
  send: "获取邮箱验证码",
  sent: "验证码发送成功",
  left: (seconds) => `剩余 ${seconds} 秒`,
}

/** Minimum time between two codes for one address. */
const gapSeconds = 60

type Props = {
  labels: Labels
  disabled?: boolean
  /** Validates the fields that sending needs, then sends. Returns null if something is missing; its field then displays the error. */
  onSend: () => Promise<Result<unknown> | null>
}

/** The field for a code that is sent on request, at most once a minute, with its errors. */
export const CodeItem = ({ labels, disabled = false, onSend }: Props) => {
  const id = useId()
  const form = Form.useFormInstance()
  const feedback = useFeedback()
  const [busy, setBusy] = useState(false)
  const [left, start] = useCountdown()
  const send = async () => {
    if (busy || left > 0) return
    setBusy(true)
    const reply = await onSend()
    setBusy(false)
    if (!reply) return
    if (reply.ok) {
      start(gapSeconds)
      feedback.success(labels.sent)
      form.setFields([{ name: "code", errors: [] }])
      form.focusField("code")
      return
    }
    if (reply.wait) start(reply.wait)
    const refused = { ...reply, message: refusalText(reply, "请求失败") }
    if (!showAtField(form, refused)) form.setFields([{ name: "code", errors: [refused.message] }])
  }
  return (
    <Form.Item label={labels.label} htmlFor={id} className="code-item" required>
      <Form.Item name="code" noStyle normalize={halfWidth} rules={[needed(labels.missing)]}>
        <Input id={id} name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      </Form.Item>
      <BusyButton className="lg" busy={busy} onClick={() => void send()} disabled={disabled || left > 0}>
        {left > gapSeconds ? waitText(left) : left > 0 ? labels.left(left) : labels.send}
      </BusyButton>
    </Form.Item>
  )
}
