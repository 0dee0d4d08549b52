import type { FileHandles } from "./file-handles"
import type { UploadMemory } from "./memory"
import { noTerms, type UploadTerms } from "./terms"
import { termsOf, type UploadItem, type UploadPhase } from "./item"

type Deps = { items: () => UploadItem[]; terms: () => UploadTerms; review: () => boolean; memory: UploadMemory; fileHandles: FileHandles }

/** Saves at most once a second: writing a thousand rows takes a few milliseconds, but progress events are far more frequent. */
const pause = 1_000
const unsent: UploadPhase[] = ["chosen", "queued", "hashing", "checking", "duplicate", "uploading", "waiting", "paused"]

/** Checks whether no part of the file has been sent; the runner stores sent files. */
const isUnsent = ({ phase, url, attachmentId }: UploadItem): boolean => unsent.includes(phase) && !url && !attachmentId

/** Saves the form and the unsent rows across a reload, and their file handles if the browser supports them. */
export const createPersistence = ({ items, terms, review, memory, fileHandles }: Deps) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let queued: ReadonlySet<string> = new Set()
  let stored: ReadonlySet<string> = new Set()

  const saveHandles = () => {
    const savableItems = items().filter(({ origin, phase }) => origin && unsent.includes(phase))
    for (const { key, origin } of savableItems) if (origin && !stored.has(key)) void fileHandles.keep(key, origin)
    const now = new Set(savableItems.map(({ key }) => key))
    const gone = [...stored].filter((key) => !now.has(key))
    if (gone.length) void fileHandles.drop(gone)
    stored = now
  }
  const write = () => {
    if (stopped) return
    clearTimeout(timer)
    timer = undefined
    const waiting = items().filter(isUnsent)
    if (waiting.length || queued.size)
      memory.queue(
        waiting.map((item) => ({
          key: item.key,
          name: item.name,
          size: item.size,
          title: item.title,
          terms: termsOf(item, terms()),
          review: review(),
          // without the text of its price it must not continue by itself
          ...((item.phase === "chosen" || item.isPriceUnreadable) && { chosen: true }),
        })),
        queued,
      )
    queued = new Set(waiting.map(({ key }) => key))
    const isBlank = !review() && JSON.stringify(terms()) === JSON.stringify(noTerms)
    const isFinished = items().length > 0 && items().every(({ phase }) => phase === "done")
    memory.keepForm(isBlank || isFinished ? null : { terms: terms(), review: review() })
    saveHandles()
  }
  return {
    write,
    /** Saves at once: storing handles takes more time than is left when the page closes. */
    saveHandles,
    /** Drops unsaved changes, and saves nothing from now on. */
    stop: () => {
      clearTimeout(timer)
      stopped = true
    },
    later: () => {
      timer ??= setTimeout(write, pause)
    },
  }
}
