"use client"

import { Form, Input } from "antd"
import { useMay } from "@/components/admin/use-may"
import { useCall } from "@/components/form/use-call"
import { useOffers } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { ActionButton, ActionCard } from "./action-card"

/** Sends a test mail with the saved settings; disabled while there are unsaved changes. */
export const TestEmail = ({ unsaved }: { unsaved: boolean }) => {
  const may = useMay()
  const has = useOffers()
  const [form] = Form.useForm<{ email: string }>()
  const { busy, refusal, call } = useCall({ inline: true, form })
  const send = async (fields: { email: string }) => {
    await call(() => api("POST /config/email/test", fields), { done: "测试邮件已发出，请到收件箱查看" })
  }
  if (!may("ConfigAPI/SendTestEmail") || !has("POST /config/email/test")) return null
  return (
    <ActionCard
      title="测试邮件"
      text={`用已保存的设置发一封信，看看能不能收到。${unsaved ? "上面的修改还没有保存，先保存再测试。" : ""}`}
      refusal={refusal}
    >
      <Form<{ email: string }>
        form={form}
        className="form"
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        onFinish={(fields) => void send(fields)}
      >
        <Form.Item
          name="email"
          label="收件邮箱"
          rules={[
            { required: true, message: "请输入收件邮箱" },
            { type: "email", message: "请输入正确的电子邮箱" },
          ]}
        >
          <Input type="email" inputMode="email" maxLength={64} autoComplete="email" />
        </Form.Item>
        <ActionButton busy={busy} disabled={unsaved}>
          {busy ? "正在发送" : "发送测试邮件"}
        </ActionButton>
      </Form>
    </ActionCard>
  )
}
