"use client"

import { Checkbox, Form, Input } from "antd"
import { useRef, useState } from "react"
import { CodeItem, mailLabels } from "@/components/people/account/fields/code-item"
import { SmsItems } from "@/components/people/account/fields/sms-items"
import { emailRules, needed } from "@/components/people/account/fields/account-rules"
import { CaptchaItem } from "@/components/people/captcha/captcha-item"
import type { CaptchaHandle, CaptchaValue } from "@/components/people/captcha/captcha-types"
import { AntdProvider } from "@/components/ui/antd"
import { LiveForm } from "@/components/ui/form/live-form"
import { SubmitButton } from "@/components/ui/form/submit-button"
import { textOnly } from "@/components/ui/form/text-only"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import { ComplaintCapacity, ComplaintChannel, complaintLimits } from "@/lib/contract/community/complaint.enums"
import { CodeType } from "@/lib/contract/people/verification.enums"
import type { SentProof } from "@/lib/upload/send-proof"
import { ChoiceField } from "./choice-field"
import { ProofField } from "./proof-field"

type Channel = (typeof ComplaintChannel.options)[number]["value"]
type Fields = {
  claimant: string
  capacity: number
  work: string
  address: string
  statement: string
  file?: SentProof[]
  email: string
  channel?: Channel
  mobile?: string
  code: string
  is_true: boolean
}
type Props = { mail: boolean; sms: boolean }

const linesOf = (text: string) => text.split(/\s+/).filter(Boolean)
const longText = { rows: 5, maxLength: complaintLimits.statement, showCount: true } as const

/** The address that the visitor comes from, as a page of this site. */
const givenAddress = (): string => {
  const path = new URLSearchParams(window.location.search).get("url") ?? ""
  return /^\/(document|article)\//.test(path) ? `${window.location.origin}${path}` : ""
}

const Sent = ({ numbers }: { numbers: string[] }) => (
  <div className="cp-sent" role="status">
    <h2>投诉已提交</h2>
    <p>
      编号 <b className="num">{numbers.join("、")}</b>，请记下。确认邮件和处理结果会发到你填的邮箱。
    </p>
    {numbers.length > 1 && <p className="muted">这些网址属于不同的上传者，所以分成了几件，各自处理。</p>}
  </div>
)

/** The form with the colours of the site. */
export const ComplaintForm = (props: Props) => (
  <AntdProvider>
    <ComplaintFields {...props} />
  </AntdProvider>
)

/** 版权投诉: complainant, work, addresses, proof, and a code that proves the identity. No account is needed. */
const ComplaintFields = ({ mail, sms }: Props) => {
  const [form] = Form.useForm<Fields>()
  const [asking] = Form.useForm<{ captcha?: CaptchaValue }>()
  const captcha = useRef<CaptchaHandle>(null)
  const { busy, call } = useCall({ form })
  const [numbers, setNumbers] = useState<string[]>([])
  const channel = Form.useWatch("channel", form) ?? (mail ? "mail" : "sms")

  // the captcha belongs to the sending of the code alone: submitting does not require it again
  const sendMailCode = async () => {
    const [address, answer] = await Promise.allSettled([form.validateFields(["email"]), asking.validateFields()])
    if (address.status === "rejected") form.focusField("email")
    if (address.status === "rejected" || answer.status === "rejected") return null
    const { email } = address.value as Pick<Fields, "email">
    const reply = await api("POST /user/email/code", { email: email.trim(), type: CodeType.complaint, ...answer.value.captcha })
    captcha.current?.reload()
    return reply
  }
  const send = async ({ address, file, channel: way, mobile, ...fields }: Fields) => {
    const input = {
      ...fields,
      channel: way ?? channel,
      email: fields.email.trim(),
      code: fields.code.trim(),
      address: linesOf(address),
      ...(mobile && { mobile: mobile.trim() }),
      ...(file?.length && { file: file.map(({ key }) => key) }),
    }
    const reply = await call(() => api("POST /complaint", input), { fallback: "提交失败" })
    if (reply) setNumbers(reply.number)
  }

  if (numbers.length > 0) return <Sent numbers={numbers} />
  return (
    <LiveForm<Fields>
      form={form}
      name="complaint"
      requiredMark={false}
      initialValues={{ capacity: ComplaintCapacity.owner, channel: mail ? "mail" : "sms", address: givenAddress() }}
      onFinish={(fields) => void send(fields)}
    >
      <Form.Item name="claimant" label="姓名或单位名称" rules={[needed("请输入姓名或单位名称")]}>
        <Input maxLength={64} autoComplete="name" />
      </Form.Item>
      <Form.Item name="capacity" label="你是">
        <ChoiceField label="你是" options={ComplaintCapacity.options} />
      </Form.Item>
      <Form.Item name="work" label="被侵权的作品" rules={[needed("请输入作品名称")]}>
        <Input maxLength={200} placeholder="作品名称、出版社或首次发表的地方" />
      </Form.Item>
      <Form.Item
        name="address"
        label="本站的侵权网址"
        rules={[needed("请填写要投诉的网址")]}
        extra={`一行一个，最多 ${complaintLimits.addresses} 个；只能是本站的文档或文章`}
      >
        <Input.TextArea rows={3} maxLength={4_000} placeholder="从浏览器的地址栏复制" spellCheck={false} />
      </Form.Item>
      <Form.Item name="statement" label="侵权说明" rules={[needed("请输入侵权说明")]}>
        <Input.TextArea
          {...longText}
          placeholder="哪些部分侵权，你享有什么权利"
          {...textOnly((message) => form.setFields([{ name: "statement", errors: [message] }]), "这里只能写文字，图片和文件请在下面上传")}
        />
      </Form.Item>
      <Form.Item name="file" label="证明材料（可不传）" extra="身份证明、权属证明或授权书，只有管理人员能看到">
        <ProofField />
      </Form.Item>
      <Form.Item name="email" label="电子邮箱" rules={emailRules} extra="处理结果发到这里">
        <Input type="email" inputMode="email" autoComplete="email" maxLength={64} />
      </Form.Item>
      {mail && sms && (
        <Form.Item name="channel" label="验证身份">
          <ChoiceField label="验证身份" options={ComplaintChannel.options} />
        </Form.Item>
      )}
      {channel === "mail" ? (
        <>
          <Form form={asking} name="complaint-mail" component={false} layout="vertical" size="large" requiredMark={false}>
            <CaptchaItem purpose="complaint" ref={captcha} />
          </Form>
          <CodeItem labels={mailLabels} onSend={sendMailCode} />
        </>
      ) : (
        <SmsItems purpose="complaint" type={CodeType.complaint} />
      )}
      <Form.Item
        name="is_true"
        valuePropName="checked"
        rules={[
          { validator: async (_, value) => (value ? undefined : Promise.reject(new Error("请确认内容真实"))), validateTrigger: "onSubmit" },
        ]}
      >
        <Checkbox>我确认以上内容真实，愿意为不实的投诉承担法律责任</Checkbox>
      </Form.Item>
      <SubmitButton busy={busy} working="正在提交">
        提交投诉
      </SubmitButton>
    </LiveForm>
  )
}
