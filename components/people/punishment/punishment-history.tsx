"use client"

import { useCallback } from "react"
import { Link } from "@/components/ui/link"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import type { Punishment } from "@/lib/contract/types"
import { day } from "@/lib/rules/time"

const latest = 3
const lineOf = ({ type, reason, enable, created_at }: Punishment): string =>
  [created_at ? day(created_at) : "", PunishmentType.labelOf(type), enable ? "" : "（已取消）", reason ? `：${reason}` : ""]
    .join(" ")
    .replaceAll(/ (?=[（：])/g, "")
    .trim()

/** The earlier punishments of a user, for staff who punish them again. */
export const PunishmentHistory = ({ userId }: { userId: number }) => {
  const { data: history } = useAnswer(useCallback(() => api("GET /punishment/list", { user_id: [userId], size: latest }), [userId]))
  if (!history || history.total === 0) return null
  return (
    <div className="punish-history muted">
      <p>
        此前受过 {history.total} 次处罚，最近的是（
        <Link className="lk" href={`${entities.punishment.screen}?user_id=${userId}`} target="_blank">
          看全部
        </Link>
        ）：
      </p>
      <ul>
        {history.punishment.map((row) => (
          <li key={row.id}>{lineOf(row)}</li>
        ))}
      </ul>
    </div>
  )
}
