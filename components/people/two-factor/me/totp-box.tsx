"use client"

import dynamic from "next/dynamic"
import { useState, type FormEvent } from "react"
import "@/app/styles/form.css"
import "@/app/styles/people/account-me-form.css"
import { useCall } from "@/components/ui/form/use-call"
import { Box } from "@/components/ui/box"
import { BoxActs, BoxField } from "@/components/ui/box-form"
import { api } from "@/lib/api/client"
import { halfWidth } from "@/lib/rules/typed-text"
import type { Output } from "@/lib/contract/types"

const QrCode = dynamic(() => import("@/components/ui/qr-code").then((module) => module.QrCode), { ssr: false })

export type NewTotp = Output<"POST /user/totp">
type Props = { begun: NewTotp; onDone: (recoveryCodes: string[]) => void; onClose: () => void }

const size = 180

/** Displays a new secret as a QR code and as text, and asks for its first code. The QR code is rendered in this browser. */
export const TotpBox = ({ begun: { secret, uri }, onDone, onClose }: Props) => {
  const [code, setCode] = useState("")
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!code.trim()) return refuse("请输入验证器上的六位数字")
    const done = await call(() => api("PUT /user/totp", { otp: code }))
    if (done) onDone(done.recovery_code)
  }
  return (
    <Box open title="开启验证器" onClose={onClose}>
      <form className="fm" noValidate onSubmit={(event) => void confirm(event)}>
        <p className="muted">用手机上的验证器应用扫描二维码，再输入它显示的六位数字。</p>
        <div className="qr">
          <QrCode text={uri} size={size} label="验证器的二维码" />
        </div>
        <p className="muted">
          扫不了就在应用里手动输入密钥：
          <code className="qr-text">{secret.match(/.{4}/g)?.join(" ")}</code>
        </p>
        <BoxField
          label="六位数字"
          value={code}
          inputMode="numeric"
          maxLength={12}
          autoComplete="one-time-code"
          wrong={refusal}
          first
          onChange={(typed) => setCode(halfWidth(typed))}
        />
        <BoxActs cancel="取消" submit="开启" working="正在开启" busy={busy} onCancel={onClose} />
      </form>
    </Box>
  )
}
