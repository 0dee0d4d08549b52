"use client"

import { useSession } from "@/components/providers/session"
import { count } from "@/lib/domain/format"
import { useDocumentState } from "../document-state"

type Props = { stranger: string; price: number; creditName: string; again: string }

/** What a download takes: `stranger` for visitors (the cached page), for people with an account what holds for them. `again`: how long it stays free, "" = not. */
export const ReaderNote = ({ stranger, price, creditName, again }: Props) => {
  const user = useSession((state) => state.user)
  const bought = useDocumentState((state) => state.bought)
  const ownerId = useDocumentState((state) => state.ownerId)
  if (!user) return <p className="note">{stranger}</p>
  if (user.id === ownerId) return <p className="note">你上传的文档，可直接下载</p>
  if (bought) return <p className="note">已购买，可直接下载</p>
  const needs = price > 0 ? `需要 ${count(price)} ${creditName}` : "可直接下载"
  return <p className="note">{[needs, again].filter(Boolean).join("，")}</p>
}
