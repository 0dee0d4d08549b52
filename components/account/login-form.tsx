"use client"

import { Form, Input } from "antd"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/domain/path"
import { AccountCard } from "./account-card"
import { SubmitButton } from "./submit-button"
import { useEnter } from "./use-enter"
import { useForward } from "./use-forward"

type Fields = { username: string; password: string }

/** `statement`: the site is closed and says why; who may still come in logs in below it. */
export const LoginForm = ({ target, statement }: { target: string; statement: string }) => {
  useForward(target)
  const { busy, enter } = useEnter(target, { done: "登录成功", failed: "登录失败" })
  return (
    <AccountCard
      title="登录"
      lead={
        <>
          还没有账户？
          <Link className="lk" href={paths.register(target)}>
            注册账户
          </Link>
        </>
      }
    >
      {statement && (
        <div className="alert warn">
          <Icon name="alert" />
          <div>
            <b>网站关闭</b>
            <p>{statement}</p>
          </div>
        </div>
      )}
      <Form<Fields> className="form" layout="vertical" size="large" requiredMark={false} validateTrigger="onBlur" onFinish={(fields) => void enter(api("POST /user/login", fields))}>
        <Form.Item name="username" label="用户名" rules={[{ required: true, whitespace: true, message: "请输入您的登录用户名" }]}>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={64} autoFocus />
        </Form.Item>
        <Form.Item name="password" label="密码" rules={[{ required: true, message: "请输入密码" }]}>
          <Input.Password autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <SubmitButton busy={busy} working="登录中">
          立即登录
        </SubmitButton>
      </Form>
    </AccountCard>
  )
}
