"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { useMay } from "@/components/providers/use-may"
import { useSession } from "@/components/providers/session"
import { Icon } from "@/components/ui/icon"
import { isRoot } from "@/lib/rules/people/staff"

const PunishDialog = dynamic(() => import("./punish-dialog").then((module) => module.PunishDialog), { ssr: false })

/** 处罚, for staff with the permission; the form is loaded on first use. */
export const PunishLater = ({ id, username }: { id: number; username: string }) => {
  const may = useMay()("PunishmentAPI/CreatePunishment")
  const self = useSession((state) => state.user?.id === id)
  const [opened, setOpened] = useState(false)
  if (!may || self || isRoot({ id })) return null
  return (
    <>
      <button type="button" className="bt sm" onClick={() => setOpened(true)}>
        <Icon name="flag" small />
        处罚
      </button>
      {opened && <PunishDialog id={id} username={username} onClose={() => setOpened(false)} />}
    </>
  )
}
