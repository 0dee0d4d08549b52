"use client"

import { useId, useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { textOnly } from "@/components/ui/form/text-only"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"

/** The appeal of a user whose account is disabled, below the form whose login was refused. `pass` came with the refusal. */
export const PassAppeal = ({ pass }: { pass: string }) => {
  const ids = useId()
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState(false)
  const [content, setContent] = useState("")
  const { busy, refusal, refuse, call } = useCall({ inline: true })

  const send = async () => {
    if (!content.trim()) return refuse("请输入申诉理由")
    if (await call(() => api("POST /appeal/pass", { token: pass, content: content.trim() }), { fallback: "申诉失败" })) setSent(true)
  }
  if (sent)
    return (
      <p className="form-note pass-appeal" role="status">
        申诉已提交。答复会发到你验证过的邮箱，再次登录时也会告诉你。
      </p>
    )
  if (!open)
    return (
      <button type="button" className="bt lg block pass-appeal" onClick={() => setOpen(true)}>
        对这项处罚申诉
      </button>
    )
  return (
    <form
      noValidate
      className="pass-appeal"
      aria-label="申诉"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label htmlFor={`${ids}content`}>申诉理由</label>
      <textarea
        id={`${ids}content`}
        className="ta"
        rows={5}
        value={content}
        maxLength={1000}
        placeholder="说明为什么这项处罚不对"
        aria-describedby={`${ids}why ${ids}once`}
        onChange={(event) => setContent(event.target.value)}
        {...textOnly(refuse)}
      />
      <p id={`${ids}why`} className="form-error" role="alert" hidden={!refusal}>
        {refusal}
      </p>
      <p id={`${ids}once`} className="form-note">
        每项处罚只能申诉一次，请在半小时内提交，超过了就重新登录一次。
      </p>
      <BusyButton type="submit" className="p block" busy={busy}>
        {busy ? "正在提交" : "提交申诉"}
      </BusyButton>
    </form>
  )
}
