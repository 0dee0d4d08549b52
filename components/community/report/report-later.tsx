"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { useAfterLogin, useLoginFor } from "@/components/people/account/use-after-login"
import { useSession } from "@/components/providers/session"
import { WithCall } from "@/components/ui/with-call"
import { Icon } from "@/components/ui/icon"
import type { ReportTarget } from "./report-form"

const ReportForm = dynamic(() => import("./report-form").then((module) => module.ReportForm), { ssr: false })

type Props = { target: ReportTarget; ownerId: number; label: string }

/**
 * 举报 on the page of an article or a user, not for the owner; the form is loaded on first use. Visitors are sent to the login first, and it
 * opens when they return. The cached page is the same for all users.
 */
export const ReportLater = ({ target, ownerId, label }: Props) => {
  const token = useSession((state) => state.token)
  const mine = useSession((state) => state.user !== null && state.user.id === ownerId)
  const [opened, setOpened] = useState(false)
  const logIn = useLoginFor("report", target)
  useAfterLogin("report", target.path, () => setOpened(true))
  return (
    <WithCall call="POST /report" field="type">
      {/* invisible, not absent: the owner is known late, and the surrounding elements must not move */}
      <button
        type="button"
        className="more report"
        style={mine ? { visibility: "hidden" } : undefined}
        onClick={() => (token ? setOpened(true) : logIn())}
      >
        <Icon name="flag" small />
        {label}
      </button>
      {opened && !mine && <ReportForm target={target} onClose={() => setOpened(false)} />}
    </WithCall>
  )
}
