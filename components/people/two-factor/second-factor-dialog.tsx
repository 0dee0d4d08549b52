"use client"

import { useState, type FormEvent } from "react"
import "@/app/styles/form.css"
import "@/app/styles/people/account-me-form.css"
import { Box } from "@/components/ui/box"
import { BoxActs, BoxField } from "@/components/ui/box-form"
import { MoreIcon } from "@/components/ui/more-icon"
import { WithCall } from "@/components/ui/with-call"
import { hasPasskeys, signWithPasskey } from "@/lib/api/passkey"
import { refusalText } from "@/lib/api/result"
import type { FactorAttempt, Factor } from "@/lib/api/second-factor"
import { halfWidth } from "@/lib/rules/typed-text"
import { passkeyHost } from "@/lib/rules/people/passkey-host"
import { useSettings } from "../../providers/settings"

type Props = { attempt: FactorAttempt; onOver: () => void }

/** Asks for the second factor of a login. Calls `onOver` when the login ends or the user leaves. */
export const SecondFactorDialog = ({ attempt, onOver }: Props) => {
  const { domain } = useSettings().system
  const [code, setCode] = useState("")
  const [wrong, setWrong] = useState("")
  const [busy, setBusy] = useState(false)

  const give = async (factor: Factor) => {
    const refusal = await attempt(factor)
    if (refusal === null) return onOver()
    setWrong(refusal)
    setCode("")
    setBusy(false)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    // the form below may be this dialog's parent in React, so a submit would bubble up to it
    event.stopPropagation()
    if (busy) return
    if (!code.trim()) return setWrong("请输入六位数字的验证码，或一个恢复代码")
    setBusy(true)
    void give({ otp: code })
  }
  const sign = async () => {
    setBusy(true)
    setWrong("")
    const signed = await signWithPasskey(false)
    if (signed.ok) return give({ passkey: signed.data })
    setWrong(refusalText(signed, "通行密钥验证失败"))
    setBusy(false)
  }

  return (
    <Box open title="两步验证" onClose={onOver}>
      <form className="fm" noValidate onSubmit={send}>
        <p className="muted">打开手机上的验证器，输入它显示的六位数字。手机不在身边时，可以输入一个恢复代码。</p>
        <BoxField
          label="验证码或恢复代码"
          value={code}
          maxLength={40}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          wrong={wrong}
          first
          onChange={(typed) => setCode(halfWidth(typed))}
        />
        {hasPasskeys() && passkeyHost(domain) && (
          <WithCall call="POST /user/login/passkey/begin">
            <button type="button" className="bt block" disabled={busy} onClick={() => void sign()}>
              <MoreIcon name="key" />
              用通行密钥验证
            </button>
          </WithCall>
        )}
        <BoxActs cancel="取消" submit="验证" working="正在验证" busy={busy} onCancel={onOver} />
      </form>
    </Box>
  )
}
