import type { Feedback } from "@/components/providers/feedback-types"
import { isAbsent } from "@/lib/api/absent"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { VipType } from "@/lib/contract/money/membership.enums"
import { count } from "@/lib/rules/format"

/**
 * Asks for confirmation, because the card's downloads are limited, and opens the file's URL. Server errors are displayed unchanged; a
 * `refused` document can still be bought.
 */
export const downloadAsMember = async (id: number, feedback: Feedback): Promise<"done" | "declined" | "refused"> => {
  if (!isAbsent("GET /user/vip/active") && !(await agreeTo(feedback))) return "declined"
  const file = await api("GET /document/download/vip", { id })
  if (file.ok) location.assign(file.data.url)
  else feedback.error(refusalText(file, "下载失败"))
  return file.ok ? "done" : "refused"
}

/** Resolves to false if the user declines. A user without downloads left is not asked: the server's error explains it. */
const agreeTo = async (feedback: Feedback): Promise<boolean> => {
  const card = await api("GET /user/vip/active")
  if (!card.ok) {
    feedback.error(refusalText(card, "下载失败"))
    return false
  }
  const { type, download, download_used, times } = card.data
  const left = download - download_used
  if (left <= 0) return true
  return feedback.confirm({
    title: "用会员次数下载",
    content: `你的${VipType.labelOf(type)} 还剩 ${count(left)} 次免费下载${times > 0 ? `，每天最多 ${count(times)} 次` : ""}。这次会用掉 1 次；买过的，或者今天已经用次数下载过的，不再扣。`,
    okText: "下载",
  })
}
