"use client"

import { Checkbox, Form, Input } from "antd"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { needed } from "@/components/people/account/fields/account-rules"
import { AntdProvider } from "@/components/ui/antd"
import { LiveForm } from "@/components/ui/form/live-form"
import { SubmitButton } from "@/components/ui/form/submit-button"
import "@/app/styles/people/account-me-form.css"
import { textOnly } from "@/components/ui/form/text-only"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { complaintLimits } from "@/lib/contract/community/complaint.enums"

type Fields = { name: string; statement: string; is_true: boolean }

type Props = { id: number; number: string; until: string }

/** The form with the colours of the site. */
export const CounterForm = (props: Props) => (
  <AntdProvider>
    <CounterFields {...props} />
  </AntdProvider>
)

/** 反通知: why the content does not infringe. The complainant receives name and statement. */
const CounterFields = ({ id, number, until }: Props) => {
  const router = useRouter()
  const [form] = Form.useForm<Fields>()
  const { busy, call } = useCall({ form })
  const [open, setOpen] = useState(false)
  const send = async (fields: Fields) => {
    if (await call(() => api("POST /complaint/counter", { id, ...fields }), { done: "反通知已提交", fallback: "提交失败" }))
      router.refresh()
  }
  if (!open)
    return (
      <div className="my-cp-form">
        <p className="muted">如果你认为没有侵权，可以在 {until} 前提交反通知。</p>
        <button type="button" className="bt p" onClick={() => setOpen(true)}>
          提交反通知
        </button>
      </div>
    )
  return (
    <div className="my-cp-form">
      <LiveForm<Fields> form={form} name={`counter-${number}`} requiredMark={false} onFinish={(fields) => void send(fields)}>
        <Form.Item name="name" label="真实姓名或单位名称" rules={[needed("请输入姓名")]} extra="和说明一起转给投诉人">
          <Input maxLength={64} autoComplete="name" />
        </Form.Item>
        <Form.Item name="statement" label="不构成侵权的说明" rules={[needed("请输入不构成侵权的说明")]}>
          <Input.TextArea
            rows={5}
            maxLength={complaintLimits.statement}
            showCount
            {...textOnly((message) => form.setFields([{ name: "statement", errors: [message] }]))}
            placeholder="例如：内容是自己创作的、已经得到授权，或作品不受著作权法保护"
          />
        </Form.Item>
        <Form.Item
          name="is_true"
          valuePropName="checked"
          rules={[
            {
              validator: async (_, value) => (value ? undefined : Promise.reject(new Error("请确认内容真实"))),
              validateTrigger: "onSubmit",
            },
          ]}
        >
          <Checkbox>我确认以上内容真实，愿意承担法律责任</Checkbox>
        </Form.Item>
        <div className="form-acts">
          <button type="button" className="bt" onClick={() => setOpen(false)}>
            取消
          </button>
          <SubmitButton className="" busy={busy} working="正在提交">
            提交
          </SubmitButton>
        </div>
      </LiveForm>
    </div>
  )
}
