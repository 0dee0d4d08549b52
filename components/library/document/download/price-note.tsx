"use client"

import { useSession } from "@/components/providers/session"
import { useDocumentState } from "@/components/providers/document-state"

/** The price, or a note that it is already paid. */
export const PriceNote = ({ text, free }: { text: string; free: boolean }) => {
  const bought = useDocumentState((state) => state.bought)
  return <span className={bought || free ? "free" : undefined}>{bought ? "已购买" : text}</span>
}

/** The cost of a download: `stranger` on the cached page and for visitors, `member` for logged-in users, except for their own documents. */
export const DownloadNote = ({ stranger, member }: { stranger: string; member: string }) => {
  const user = useSession((state) => state.user)
  const { bought, ownerId } = useDocumentState((state) => state)
  const reason = user?.id === ownerId ? "你上传的文档" : bought && "已购买"
  return <p className="note">{user ? (reason ? `${reason}，可直接下载` : member) : stranger}</p>
}
