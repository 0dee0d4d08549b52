"use client"

import { Form, type FormInstance, type FormRule, Input } from "antd"
import { useRouter } from "next/navigation"
import { useId } from "react"
import "@/app/styles/people/account-me-form.css"
import { LiveForm } from "@/components/ui/form/live-form"
import { SubmitButton } from "@/components/ui/form/submit-button"
import { useCall } from "@/components/ui/form/use-call"
import { WithCall } from "@/components/ui/with-call"
import { useSession, useSessionStore } from "@/components/providers/session"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import type { User } from "@/lib/contract/types"
import { halfWidth } from "@/lib/rules/typed-text"
import { emailRules, mobileRules, usernameRules } from "@/components/people/account/fields/account-rules"
import { AddressProof, type AddressWay } from "@/components/people/account/me/address-proof"

/** Removes the first rule, `required`: here the address may be empty. */
const ifFilled = (rules: FormRule[]): FormRule[] => rules.slice(1)

/** Validation rules of the profile form (docs/reference/specification.md 5). */
const profileRules = {
  username: [{ required: true, whitespace: true, message: "请输入您的登录用户名" }, ...ifFilled(usernameRules)] satisfies FormRule[],
  email: ifFilled(emailRules),
  mobile: ifFilled(mobileRules),
}

const names = ["username", "realname", "identity", "email", "mobile", "address", "signature"] as const
type Fields = Record<(typeof names)[number], string> & { code?: string; password?: string }
type Props = {
  /** the profile's user if the page already has it; defaults to the session's user */
  user?: User
  onDone?: () => void
}

const savedText = ({ review }: { review: boolean }): string =>
  review ? "已保存。个性签名要审核，通过后才会显示，结果会通知你" : "修改成功"

/** Edits the user's own data (docs/reference/specification.md 5). Needs `AntdProvider`; used in /me and in the drawer of /admin. */
export const ProfileForm = ({ user, onDone }: Props) => {
  const sessionUser = useSession((state) => state.user)
  const person = user ?? sessionUser
  if (!person) return <Waiting />
  const form = { user: person, onDone }
  return (
    <WithCall call="PUT /user/email" otherwise={<Loaded key={person.id} {...form} proves={false} />}>
      <Loaded key={person.id} {...form} proves />
    </WithCall>
  )
}

/** Returns which first address the user is typing, if it must be proven; e-mail goes first. */
const useUnprovenWay = (form: FormInstance<Fields>, user: User): AddressWay | null => {
  const email: unknown = Form.useWatch("email", form)
  const mobile: unknown = Form.useWatch("mobile", form)
  if (!user.email && email) return "email"
  return !user.mobile && mobile ? "mobile" : null
}

const FixedName = ({ name }: { name: string }) => {
  const id = useId()
  return (
    <Form.Item label="用户名" htmlFor={id}>
      <Input id={id} value={name} disabled />
    </Form.Item>
  )
}

const Waiting = () => (
  <div aria-busy="true" aria-label="正在加载" role="status">
    {names.map((name) => (
      <p key={name} style={{ marginBottom: 18 }}>
        <Skeleton width={72} height={22} />
        <span style={{ display: "block", height: 6 }} />
        <Skeleton height={40} />
      </p>
    ))}
  </div>
)

/** `proves`: the server wants a new address proven. */
const Loaded = ({ user, onDone, proves }: Props & { user: User; proves: boolean }) => {
  const router = useRouter()
  const store = useSessionStore()
  const [form] = Form.useForm<Fields>()
  // a bound address or number is changed elsewhere, or here if the server has no other way
  const boundMail = user.email !== "" && proves
  const boundMobile = user.mobile !== "" && proves
  const { busy, call } = useCall({ form })
  const typedWay = useUnprovenWay(form, user)
  const unprovenWay = proves ? typedWay : null

  const readAddress = (way: AddressWay) =>
    form.validateFields([way]).then(
      (values) => values[way],
      () => "",
    )
  const save = async (fields: Fields) => {
    // the form has no name where the server takes none
    const profile = Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, (fields[name] ?? "").trim()]] : [])))
    const proof = unprovenWay && { code: (fields.code ?? "").trim(), ...(fields.password && { password: fields.password }) }
    const sent = { ...profile, ...proof }
    if (!(await call(() => api("PUT /user/profile", sent), { done: savedText, fallback: "修改失败" }))) return
    await store.getState().reload()
    router.refresh()
    onDone?.()
  }

  return (
    <LiveForm<Fields> form={form} initialValues={user} onFinish={(fields) => void save(fields)}>
      <WithCall call="PUT /user/profile" field="username" otherwise={<FixedName name={user.username} />}>
        <Form.Item name="username" label="用户名" rules={profileRules.username}>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={32} />
        </Form.Item>
      </WithCall>
      <Form.Item
        name="signature"
        label="个性签名"
        extra={
          user.waiting_signature
            ? `“${user.waiting_signature}”正在审核，通过后才会显示，在那之前大家看到的是上面这一句`
            : "选填。显示在你的主页和文档旁，所有人可见"
        }
      >
        <Input maxLength={255} placeholder="一句话介绍自己" />
      </Form.Item>
      <div className="form-duo">
        <Form.Item name="realname" label="真实姓名" extra="选填。开收据和退款时核对；只有你和管理员能看到">
          <Input autoComplete="name" maxLength={64} />
        </Form.Item>
        <Form.Item name="identity" label="身份证号" normalize={halfWidth} extra="选填。只在管理员要求实名核对时填写；只有你和管理员能看到">
          <Input autoComplete="off" maxLength={32} />
        </Form.Item>
        <Form.Item
          name="email"
          label="电子邮箱"
          extra={boundMail ? "更换请到“账号绑定”" : "选填。用来找回密码和接收通知；只有你和管理员能看到"}
          rules={profileRules.email}
        >
          <Input type="email" inputMode="email" autoComplete="email" maxLength={64} disabled={boundMail} />
        </Form.Item>
        <Form.Item
          name="mobile"
          label="手机号"
          normalize={halfWidth}
          extra={
            boundMobile
              ? "更换请到“账号绑定”"
              : unprovenWay === "email"
                ? "请先保存邮箱，再绑定手机号"
                : "选填。用来登录和找回密码；只有你和管理员能看到"
          }
          rules={profileRules.mobile}
        >
          <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={11} disabled={boundMobile || unprovenWay === "email"} />
        </Form.Item>
      </div>
      {unprovenWay && <AddressProof way={unprovenWay} readAddress={() => readAddress(unprovenWay)} hasPassword={user.has_password} />}
      <Form.Item name="address" label="联系地址" extra="选填。需要寄送票据时用；只有你和管理员能看到">
        <Input autoComplete="street-address" maxLength={255} />
      </Form.Item>
      <SubmitButton busy={busy} working="保存中">
        保存修改
      </SubmitButton>
    </LiveForm>
  )
}
