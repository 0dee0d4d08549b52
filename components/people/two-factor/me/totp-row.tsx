"use client"

import { useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { TotpBox, type NewTotp } from "./totp-box"

type Props = { on: boolean; onChanged: (recoveryCodes?: string[]) => void }

/** The authenticator app: set up with a QR code, or removed. */
export const TotpRow = ({ on, onChanged }: Props) => {
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const [begun, setBegun] = useState<NewTotp | null>(null)

  const begin = async () => {
    const made = await call(() => api("POST /user/totp"))
    if (made) setBegun(made)
  }
  const remove = async () => {
    const content = "之后登录不再要求验证器上的数字。"
    if (!(await feedback.confirm({ title: "关闭验证器", content, okText: "关闭验证器", danger: true }))) return
    if (await call(() => api("DELETE /user/totp"), { done: "验证器已经关闭" })) onChanged()
  }
  const onDone = (codes: string[]) => {
    setBegun(null)
    if (!codes.length) feedback.success("验证器已经开启")
    onChanged(codes)
  }
  return (
    <li>
      <div className="row-main">
        <MoreIcon name="phone" />
        <div>
          <b>验证器</b>
          <p className="muted">手机上的验证器应用每半分钟显示一组六位数字，登录时输入它。</p>
        </div>
        <span className={on ? "tag ok" : "tag"}>{on ? "已开启" : "未开启"}</span>
        <button type="button" className={on ? "bt danger" : "bt"} disabled={busy} onClick={() => void (on ? remove() : begin())}>
          {on ? "关闭" : "开启"}
        </button>
      </div>
      {begun && <TotpBox begun={begun} onDone={onDone} onClose={() => setBegun(null)} />}
    </li>
  )
}
