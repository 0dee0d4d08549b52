"use client"

import { Form, Input } from "antd"
import { mobileRules } from "@/components/account/account-rules"
import { useMay } from "@/components/admin/use-may"
import { useCall } from "@/components/form/use-call"
import { useOffers } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { ActionButton, ActionCard } from "./action-card"

/** Sends a test message with the saved settings; disabled while there are unsaved changes. */
export const TestSms = ({ unsaved }: { unsaved: boolean }) => {
  const may = useMay()
  const has = useOffers()
  const [form] = Form.useForm<{ mobile: string }>()
  const { busy, refusal, call } = useCall({ inline: true, form })
  const send = async (fields: { mobile: string }) => {
    await call(() => api("POST /config/sms/test", fields), { done: "短信平台收下了，请看手机" })
  }
  if (!may("ConfigAPI/SendTestSms") || !has("POST /config/sms/test")) return null
  return (
    <ActionCard
      title="测试短信"
      text={`用已保存的设置发一条登录验证码（123456，不能用来登录），平台会照常收费。${unsaved ? "上面的修改还没有保存，先保存再测试。" : ""}`}
      refusal={refusal}
    >
      <Form<{ mobile: string }>
        form={form}
        className="form"
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        onFinish={(fields) => void send(fields)}
      >
        <Form.Item name="mobile" label="收信手机号" rules={mobileRules}>
          <Input inputMode="tel" maxLength={11} autoComplete="tel" />
        </Form.Item>
        <ActionButton busy={busy} disabled={unsaved}>
          {busy ? "正在发送" : "发送测试短信"}
        </ActionButton>
      </Form>
    </ActionCard>
  )
}
