"use client"

import { useAfterLogin, useLoginFor } from "@/components/account/use-after-login"
import { useCall, type Refusal } from "@/components/form/use-call"
import { useSessionStore } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/domain/path"
import { useDocumentState, useDocumentStore } from "../document-state"

/** Adds the document to the favorites or removes it. Visitors are sent to the login first, and it is added when they are back. */
export const useFavorite = () => {
  const session = useSessionStore()
  const store = useDocumentStore()
  const on = useDocumentState((state) => state.favoriteId > 0)
  const { busy, call } = useCall()
  const { uuid, title } = store.getState()
  const place = { path: paths.document(uuid), title }
  const logIn = useLoginFor("favorite", place)

  const asksForLogin = ({ status }: Refusal): boolean => {
    if (status === 401) logIn()
    return status === 401
  }
  /** Kept in another tab or on another device meanwhile. */
  const showKept = async (id: number) => {
    const kept = await api("GET /favorite", { document_id: id })
    if (kept.ok) store.getState().set({ favoriteId: kept.data.id ?? 0 })
  }

  const add = async () => {
    const { id } = store.getState()
    const added = await call(() => api("POST /favorite", { document_id: id }), {
      done: "收藏成功",
      fallback: "收藏失败",
      onRefused: (refusal) => {
        if (refusal.status === 409) void showKept(id)
        return asksForLogin(refusal)
      },
    })
    const { favorites, set } = store.getState()
    if (added) set({ favoriteId: added.id, favorites: favorites + 1, saved: true })
  }
  useAfterLogin("favorite", place.path, () => void add())
  const remove = async () => {
    const removed = await call(() => api("DELETE /favorite", { id: [store.getState().favoriteId] }), {
      done: "取消收藏成功",
      fallback: "取消收藏失败",
      onRefused: asksForLogin,
    })
    const { favorites, set } = store.getState()
    if (removed) set({ favoriteId: 0, favorites: Math.max(0, favorites - 1), saved: false })
  }
  const toggle = async () => {
    if (!session.getState().token) return logIn()
    await (store.getState().favoriteId > 0 ? remove() : add())
  }
  return { on, busy, toggle }
}
