import type { CallRefusal, useCall } from "@/components/ui/form/use-call"
import { api } from "@/lib/api/client"
import type { DocumentStore } from "../../providers/document-store"

type Screen = { store: DocumentStore; call: ReturnType<typeof useCall>["call"]; logIn: () => void }

const asksForLogin = ({ status }: CallRefusal, logIn: () => void): boolean => {
  if (status === 401) logIn()
  return status === 401
}

/** Updates the state if the document was added in another tab or on another device. */
const showKept = async (store: DocumentStore, id: number) => {
  const reply = await api("GET /favorite", { document_id: id })
  if (reply.ok) store.getState().set({ favoriteId: reply.data.id ?? 0 })
}

/** Adds the document to the user's favourites. */
export const addFavorite = async ({ store, call, logIn }: Screen): Promise<void> => {
  const { id } = store.getState()
  const added = await call(() => api("POST /favorite", { document_id: id }), {
    done: "收藏成功",
    fallback: "收藏失败",
    onRefused: (refusal) => {
      if (refusal.status === 409) void showKept(store, id)
      return asksForLogin(refusal, logIn)
    },
  })
  const { favorites, set } = store.getState()
  if (added) set({ favoriteId: added.id, favorites: favorites + 1, saved: true })
}

/** Removes the document from the user's favourites. */
export const removeFavorite = async ({ store, call, logIn }: Screen): Promise<void> => {
  const removed = await call(() => api("DELETE /favorite", { id: [store.getState().favoriteId] }), {
    done: "取消收藏成功",
    fallback: "取消收藏失败",
    onRefused: (refusal) => asksForLogin(refusal, logIn),
  })
  const { favorites, set } = store.getState()
  if (removed) set({ favoriteId: 0, favorites: Math.max(0, favorites - 1), saved: false })
}
