"use client"

import { useEffect, useRef } from "react"
import type { PanelProps } from "@/components/admin/crud/options"
import { useFeedback } from "@/components/providers/feedback"
import { api } from "@/lib/api/client"
import type { Punishment } from "@/lib/contract/types"

/** Asks, then ends the punishments (PUT /punishment/cancel). It has no face of its own. */
export const CancelPanel = ({ rows, crud, onClose }: PanelProps<Punishment>) => {
  const feedback = useFeedback()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    const run = async () => {
      const what = rows.length === 1 ? `“${rows[0]!.username}”的这条处罚` : `${rows.length} 条处罚`
      if (!(await feedback.confirm({ title: `取消${what}？`, content: "取消后立即不再限制。", okText: "取消处罚", cancelText: "先不取消" }))) return onClose()
      const reply = await api("PUT /punishment/cancel", { id: rows.map((row) => row.id) })
      onClose()
      if (!reply.ok) return feedback.error(reply.message)
      feedback.success("操作成功")
      crud.reload()
    }
    void run()
  }, [rows, crud, feedback, onClose])
  return null
}
