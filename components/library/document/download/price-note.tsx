"use client"

import { useSession } from "@/components/providers/session"
import { useDocumentState, useDownloadTerms, useMemberDownloads } from "@/components/providers/document-state"

/** The price, or a note that it is already paid or covered by the user's card. */
export const PriceNote = ({ text, free }: { text: string; free: boolean }) => {
  const bought = useDocumentState((state) => state.bought)
  const left = useMemberDownloads()
  return <span className={bought || free || left > 0 ? "free" : undefined}>{bought ? "已购买" : left > 0 ? "会员免费" : text}</span>
}

/** The cost of a download: `stranger` on the cached page and for visitors, `member` for logged-in users, except for their own documents. */
export const DownloadNote = ({ stranger, member }: { stranger: string; member: string }) => {
  const user = useSession((state) => state.user)
  const { left, isBought, isOwner } = useDownloadTerms()
  const reason = isOwner ? "你上传的文档" : isBought && "已购买"
  const terms = left > 0 ? cardTerms(left) : member
  return <p className="note">{user ? (reason ? `${reason}，可直接下载` : terms) : stranger}</p>
}

/** The price of a paid document after the last preview page. */
export const GateNote = ({ text }: { text: string }) => {
  const { left, isBought, isOwner } = useDownloadTerms()
  if (isBought || isOwner) return <>{isOwner ? "这是你上传的文档" : "你已购买这份文档"}，下载原文件不再收费。</>
  return <>{left > 0 ? `${cardTerms(left)}。` : text}</>
}

const cardTerms = (left: number) => `会员免费下载，用掉 1 次，还剩 ${left} 次`
