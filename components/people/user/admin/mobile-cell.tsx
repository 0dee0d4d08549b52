"use client"

import { useState } from "react"
import type { Feedback } from "@/components/providers/feedback-types"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"

type Props = { id: number; mobile: string; mayReveal: boolean; feedback: Feedback }

/** A masked phone number, with a reveal button for permitted users. Revealing is recorded in the audit log. */
export const MobileCell = ({ id, mobile, mayReveal, feedback }: Props) => {
  const [full, setFull] = useState("")
  const reveal = async () => {
    const reply = await api("GET /sms", { id })
    if (reply.ok) setFull(reply.data.mobile)
    else feedback.error(refusalText(reply, "手机号没有读到"))
  }
  return (
    <span className="adm-mobile num">
      {full || mobile}
      {!full && mayReveal ? (
        <button
          type="button"
          className="ib"
          aria-label={`查看 ${mobile} 的完整号码`}
          title="查看完整号码，会留下记录"
          onClick={() => void reveal()}
        >
          <MoreIcon name="eye" />
        </button>
      ) : null}
    </span>
  )
}
