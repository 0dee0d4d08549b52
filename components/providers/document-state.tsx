"use client"

import { createContext, use, useEffect, useState, type ReactNode } from "react"
import { useStore } from "zustand"
import { useSession } from "@/components/providers/session"
import { createDocumentState, type DocumentNumbers, type DocumentState, type DocumentStore } from "./document-store"

const DocumentContext = createContext<DocumentStore | null>(null)

export const useDocumentStore = (): DocumentStore => {
  const store = use(DocumentContext)
  if (!store) throw new Error("useDocumentState needs DocumentStateProvider")
  return store
}

/** Returns the store, or null if there is none, as in a reader embedded in another site. */
export const useDocumentStoreIfAny = (): DocumentStore | null => use(DocumentContext)

export const useDocumentState = <T,>(selector: (state: DocumentState) => T): T => useStore(useDocumentStore(), selector)

const noDocument = createDocumentState({
  id: 0,
  uuid: "",
  title: "",
  ownerId: 0,
  freeForMembers: false,
  views: 0,
  downloads: 0,
  favorites: 0,
  comments: 0,
  score: 0,
  scores: 0,
})

/** Returns how many downloads of the user's card this document may use; 0 if it costs nothing anyway, or outside a document's page. */
export const useMemberDownloads = (): number =>
  useStore(useDocumentStoreIfAny() ?? noDocument, (state) => (state.bought ? 0 : state.memberDownloads))

/** Returns what the user's download costs: downloads left on the card, or a document that is bought or their own. */
export const useDownloadTerms = () => {
  const left = useMemberDownloads()
  const { bought: isBought, ownerId } = useStore(useDocumentStoreIfAny() ?? noDocument)
  const isOwner = useSession((state) => state.user !== null && state.user.id === ownerId)
  return { left, isBought, isOwner }
}

/** Loads the user's own data for the document (favourite, vote, downloads left), since the cached page is the same for all users. */
const usePersonal = (store: DocumentStore) => {
  const token = useSession((state) => state.token)
  const member = useSession((state) => (state.user?.is_vip ? state.user.id : 0))
  useEffect(() => {
    store.getState().set({ favoriteId: 0, ownScore: 0 })
    if (!token) return
    let alive = true
    void import("./document-personal").then(({ loadFavoriteAndVote }) => loadFavoriteAndVote(store, () => alive))
    return () => {
      alive = false
    }
  }, [store, token])
  useEffect(() => {
    const { freeForMembers, ownerId, set } = store.getState()
    set({ memberDownloads: 0 })
    if (!member || member === ownerId || !freeForMembers) return
    let alive = true
    void import("./document-personal").then(({ loadMemberDownloads }) => loadMemberDownloads(store, () => alive))
    return () => {
      alive = false
    }
  }, [store, member])
}

/** Provides the state of one document's page; use the uuid as key. */
export const DocumentStateProvider = ({ numbers, children }: { numbers: DocumentNumbers; children: ReactNode }) => {
  const [store] = useState(() => createDocumentState(numbers))
  usePersonal(store)
  return <DocumentContext value={store}>{children}</DocumentContext>
}
