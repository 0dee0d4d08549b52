"use client"

import { useEffect, useState } from "react"
import { Skeleton } from "@/components/ui/skeleton"
import { NotAllowed } from "./not-allowed"

/** After this there is nothing to wait for: the rights did not come, or there are none. */
const patience = 8_000

/** Until the browser knows who is there and what they may. */
export const Waiting = () => {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
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
