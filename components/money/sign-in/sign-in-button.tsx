"use client"

import { useEffect } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { useResettingState } from "@/components/ui/use-resetting-state"
import { useCall } from "@/components/ui/form/use-call"
import { useSessionStore } from "@/components/providers/session"
import { useSettings } from "@/components/providers/settings"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"

type Props = {
  className?: string
  /** The sign-in state if already known; without it the button requests it on mount. */
  signed?: boolean
  onSigned?: () => void
}

/** 每日签到, once a day (docs/reference/specification.md 2, 4, 8). The box has the same size in every state. */
export const SignInButton = ({ className = "", signed, onSigned }: Props) => {
  const store = useSessionStore()
  const { credit_name } = useSettings().system
  const [done, setDone] = useResettingState(signed ?? false, signed)
  const { busy, call } = useCall()

  useEffect(() => {
    if (signed !== undefined) return
    let here = true
    void hasSigned().then((answer) => here && answer && setDone(true))
    return () => {
      here = false
    }
  }, [signed, setDone])

  const press = async () => {
    // The user may have signed in today in another window or on the phone: then it is done, even if this request failed.
    const lookAgain = async () => {
      if (await hasSigned()) setDone(true)
    }
    const signing = await call(() => api("PUT /user/sign"), {
      done: ({ award }) => `签到成功，获得 ${award} ${credit_name || "魔豆"}奖励`,
      onRefused: ({ status }) => {
        if (status >= 400 && status < 500) void lookAgain()
      },
    })
    if (!signing) return
    setDone(true)
    void store.getState().reload()
    onSigned?.()
  }

  return (
    <BusyButton
      className={`sign ${done ? "" : "soft"} ${className}`}
      busy={busy}
      icon={<MoreIcon name={done ? "check" : "calendar"} small />}
      disabled={done}
      onClick={() => void press()}
    >
      {done ? "今日已签到" : "每日签到"}
    </BusyButton>
  )
}

/** id 0 means not signed in today; older servers answer 404. */
const hasSigned = async (): Promise<boolean> => {
  const reply = await api("GET /user/sign")
  return reply.ok && reply.data.id > 0
}
