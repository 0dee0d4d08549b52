"use client"

import { Form, Input } from "antd"
import { useRouter } from "next/navigation"
import "@/app/styles/form.css"
import "@/app/styles/people/account-me-form.css"
import { emailRules, mobileRules } from "@/components/people/account/fields/account-rules"
import { AddressProof, type AddressWay } from "@/components/people/account/me/address-proof"
import { LiveForm } from "@/components/ui/form/live-form"
import { SubmitButton } from "@/components/ui/form/submit-button"
import { useCall } from "@/components/ui/form/use-call"
import { useSession, useSessionStore } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { halfWidth } from "@/lib/rules/typed-text"

type Fields = { address: string; code: string; password?: string }
type Props = { way: AddressWay; address: string; onDone: () => void; onCancel: () => void }

const bind = (way: AddressWay, address: string, proof: { code: string; password?: string }) =>
  way === "email" ? api("PUT /user/email", { email: address, ...proof }) : api("PUT /user/mobile", { mobile: address, ...proof })

/** Verifies an address with a code sent to it, and binds it. */
export const BindForm = ({ way, address, onDone, onCancel }: Props) => {
  const router = useRouter()
  const store = useSessionStore()
  const [form] = Form.useForm<Fields>()
  const { busy, call } = useCall({ form, names: { email: "address", mobile: "address" } })
  const hasPassword = useSession((state) => state.user?.has_password ?? false)
  const mail = way === "email"

  const readAddress = () =>
    form.validateFields(["address"]).then(
      ({ address: to }) => to,
      () => "",
    )
  const save = async ({ address: to, code, password }: Fields) => {
    const bound = await call(() => bind(way, to.trim(), { code: code.trim(), ...(password && { password }) }), {
      done: mail ? "邮箱绑定成功" : "手机绑定成功",
      fallback: "绑定失败",
    })
    if (!bound) return
    void store.getState().reload()
    router.refresh()
    onDone()
  }

  return (
    <LiveForm<Fields>
      form={form}
      className="form bind-form"
      requiredMark={false}
      initialValues={{ address }}
      onFinish={(fields) => void save(fields)}
    >
      <Form.Item
        name="address"
        label={mail ? "电子邮箱" : "手机号"}
        normalize={mail ? undefined : halfWidth}
        rules={mail ? emailRules : mobileRules}
      >
        {mail ? (
          <Input type="email" inputMode="email" autoComplete="email" maxLength={64} />
        ) : (
          <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={11} />
        )}
      </Form.Item>
      <AddressProof way={way} readAddress={readAddress} hasPassword={hasPassword} />
      <div className="form-acts">
        <button type="button" className="bt" onClick={onCancel}>
          取消
        </button>
        <SubmitButton className="" busy={busy} working="正在绑定">
          确认绑定
        </SubmitButton>
      </div>
    </LiveForm>
  )
}
