"use client"

import { usePathname, useRouter } from "next/navigation"
import { useState, type FormEvent } from "react"
import "@/app/styles/form.css"
import "@/app/styles/people/account-me-form.css"
import { useCall } from "@/components/ui/form/use-call"
import { Box } from "@/components/ui/box"
import { BoxActs, BoxPassword } from "@/components/ui/box-form"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/rules/path"
import { useSession, useSessionStore } from "../../providers/session"

type Props = { onAnswer: (confirmed: boolean) => void }

const PasswordStep = ({ onAnswer }: Props) => {
  const [password, setPassword] = useState("")
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const session = useSessionStore()
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    // the form below may be this dialog's parent in React, so a submit would bubble up to it
    event.stopPropagation()
    if (!password) return refuse("请输入你的登录密码")
    const renewed = await call(() => api("POST /user/confirm", { password }))
    if (!renewed) return
    session.getState().renew(renewed.token)
    onAnswer(true)
  }
  return (
    <form className="fm" noValidate onSubmit={(event) => void confirm(event)}>
      <p className="muted">这一步关系到钱款、权限、密钥或账号，请确认是你本人。确认后十分钟内不再询问。</p>
      <BoxPassword value={password} wrong={refusal} onChange={setPassword} />
      <BoxActs cancel="取消" submit="确认" working="正在确认" busy={busy} onCancel={() => onAnswer(false)} />
    </form>
  )
}

/** Users who registered by SMS or a third party have no password: a new login confirms as well. */
const LoginStep = ({ onAnswer }: Props) => {
  const router = useRouter()
  const path = usePathname()
  const store = useSessionStore()
  const leave = async () => {
    await api("DELETE /user/logout")
    store.getState().end()
    onAnswer(false)
    router.push(paths.login(path))
  }
  return (
    <div className="fm">
      <p>你的账号还没有设置密码。请重新登录，登录后十分钟内可以继续这一步。</p>
      <div className="form-acts">
        <button type="button" className="bt" onClick={() => onAnswer(false)}>
          取消
        </button>
        <button type="button" className="bt p" onClick={() => void leave()}>
          重新登录
        </button>
      </div>
    </div>
  )
}

/** Asks the user to prove the password; `onAnswer` receives whether they did. */
export const ConfirmationDialog = ({ onAnswer }: Props) => {
  const hasPassword = useSession((state) => state.user?.has_password ?? true)
  return (
    <Box open title={hasPassword ? "确认登录密码" : "请重新登录"} onClose={() => onAnswer(false)}>
      {hasPassword ? <PasswordStep onAnswer={onAnswer} /> : <LoginStep onAnswer={onAnswer} />}
    </Box>
  )
}
