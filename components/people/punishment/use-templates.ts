"use client"

import { useEffect, useState } from "react"
import { api } from "@/lib/api/client"
import type { PunishmentTemplate } from "@/lib/contract/types"

/** Reads the enabled templates of punishments; none while `enabled` is false. */
export const useTemplates = (enabled: boolean): PunishmentTemplate[] => {
  const [templates, setTemplates] = useState<PunishmentTemplate[]>([])
  useEffect(() => {
    if (!enabled) return
    let alive = true
    void api("GET /punishmenttemplate/list", { size: 100, enable: [true] }).then(
      (reply) => alive && reply.ok && setTemplates(reply.data.punishment_template),
    )
    return () => {
      alive = false
    }
  }, [enabled])
  return templates
}
