"use client"

import { useEffect, useState } from "react"
import type { CrudField } from "./field"

type PeriodRow = { enable: boolean; start_time: string | null; end_time: string | null }

/** Returns the state of a row with a period at `now`: visible, disabled, ended or not started. */
export const periodOf = ({ enable, start_time, end_time }: PeriodRow, now: number): { tone: string; label: string } => {
  if (!enable) return { tone: "off", label: "未启用" }
  if (end_time && new Date(end_time).getTime() <= now) return { tone: "bad", label: "已结束" }
  if (start_time && new Date(start_time).getTime() > now) return { tone: "wait", label: "还没开始" }
  return { tone: "ok", label: "展示中" }
}

const PeriodTag = ({ row }: { row: PeriodRow }) => {
  const [now, setNow] = useState(0)
  useEffect(() => setNow(Date.now()), [row])
  const { tone, label } = periodOf(row, now || new Date(row.start_time ?? 0).getTime())
  return <span className={`st ${tone}`}>{label}</span>
}

/** The fields of an entity that is displayed during a period, if it is enabled. */
export const periodFields = {
  enable: {
    label: "启用",
    kind: "switch",
    initial: true,
    search: true,
    card: true,
    text: (row) => (row.enable ? "是" : "否"),
    render: (row) => <PeriodTag row={row} />,
  },
  start_time: { group: "展示时间", label: "开始时间", kind: "datetime", sort: true, hint: "不填就马上开始" },
  end_time: { group: "展示时间", label: "结束时间", kind: "datetime", sort: true, expiry: true, hint: "不填就一直展示", card: true },
} satisfies Record<keyof PeriodRow, CrudField<PeriodRow>>
