"use client"

import { createContext, use, useEffect, useState, type ReactNode } from "react"
import { createStore, useStore } from "zustand"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"

/** State shared by the islands of a document page: numbers that the user can change, and the user's own actions. */
export type DocumentState = {
  id: number
  uuid: string
  title: string
  ownerId: number
  views: number
  downloads: number
  favorites: number
  comments: number
  /** mean vote times 100, and the number of votes */
  score: number
  scores: number
  /** the author's public numbers; null until the current ones are loaded */
  author: { doc_count: number; article_count: number } | null
  /** id of the user's favourite, 0 = none */
  favoriteId: number
  /** the user's vote times 100, 0 = none */
  ownScore: number
  /** already paid, so that downloading again is free */
  bought: boolean
  /** the open dialog, "" = none */
  dialog: "" | "report" | "folder" | "editor" | "versions" | "reject" | "disable"
  /** displayed for a while after a favourite was saved */
  saved: boolean
  set: (part: Partial<DocumentState>) => void
}

export type DocumentNumbers = Pick<
  DocumentState,
  "id" | "uuid" | "title" | "ownerId" | "views" | "downloads" | "favorites" | "comments" | "score" | "scores"
>

export const createDocumentState = (numbers: DocumentNumbers) =>
  createStore<DocumentState>((set) => ({
    ...numbers,
    author: null,
    favoriteId: 0,
    ownScore: 0,
    bought: false,
    dialog: "",
    saved: false,
    set,
  }))

export type DocumentStore = ReturnType<typeof createDocumentState>
const DocumentContext = createContext<DocumentStore | null>(null)

export const useDocumentStore = (): DocumentStore => {
  const store = use(DocumentContext)
  if (!store) throw new Error("useDocumentState needs DocumentStateProvider")
  return store
}

/** Returns the store, or null if there is none, as in a reader embedded in another site. */
export const useDocumentStoreIfAny = (): DocumentStore | null => use(DocumentContext)

export const useDocumentState = <T,>(selector: (state: DocumentState) => T): T => useStore(useDocumentStore(), selector)

/** Loads the user's own data for the document (favourite, vote, payment), since the cached page is the same for all users. */
const useOwn = (store: DocumentStore) => {
  const token = useSession((state) => state.token)
  useEffect(() => {
    const { id, set } = store.getState()
    set({ favoriteId: 0, ownScore: 0 })
    if (!token) return
    let alive = true
    // keeps a favourite that was added meanwhile
    const keepId = (favoriteId: number) => set({ favoriteId: favoriteId || store.getState().favoriteId })
    void api("GET /favorite", { document_id: id }).then((reply) => alive && reply.ok && keepId(reply.data.id ?? 0))
    void api("GET /document/score", { document_id: id }).then((reply) => alive && reply.ok && set({ ownScore: reply.data.score ?? 0 }))
    return () => {
      alive = false
    }
  }, [store, token])
}

/** Provides the state of one document's page; use the uuid as key. */
export const DocumentStateProvider = ({ numbers, children }: { numbers: DocumentNumbers; children: ReactNode }) => {
  const [store] = useState(() => createDocumentState(numbers))
  useOwn(store)
  return <DocumentContext value={store}>{children}</DocumentContext>
}
