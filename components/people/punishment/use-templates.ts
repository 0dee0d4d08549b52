"use client"

import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { PunishmentTemplate } from "@/lib/contract/types"

const none: PunishmentTemplate[] = []
const readTemplates = () => api("GET /punishmenttemplate/list", { size: 100, enable: [true] })

/** Reads the enabled templates of punishments; none while `enabled` is false. */
export const useTemplates = (enabled: boolean): PunishmentTemplate[] => {
  const { data } = useAnswer(enabled ? readTemplates : null)
  return data?.punishment_template ?? none
}
