"use client"

import type { PendingOauth, Session } from "@/lib/contract/types"
import { AccountCard } from "../account/account-card"
import { PasswordLogin } from "../account/login/password-login"
import { RegisterPanes } from "../account/register/register-panes"
import { SmsLogin } from "../account/login/sms-login"
import { AccountTabs } from "../../ui/tabs"

export type BindProps = {
  pending: PendingOauth
  sms: boolean
  open: boolean
  /** the site can send the code that registration may require */
  mail: boolean
  agreement: string
  onSession: (session: Session) => void | Promise<void>
}

const login = { label: "登录并绑定", working: "绑定中" }
const register = { label: "注册并绑定", working: "绑定中" }

const Face = ({ pending }: { pending: PendingOauth }) => (
  <span className="av av-48 bind-face" aria-hidden="true">
    {pending.avatar ? <img src={pending.avatar} alt="" referrerPolicy="no-referrer" /> : ([...pending.nickname][0] ?? "豆")}
  </span>
)

/** After a first third-party login: lets the user choose an existing account or register one. */
export const OauthBind = ({ pending, sms, open, mail, agreement, onSession }: BindProps) => (
  <AccountCard
    title="完善用户信息"
    face={<Face pending={pending} />}
    lead={`${pending.nickname ? `${pending.nickname}，` : ""}还差一步：绑定一个账号，以后一点就能登录。`}
  >
    <AccountTabs
      label="绑定到"
      panes={[
        {
          key: "old",
          label: "已有账号",
          content: (
            <AccountTabs
              sub
              label="登录方式"
              panes={[
                { key: "password", label: "密码登录并绑定", content: <PasswordLogin submit={login} onSession={onSession} /> },
                ...(sms
                  ? [{ key: "sms", label: "短信登录并绑定", content: <SmsLogin submit={login} onSession={onSession} open={open} /> }]
                  : []),
              ]}
            />
          ),
        },
        {
          key: "new",
          label: "新账号",
          content: <RegisterPanes sub sms={sms} submit={register} onSession={onSession} open={open} mail={mail} agreement={agreement} />,
        },
      ]}
    />
  </AccountCard>
)
