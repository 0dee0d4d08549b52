"use client"

import { Checkbox, Form, Input } from "antd"
import type { ReactNode } from "react"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/domain/path"
import { AccountCard } from "./account-card"
import { SubmitButton } from "./submit-button"
import { useEnter } from "./use-enter"
import { useForward } from "./use-forward"

type Fields = { username: string; email: string; password: string; repeat: string; agreed: boolean }

const looksPrivate = /^1[3-9]\d{9}$|@/
const checkUsername = async (_: unknown, value = "") => {
  const name = value.trim()
  if (!name) return
  if (looksPrivate.test(name)) throw new Error("出于隐私保护，用户名不能是邮箱或手机号码")
  if (name.length < 2) throw new Error("用户名长度必须至少为2个字符")
  if (!/^[\p{Script=Han}A-Za-z0-9_-]+$/u.test(name)) throw new Error("用户名只能用中文、字母、数字、下划线和短横线")
}
const checkAgreed = async (_: unknown, value: boolean | undefined) => {
  if (!value) throw new Error("请先阅读并同意用户协议")
}

const Agreement = ({ address }: { address: string }): ReactNode =>
  address ? (
    <a className="lk" href={address} target="_blank" rel="noreferrer">
      用户协议
    </a>
  ) : (
    "用户协议"
  )

const Closed = () => (
  <div className="alert warn" role="status">
    <Icon name="alert" />
    <div>
      <b>系统未开放注册</b>
      <p>需要账户请联系管理员。</p>
    </div>
  </div>
)

export const RegisterForm = ({ target, open, agreement }: { target: string; open: boolean; agreement: string }) => {
  useForward(target)
  const { busy, enter } = useEnter(target, { done: "注册成功", failed: "注册失败" })
  const submit = ({ username, email, password }: Fields) => void enter(api("POST /user/register", { username: username.trim(), email: email.trim(), password }))
  return (
    <AccountCard
      title="注册"
      lead={
        <>
          已有账户？
          <Link className="lk" href={paths.login(target)}>
            登录账户
          </Link>
        </>
      }
    >
      {!open && <Closed />}
      <Form<Fields> className="form" layout="vertical" size="large" requiredMark={false} validateTrigger="onBlur" disabled={!open} onFinish={submit}>
        <Form.Item name="username" label="用户名" rules={[{ required: true, whitespace: true, message: "请输入您的登录用户名" }, { validator: checkUsername }]}>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={32} placeholder="2 到 32 位" />
        </Form.Item>
        <Form.Item name="email" label="电子邮箱" rules={[{ required: true, message: "请输入电子邮箱" }, { type: "email", message: "请输入正确的电子邮箱" }]}>
          <Input type="email" autoComplete="email" inputMode="email" maxLength={64} />
        </Form.Item>
        <Form.Item name="password" label="密码" rules={[{ required: true, message: "请输入密码" }, { min: 8, message: "密码长度必须至少为8个字符" }]}>
          <Input.Password autoComplete="new-password" maxLength={128} placeholder="至少 8 位" />
        </Form.Item>
        <Form.Item
          name="repeat"
          label="确认密码"
          dependencies={["password"]}
          rules={[
            { required: true, message: "请再次输入密码" },
            ({ getFieldValue }) => ({
              validator: async (_, value) => {
                if (value && value !== getFieldValue("password")) throw new Error("两次输入的密码不一致")
              },
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Form.Item name="agreed" valuePropName="checked" validateTrigger="onChange" rules={[{ validator: checkAgreed }]}>
          <Checkbox>
            我已阅读并同意 <Agreement address={agreement} />
          </Checkbox>
        </Form.Item>
        <SubmitButton busy={busy} working="注册中" disabled={!open}>
          立即注册
        </SubmitButton>
      </Form>
    </AccountCard>
  )
}
