"use client"

import { useState, useSyncExternalStore } from "react"
import { PassAppeal } from "@/components/people/appeal/pass-appeal"
import { BusyButton } from "@/components/ui/busy-button"
import { useCall } from "@/components/ui/form/use-call"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { hasPasskeys, signWithPasskey } from "@/lib/api/passkey"
import type { Session } from "@/lib/contract/types"

const never = () => () => undefined

/** Logs in with a passkey, without name and password. Rendered from the start; removed only in browsers without passkeys. */
export const PasskeyLogin = ({ onSession }: { onSession: (session: Session) => void | Promise<void> }) => {
  const { busy, call } = useCall()
  const possible = useSyncExternalStore(never, hasPasskeys, () => true)
  const [appealPass, setAppealPass] = useState("")
  const enter = async () => {
    setAppealPass("")
    const session = await call(
      async () => {
        const signed = await signWithPasskey(true)
        return signed.ok ? api("POST /user/login/passkey", { passkey: signed.data }) : signed
      },
      { fallback: "登录失败", onRefused: ({ appeal }) => setAppealPass(appeal ?? "") },
    )
    if (session) await onSession(session)
  }
  if (!possible) return null
  return (
    <>
      <BusyButton className="lg block passkey-login" busy={busy} icon={<MoreIcon name="key" />} onClick={() => void enter()}>
        用通行密钥登录
      </BusyButton>
      {appealPass && <PassAppeal key={appealPass} pass={appealPass} />}
    </>
  )
}
