import { hasLoggedOut, readToken } from "@/lib/api/token"
import { localStore } from "@/lib/browser-storage"
import { createFileHandles } from "@/lib/upload/file-handles"
import { createUploadMemory } from "@/lib/upload/memory"
import { createUpload } from "@/lib/upload/queue"

type Options = {
  /** id of the user whose unfinished uploads this browser stores */
  owner: number
  /** ids of the categories from the top down to the given one */
  lineage: (category: number) => number[]
}

/** Creates the upload queue of one page; unfinished uploads are stored in localStorage, their file handles in IndexedDB. */
export const createUploadStore = ({ owner, lineage }: Options) => {
  const fileHandles = createFileHandles(owner)
  const memory = createUploadMemory({ storage: () => localStore, owner, now: Date.now })
  return { fileHandles, store: createUpload({ memory, fileHandles, lineage }) }
}

type UploadPageStore = ReturnType<typeof createUploadStore>

/** The list of a user whose session ended, while the user logs in again in this tab: the browser cannot store the files themselves. */
let parked: { owner: number; pageStore: UploadPageStore } | null = null

/** Returns the list that this user left when the session ended, or a new one. */
export const openUploadStore = (options: Options): UploadPageStore =>
  parked?.owner === options.owner ? parked.pageStore : createUploadStore(options)

/** Stops the uploads of a page that closes. The list is kept only if the session has ended without a logout. */
export const closeUploadStore = (owner: number, pageStore: UploadPageStore): void => {
  const { store } = pageStore
  if (hasLoggedOut(owner)) return store.getState().leave(false)
  const hasEnded = readToken() === "" && store.getState().items.length > 0
  if (hasEnded) store.getState().pause()
  store.getState().leave()
  parked = hasEnded ? { owner, pageStore } : null
}
