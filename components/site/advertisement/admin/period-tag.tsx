"use client"

import { useEffect, useState } from "react"
import type { Advertisement } from "@/lib/contract/types"

type AdPeriod = Pick<Advertisement, "enable" | "start_time" | "end_time">

/** Returns the state of an advertisement at `now`: visible, disabled, ended or not started. */
export const periodOf = ({ enable, start_time, end_time }: AdPeriod, now: number): { tone: string; label: string } => {
  if (!enable) return { tone: "off", label: "未启用" }
  if (end_time && new Date(end_time).getTime() < now) return { tone: "bad", label: "已结束" }
  if (start_time && new Date(start_time).getTime() > now) return { tone: "wait", label: "还没开始" }
  return { tone: "ok", label: "展示中" }
}

export const PeriodTag = ({ row }: { row: AdPeriod }) => {
  const [now, setNow] = useState(0)
  useEffect(() => setNow(Date.now()), [row])
  const { tone, label } = periodOf(row, now || new Date(row.start_time ?? 0).getTime())
  return <span className={`st ${tone}`}>{label}</span>
}
