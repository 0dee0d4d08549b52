import { createStore } from "zustand"
import type { AuthorNumbers } from "@/lib/view/people/author-numbers"

/** State shared by the islands of a document page: numbers that the user can change, and the user's own actions. */
export type DocumentState = {
  id: number
  uuid: string
  title: string
  ownerId: number
  /** members download it for free, with a download of their card */
  freeForMembers: boolean
  views: number
  downloads: number
  favorites: number
  comments: number
  /** mean vote times 100, and the number of votes */
  score: number
  scores: number
  /** the author's public numbers; null until the current ones are loaded */
  author: AuthorNumbers | null
  /** id of the user's favourite, 0 = none */
  favoriteId: number
  /** the user's vote times 100, 0 = none */
  ownScore: number
  /** already paid, so that downloading again is free */
  bought: boolean
  /** downloads left on the user's card that this document may use, 0 = none */
  memberDownloads: number
  /** the open dialog, "" = none */
  dialog: "" | "report" | "folder" | "editor" | "versions" | "shares" | "reject" | "disable"
  /** just deleted by this user, who is on the way to another page */
  deleted: boolean
  /** displayed for a while after a favourite was saved */
  saved: boolean
  set: (part: Partial<DocumentState>) => void
}

export type DocumentNumbers = Pick<
  DocumentState,
  "id" | "uuid" | "title" | "ownerId" | "freeForMembers" | "views" | "downloads" | "favorites" | "comments" | "score" | "scores"
>

export const createDocumentState = (numbers: DocumentNumbers) =>
  createStore<DocumentState>((set) => ({
    ...numbers,
    author: null,
    favoriteId: 0,
    ownScore: 0,
    bought: false,
    memberDownloads: 0,
    dialog: "",
    deleted: false,
    saved: false,
    set,
  }))

export type DocumentStore = ReturnType<typeof createDocumentState>
