import type { Question } from "@/components/providers/feedback-types"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { minute } from "@/lib/rules/time"

/** Names the users with their ids and restrictions: a wrong user would be locked out at once. `until`: an ISO time, or nothing = for ever. */
export const punishmentQuestion = (users: string, type: unknown, until: unknown): Question => {
  const kinds = [type].flat().map((kind) => PunishmentType.labelOf(Number(kind)))
  const span = typeof until === "string" && until ? `到 ${minute(until)} 为止` : "一直有效"
  return { title: `处罚 ${users}？`, content: `${kinds.join("、")}，${span}。`, okText: "确定处罚", danger: true }
}
