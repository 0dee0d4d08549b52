import type { FileHandles } from "./file-handles"
import type { UploadMemory } from "./memory"
import type { UploadTerms } from "./terms"
import { termsOf, type UploadItem, type UploadPhase } from "./item"

type Deps = { items: () => UploadItem[]; terms: () => UploadTerms; review: () => boolean; memory: UploadMemory; fileHandles: FileHandles }

/** Saves at most once a second: writing a thousand rows takes a few milliseconds, but progress events are far more frequent. */
const pause = 1_000
const started: UploadPhase[] = ["queued", "hashing", "checking", "duplicate", "uploading", "waiting", "paused"]

/** Checks whether a file is waiting and nothing of it has been sent; the runner stores sent files. */
const isQueued = ({ phase, url, attachmentId }: UploadItem): boolean => started.includes(phase) && !url && !attachmentId

/** Saves waiting rows across a reload, and their file handles if the browser supports them. */
export const createPersistence = ({ items, terms, review, memory, fileHandles }: Deps) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let queued: ReadonlySet<string> = new Set()
  let stored: ReadonlySet<string> = new Set()

  const saveHandles = () => {
    const savableItems = items().filter(({ origin, phase }) => origin && started.includes(phase))
    for (const { key, origin } of savableItems) if (origin && !stored.has(key)) void fileHandles.keep(key, origin)
    const now = new Set(savableItems.map(({ key }) => key))
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
    /** Saves at once: storing handles takes more time than is left when the page closes. */
    saveHandles,
    later: () => {
      timer ??= setTimeout(write, pause)
    },
  }
}
