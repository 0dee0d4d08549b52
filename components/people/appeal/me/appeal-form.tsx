"use client"

import { useRouter } from "next/navigation"
import { useId, useState } from "react"
import { SideForm } from "@/components/ui/side-form"
import { textOnly } from "@/components/ui/form/text-only"
import { useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"

type Props = { decisionId: number; name: string; onClose: () => void }

/** The only appeal against a decision, in the user's own words. */
export const AppealForm = ({ decisionId, name, onClose }: Props) => {
  const ids = useId()
  const router = useRouter()
  const [content, setContent] = useState("")
  const { busy, refusal, refuse, call } = useCall({ inline: true })

  const send = async () => {
    if (!content.trim()) return refuse("请输入申诉理由")
    const input = { decision_id: decisionId, content: content.trim() }
    if (!(await call(() => api("POST /appeal", input), { done: "申诉已提交，答复会发到你的通知", fallback: "申诉失败" }))) return
    onClose()
    router.refresh()
  }
  return (
    <SideForm title="申诉" act="提交申诉" busy={busy} refusal={refusal} whyId={`${ids}why`} onSend={() => void send()} onClose={onClose}>
      <p className="muted">{name}</p>
      <div>
        <label htmlFor={`${ids}content`}>申诉理由</label>
        <textarea
          id={`${ids}content`}
          className="ta"
          rows={6}
          value={content}
          maxLength={1000}
          placeholder="说明为什么这项处理不对，例如内容是原创、已经取得授权"
          aria-describedby={`${ids}why ${ids}once`}
          onChange={(event) => setContent(event.target.value)}
          {...textOnly(refuse)}
        />
      </div>
      <p id={`${ids}once`} className="muted">
        每项处理只能申诉一次，答复会发到你的通知。
      </p>
    </SideForm>
  )
}
