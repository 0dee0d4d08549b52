import type { FileHandles } from "./file-handles"
import type { UploadMemory } from "./memory"
import type { UploadTerms } from "./terms"
import { termsOf, type UploadItem, type UploadPhase } from "./item"

type Deps = { items: () => UploadItem[]; terms: () => UploadTerms; review: () => boolean; memory: UploadMemory; fileHandles: FileHandles }

/** Once a second at most: a thousand rows are written in a few milliseconds, but progress comes far more often. */
const pause = 1_000
const started: UploadPhase[] = ["queued", "hashing", "checking", "duplicate", "uploading", "waiting", "paused"]

/** Waiting, with nothing sent yet; the runner stores what has been sent. */
const isQueued = ({ phase, url, attachmentId }: UploadItem): boolean => started.includes(phase) && !url && !attachmentId

/** Stores waiting rows, and their file handles where the browser supports them, across a reload. */
export const createPersistence = ({ items, terms, review, memory, fileHandles }: Deps) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let queued: ReadonlySet<string> = new Set()
  let stored: ReadonlySet<string> = new Set()

  const saveHandles = () => {
    const wanted = items().filter(({ origin, phase }) => origin && started.includes(phase))
    for (const { key, origin } of wanted) if (origin && !stored.has(key)) void fileHandles.keep(key, origin)
    const now = new Set(wanted.map(({ key }) => key))
    const gone = [...stored].filter((key) => !now.has(key))
    if (gone.length) void fileHandles.drop(gone)
    stored = now
  }
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const waiting = items().filter(isQueued)
    if (waiting.length || queued.size)
      memory.queue(
        waiting.map((item) => ({
          key: item.key,
          name: item.name,
          size: item.size,
          title: item.title,
          terms: termsOf(item, terms()),
          review: review(),
        })),
        queued,
      )
    queued = new Set(waiting.map(({ key }) => key))
    saveHandles()
  }
  return {
    write,
    /** At once: storing handles takes time that leaving the page does not give. */
    saveHandles,
    later: () => {
      timer ??= setTimeout(write, pause)
    },
  }
}
