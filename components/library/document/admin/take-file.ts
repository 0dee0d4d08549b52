import type { Feedback } from "@/components/providers/feedback-types"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"

/** Downloads the original file of a hidden document for reviewers without leaving the page. */
export const takeFile = async (id: number, feedback: Pick<Feedback, "error">): Promise<void> => {
  const reply = await api("GET /document/download/bereviewed", { id })
  if (reply.ok) window.location.assign(reply.data.url)
  else feedback.error(refusalText(reply, "下载失败"))
}
