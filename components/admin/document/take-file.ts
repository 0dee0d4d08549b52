import type { Feedback } from "@/components/providers/feedback-types"
import { api } from "@/lib/api/client"
import { DocumentStatus } from "@/lib/contract/enums"
import type { Document } from "@/lib/contract/types"

const hidden: number[] = [DocumentStatus.reviewing, DocumentStatus.rejected, DocumentStatus.disabled]

/** In review, rejected or disabled: its file is there for who decides about it. */
export const isHidden = ({ status }: Pick<Document, "status">): boolean => hidden.includes(status)

/** Saves the file of such a document; the browser stays on the page. */
export const takeFile = async (id: number, feedback: Pick<Feedback, "error">): Promise<void> => {
  const reply = await api("GET /document/download/bereviewed", { id })
  if (reply.ok) window.location.assign(reply.data.url)
  else feedback.error(reply.message || "下载失败")
}
