"use client"

import type { ReactNode } from "react"
import { RichHtml } from "@/components/ui/rich-html"
import { useSettings } from "@/components/providers/settings"
import { useLogOut } from "@/components/people/session/use-log-out"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import { AccountCard } from "../account-card"
import { CookieNote } from "../cookie-note"
import { PendingNote } from "../pending-note"
import { NoScriptNote } from "../no-script-note"
import { PasskeyLogin } from "./passkey-login"
import { PasswordLogin } from "./password-login"
import { SmsLogin } from "./sms-login"
import { AccountTabs } from "@/components/ui/tabs"
import { useLoginSuccess } from "../use-login-success"
import { useForward } from "../use-forward"

/**
 * `statement` (HTML, sanitised by the server) is "" while the site is open; `refusedVisitor` is a logged-in user without access to the
 * closed site. `children` are further ways to log in, which a closed site does not offer.
 */
export type LoginProps = {
  target: string
  statement: string
  refusedVisitor: string
  sms: boolean
  /** passkeys are available on this site */
  passkeys: boolean
  open: boolean
  background: string
  children?: ReactNode
}

const Statement = ({ html }: { html: string }) => (
  <div className="alert warn closed">
    <MoreIcon name="alert" />
    <RichHtml html={html} />
  </div>
)

/** Shows logged-in users without permission the reason, and lets them log out. */
const RefusedVisitor = ({ username, children }: { username: string; children: ReactNode }) => {
  const logOut = useLogOut()
  return (
    <>
      {children}
      <p className="form-note">
        当前登录的是 <b>{username}</b>，网站开放后就可以使用。
      </p>
      <button type="button" className="bt lg block" onClick={() => void logOut()}>
        退出登录
      </button>
    </>
  )
}

const submit = { label: "登录", working: "登录中" }

export const LoginView = ({ target, statement, refusedVisitor, sms, passkeys, open, background, children }: LoginProps) => {
  const closed = statement !== ""
  const { sitename } = useSettings().system
  useForward(target, closed)
  const enter = useLoginSuccess(target, "登录成功", closed)
  if (refusedVisitor)
    return (
      <AccountCard title="网站关闭" background={background}>
        <RefusedVisitor username={refusedVisitor}>
          <Statement html={statement} />
        </RefusedVisitor>
      </AccountCard>
    )
  const panes = [
    { key: "password", label: "密码登录", content: <PasswordLogin submit={submit} onSession={enter} autoFocus={!closed} /> },
    ...(sms ? [{ key: "sms", label: "短信登录", content: <SmsLogin submit={submit} onSession={enter} open={open && !closed} /> }] : []),
  ]
  return (
    <AccountCard
      title={closed ? "网站关闭" : `登录${sitename}`}
      background={background}
      lead={
        closed ? (
          "管理员可以在这里登录。"
        ) : !open ? (
          "本站暂未开放注册，用已有的账号登录。"
        ) : (
          <>
            还没有账号？
            <Link className="lk" href={paths.register(target)}>
              注册账号
            </Link>
          </>
        )
      }
    >
      <NoScriptNote />
      <CookieNote />
      {closed ? <Statement html={statement} /> : <PendingNote target={target} />}
      <AccountTabs panes={panes} label="登录方式" />
      {passkeys && <PasskeyLogin onSession={enter} />}
      {!closed && (
        <p className="form-links">
          <Link className="lk" href={paths.findPassword}>
            找回密码
          </Link>
        </p>
      )}
      {!closed && children}
    </AccountCard>
  )
}
