"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useSessionStore } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/domain/path"
import { useDocumentState, useDocumentStore } from "../document-state"

/** Puts the document among one's favourites, or takes it out again. Who is nobody logs in first and comes back. */
export const useFavorite = () => {
  const router = useRouter()
  const feedback = useFeedback()
  const session = useSessionStore()
  const store = useDocumentStore()
  const on = useDocumentState((state) => state.favoriteId > 0)
  const [busy, setBusy] = useState(false)
  const logIn = () => router.push(paths.login(paths.document(store.getState().uuid)))

  const add = async () => {
    const reply = await api("POST /favorite", { document_id: store.getState().id })
    const { favorites, id, set } = store.getState()
    if (reply.ok) {
      set({ favoriteId: reply.data.id, favorites: favorites + 1, saved: true })
      return feedback.success("收藏成功")
    }
    if (reply.status === 401) return logIn()
    feedback.error(reply.message || "收藏失败")
    // kept in another tab or on another device meanwhile
    if (reply.status !== 409) return
    const held = await api("GET /favorite", { document_id: id })
    if (held.ok) set({ favoriteId: held.data.id ?? 0 })
  }
  const remove = async () => {
    const reply = await api("DELETE /favorite", { id: [store.getState().favoriteId] })
    const { favorites, set } = store.getState()
    if (reply.ok) {
      set({ favoriteId: 0, favorites: Math.max(0, favorites - 1), saved: false })
      return feedback.success("取消收藏成功")
    }
    if (reply.status === 401) return logIn()
    feedback.error(reply.message || "取消收藏失败")
  }
  const toggle = async () => {
    if (busy) return
    if (!session.getState().token) return logIn()
    setBusy(true)
    await (store.getState().favoriteId > 0 ? remove() : add())
    setBusy(false)
  }
  return { on, busy, toggle }
}
