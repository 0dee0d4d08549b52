"use client"

import { useEffect, useState } from "react"
import { Skeleton } from "@/components/ui/skeleton"
import { NotAllowed } from "./not-allowed"

/** How long to wait for permissions (ms); after that the user has none or they could not be read. */
const maxWaitMs = 8_000

/** A skeleton until session and permissions are known; `NotAllowed` after `maxWaitMs`. */
export const Waiting = () => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  if (late) return <NotAllowed />
  return (
    <div className="adm-wait" aria-busy="true" aria-label="正在加载">
      <Skeleton width={160} height={30} />
      <Skeleton height={32} />
      <Skeleton height={420} />
    </div>
  )
}
