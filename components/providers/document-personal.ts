import { api } from "@/lib/api/client"
import type { DocumentStore } from "./document-store"

/* The part of a document's page that loads for a logged-in user. This module is loaded with it. */

/** Returns the downloads left on the card that is used next. */
export const readMemberDownloads = async (): Promise<number> => {
  const card = await api("GET /user/vip/active")
  return card.ok ? Math.max(0, card.data.download - card.data.download_used) : 0
}

/** Loads a member's remaining downloads where the document may use them. `alive` is false once another user's data is displayed. */
export const loadMemberDownloads = async (store: DocumentStore, alive: () => boolean): Promise<void> => {
  const memberDownloads = await readMemberDownloads()
  if (alive()) store.getState().set({ memberDownloads })
}

/** Loads the user's favourite and vote, since the cached page is the same for all users. */
export const loadFavoriteAndVote = async (store: DocumentStore, alive: () => boolean): Promise<void> => {
  const { id, set } = store.getState()
  // keeps a favourite and a vote that were given during the request
  await Promise.all([
    api("GET /favorite", { document_id: id }).then((reply) => {
      if (alive() && reply.ok) set({ favoriteId: (reply.data.id ?? 0) || store.getState().favoriteId })
    }),
    api("GET /document/score", { document_id: id }).then((reply) => {
      if (alive() && reply.ok) set({ ownScore: (reply.data.score ?? 0) || store.getState().ownScore })
    }),
  ])
}
