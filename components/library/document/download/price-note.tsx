"use client"

import { useSession } from "@/components/providers/session"
import { useDocumentState } from "../document-state"

/** The price, or that it is paid already. */
export const PriceNote = ({ text, free }: { text: string; free: boolean }) => {
  const bought = useDocumentState((state) => state.bought)
  return <span className={bought || free ? "free" : undefined}>{bought ? "已购买" : text}</span>
}

/** What a download takes: `stranger` on the cached page and for visitors, `member` for people with an account, unless it is theirs. */
export const DownloadNote = ({ stranger, member }: { stranger: string; member: string }) => {
  const user = useSession((state) => state.user)
  const { bought, ownerId } = useDocumentState((state) => state)
  const own = user?.id === ownerId ? "你上传的文档" : bought && "已购买"
  return <p className="note">{user ? (own ? `${own}，可直接下载` : member) : stranger}</p>
}
