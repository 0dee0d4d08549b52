"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { useOffers } from "@/components/providers/settings"
import { paths } from "@/lib/rules/path"

/** VIP 下载: members use up one of their card's downloads; other users go to the plans. */
export const VipDownloadButton = ({ id }: { id: number }) => {
  const router = useRouter()
  const feedback = useFeedback()
  const has = useOffers()
  const member = useSession((state) => state.user?.is_vip === true)
  const [busy, setBusy] = useState(false)
  if (!has("GET /document/download/vip")) return null
  const download = async () => {
    if (!member) return router.push(paths.joinVip)
    setBusy(true)
    try {
      const { downloadAsMember } = await import("./vip-download")
      await downloadAsMember(id, feedback, has)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={`bt lg vip-dl${busy ? " busy" : ""}`} aria-busy={busy} onClick={() => void download()}>
      {busy && <span className="spin" />}
      <span>
        VIP<span className="desk-only"> </span>下载
      </span>
    </button>
  )
}
