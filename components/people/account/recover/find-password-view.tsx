"use client"

import { useEffect, useState } from "react"
import { Link } from "@/components/ui/link"
import { WithCall } from "@/components/ui/with-call"
import { paths } from "@/lib/rules/path"
import { AccountCard } from "../account-card"
import { RegisterLink } from "../register/register-link"
import { FindPasswordMail } from "./find-password-mail"
import { MailMissing } from "../mail-missing"
import { NewPassword } from "./new-password"
import { useForward } from "../use-forward"

type Props = { token: string; email: string; sms: boolean; mail?: boolean }

/** `token` and `email` come from the link in the mail and select the second step. `mail`: the site can send mail with links. */
export const FindPasswordView = ({ token, email, sms, mail = true }: Props) => {
  useForward(paths.me)
  // keeps the link's token here and removes it from the address bar and the history
  const [proof] = useState({ token, email })
  useEffect(() => {
    if (proof.token) window.history.replaceState(null, "", paths.findPassword)
  }, [proof])
  const second = proof.token !== ""
  return (
    <AccountCard
      title="找回密码"
      lead={
        second ? (
          <>
            设置一个新密码，设好以后用它登录。
            {/* a server without a list of sessions does not end any of them */}
            <WithCall call="GET /user/session">其他设备上的登录会一起退出。</WithCall>
          </>
        ) : !mail ? undefined : (
          "填写账号的电子邮箱，我们把重置密码的链接发给你。"
        )
      }
    >
      {second ? (
        <NewPassword token={proof.token} email={proof.email} />
      ) : !mail ? (
        <MailMissing title="本站暂时不能用邮箱找回密码">
          {sms ? "请改用手机号找回，或者联系管理员重设密码。" : "请联系管理员，为你重设密码。"}
        </MailMissing>
      ) : (
        <FindPasswordMail />
      )}
      <p className="form-links">
        <Link className="lk" href={paths.login()}>
          登录
        </Link>
        <RegisterLink className="lk" />
        {sms && (
          <Link className="lk" href={paths.findPasswordMobile}>
            通过手机号找回密码
          </Link>
        )}
      </p>
    </AccountCard>
  )
}
