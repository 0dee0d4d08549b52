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
  const memory = createUploadMemory({ storage: () => window.localStorage, owner, now: Date.now })
  return { fileHandles, store: createUpload({ memory, fileHandles, lineage }) }
}
