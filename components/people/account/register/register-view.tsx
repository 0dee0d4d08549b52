"use client"

import type { ReactNode } from "react"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import { AccountCard } from "../account-card"
import { CookieNote } from "../cookie-note"
import { NoScriptNote } from "../no-script-note"
import { PendingNote } from "../pending-note"
import { RegisterPanes } from "./register-panes"
import { useLoginSuccess } from "../use-login-success"
import { useForward } from "../use-forward"

export type RegisterProps = {
  target: string
  open: boolean
  agreement: string
  sms: boolean
  /** the site can send the code that registration may require */
  mail: boolean
  background: string
  /** further ways to register, available only while registration is open */
  children?: ReactNode
}

export const RegisterView = ({ target, open, agreement, sms, mail, background, children }: RegisterProps) => {
  useForward(target)
  const enter = useLoginSuccess(target, "注册成功")
  return (
    <AccountCard
      title="注册账号"
      background={background}
      lead={
        <>
          已有账号？
          <Link className="lk" href={paths.login(target)}>
            登录
          </Link>
        </>
      }
    >
      <NoScriptNote />
      <CookieNote />
      <PendingNote target={target} />
      <RegisterPanes
        sms={sms}
        submit={{ label: "立即注册", working: "注册中" }}
        onSession={enter}
        open={open}
        mail={mail}
        agreement={agreement}
      />
      {open && children}
    </AccountCard>
  )
}
