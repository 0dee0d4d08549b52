"use client"

import { useState } from "react"
import { useMay } from "@/components/admin/use-may"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"

/** A masked number, shown in full on demand to whom it is allowed; the server notes who looked. */
export const MobileCell = ({ id, mobile }: { id: number; mobile: string }) => {
  const may = useMay()
  const feedback = useFeedback()
  const [full, setFull] = useState("")
  const reveal = async () => {
    const reply = await api("GET /sms", { id })
    if (reply.ok) setFull(reply.data.mobile)
    else feedback.error(reply.message)
  }
  return (
    <span className="adm-mobile num">
      {full || mobile}
      {!full && may("SmsAPI/GetSms") ? (
        <button
          type="button"
          className="ib"
          aria-label={`查看 ${mobile} 的完整号码`}
          title="查看完整号码，会留下记录"
          onClick={() => void reveal()}
        >
          <Icon name="eye" />
        </button>
      ) : null}
    </span>
  )
}
