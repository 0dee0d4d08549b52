"use client"

import { useEffect, useState } from "react"
import { minute } from "@/lib/rules/time"

const dayMs = 86_400_000
const soon = 3

/** Days until a deleted row is permanently deleted, such as 12 天后. Computed after mounting with the browser's clock. */
export const PurgeCell = ({ at }: { at: string | null }) => {
  const [now, setNow] = useState(0)
  useEffect(() => setNow(Date.now()), [])
  if (!at || now === 0) return <span className="muted">—</span>
  const days = Math.ceil((new Date(at).getTime() - now) / dayMs)
  return (
    <span className={days <= soon ? "st wait num" : "st off num"} title={minute(at)}>
      {days > 0 ? `${days} 天后` : "即将"}
    </span>
  )
}
