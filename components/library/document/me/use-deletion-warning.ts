"use client"

import { useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { count } from "@/lib/rules/format"

/** Returns the warning before a deletion: its cost, and how long it can be undone. */
export const warningText = ({ credit, days }: { credit: number; days: number }, creditName: string): string => {
  const bin = days > 0 ? `，${days} 天内可以从那里恢复` : ""
  const cost = credit > 0 ? `会扣回 ${count(credit)} ${creditName}，恢复时退还。` : ""
  return `别人将不能再阅读和下载，它会先放进回收站${bin}。${cost}`
}

/** Requests the cost from the server; if the server cannot provide it, the warning omits it. */
export const useDeletionWarning = () => {
  const creditName = useSettings().system.credit_name
  return async (id: number[]): Promise<string> => {
    const reply = await api("GET /document/deletion", { id })
    return reply.ok ? warningText(reply.data, creditName) : "别人将不能再阅读和下载，它会先放进回收站。上传时得到的奖励可能会扣回。"
  }
}
