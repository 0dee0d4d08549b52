"use client"

import { Form, Input, type FormRule } from "antd"
import { mobileRules } from "@/components/people/account/fields/account-rules"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import type { Result, Right } from "@/lib/contract/types"
import { ActionButton, ActionCard } from "./action-card"

type Message = {
  title: string
  text: string
  /** name of the field in the call, so that an error is displayed beside it */
  field: "email" | "mobile"
  label: string
  rules: FormRule[]
  input: { type?: "email"; inputMode: "email" | "tel"; maxLength: number; autoComplete: "email" | "tel" }
  right: Right
  send: (to: string) => Promise<Result<unknown>>
  done: string
  act: string
}

/** A card that sends a test message with the saved settings; disabled while there are unsaved changes. */
const testMessage = ({ title, text, field, label, rules, input, right, send, done, act }: Message) =>
  function TestMessage({ unsaved }: { unsaved: boolean }) {
    const may = useMay()
    const [form] = Form.useForm<Record<string, string>>()
    const { busy, refusal, call } = useCall({ inline: true, form })
    if (!may(right)) return null
    return (
      <ActionCard title={title} text={`${text}${unsaved ? "上面的修改还没有保存，先保存再测试。" : ""}`} refusal={refusal}>
        <Form<Record<string, string>>
          noValidate
          form={form}
          className="form"
          layout="vertical"
          requiredMark={false}
          validateTrigger="onBlur"
          onFinish={(fields) => void call(() => send(fields[field] ?? ""), { done })}
        >
          <Form.Item name={field} label={label} rules={rules}>
            <Input {...input} />
          </Form.Item>
          <ActionButton busy={busy} disabled={unsaved}>
            {busy ? "正在发送" : act}
          </ActionButton>
        </Form>
      </ActionCard>
    )
  }

export const TestEmail = testMessage({
  title: "测试邮件",
  text: "用已保存的设置发一封信，看看能不能收到。",
  field: "email",
  label: "收件邮箱",
  rules: [
    { required: true, message: "请输入收件邮箱" },
    { type: "email", message: "请输入正确的电子邮箱" },
  ],
  input: { type: "email", inputMode: "email", maxLength: 64, autoComplete: "email" },
  right: "ConfigAPI/SendTestEmail",
  send: (email) => api("POST /config/email/test", { email }),
  done: "测试邮件已发出，请到收件箱查看",
  act: "发送测试邮件",
})

export const TestSms = testMessage({
  title: "测试短信",
  text: "用已保存的设置发一条登录验证码（123456，不能用来登录），平台会照常收费。",
  field: "mobile",
  label: "收信手机号",
  rules: mobileRules,
  input: { inputMode: "tel", maxLength: 11, autoComplete: "tel" },
  right: "ConfigAPI/SendTestSms",
  send: (mobile) => api("POST /config/sms/test", { mobile }),
  done: "短信平台收下了，请看手机",
  act: "发送测试短信",
})
