"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { useMemberDownloads } from "@/components/providers/document-state"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { WithCall } from "@/components/ui/with-call"

const PlansBox = dynamic(() => import("@/components/money/membership/plans-box").then((module) => module.PlansBox), { ssr: false })

/**
 * VIP 下载 for users without downloads left: members learn why, other users see the plans over the page, where the server names any. With
 * downloads left the main button uses them. A document without a price (`free`) costs members nothing, so the main button suffices.
 */
export const VipDownloadButton = ({ id, free = false }: { id: number; free?: boolean }) => {
  const feedback = useFeedback()
  const member = useSession((state) => state.user?.is_vip === true)
  const [busy, setBusy] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const left = useMemberDownloads()
  if (left > 0 || (free && member)) return null
  const download = async () => {
    if (!member) return setChoosing(true)
    setBusy(true)
    try {
      const { downloadAsMember } = await import("./vip-download")
      await downloadAsMember(id, feedback)
    } finally {
      setBusy(false)
    }
  }
  return (
    <WithCall call={member ? undefined : "GET /settings/vip"}>
      <button type="button" className={`bt lg vip-dl${busy ? " busy" : ""}`} aria-busy={busy} onClick={() => void download()}>
        {busy && <span className="spin" />}
        <span>
          VIP<span className="desk-only"> </span>下载
        </span>
      </button>
      {choosing && <PlansBox onJoined={() => setChoosing(false)} onClose={() => setChoosing(false)} />}
    </WithCall>
  )
}
