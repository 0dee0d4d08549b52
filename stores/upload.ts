import { createFileHandles } from "@/lib/upload/file-handles"
import { createUploadMemory } from "@/lib/upload/memory"
import { createUpload } from "@/lib/upload/queue"

type Options = {
  /** id of the person, whose unfinished uploads this browser remembers */
  owner: number
  /** ids from the top category down to the chosen one */
  lineage: (category: number) => number[]
}

/** The upload queue of one page, bound to this browser's storages: what is unfinished (localStorage) and its file handles (IndexedDB). */
export const createUploadStore = ({ owner, lineage }: Options) => {
  const fileHandles = createFileHandles(owner)
  const memory = createUploadMemory({ storage: () => window.localStorage, owner, now: Date.now })
  return { fileHandles, store: createUpload({ memory, fileHandles, lineage }) }
}
