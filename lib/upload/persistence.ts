import type { FileWays } from "./file-handles"
import type { UploadMemory } from "./memory"
import type { UploadTerms } from "./terms"
import { termsOf, type UploadItem, type UploadPhase } from "./item"

type Desk = { items: () => UploadItem[]; terms: () => UploadTerms; review: () => boolean; memory: UploadMemory; ways: FileWays }

/** Once a second at most: a thousand rows are written in a few milliseconds, but progress comes far more often. */
const pause = 1_000
const started: UploadPhase[] = ["queued", "hashing", "checking", "held", "uploading", "waiting", "paused"]

/** Wanted, and nothing of it is with the server yet; what is there the runner remembers itself. */
const isQueued = ({ phase, url, attachmentId }: UploadItem): boolean => started.includes(phase) && !url && !attachmentId

/**
 * Writes down what waits for its turn, and the way to each file where the browser knows one, so that a reload in the middle
 * of three hundred files loses none of them.
 */
export const createKeeper = ({ items, terms, review, memory, ways }: Desk) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let queued: ReadonlySet<string> = new Set()
  let kept: ReadonlySet<string> = new Set()

  const keepWays = () => {
    const wanted = items().filter(({ way, phase }) => way && started.includes(phase))
    for (const { key, way } of wanted) if (way && !kept.has(key)) void ways.keep(key, way)
    const now = new Set(wanted.map(({ key }) => key))
    const gone = [...kept].filter((key) => !now.has(key))
    if (gone.length) void ways.drop(gone)
    kept = now
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
    keepWays()
  }
  return {
    write,
    later: () => {
      timer ??= setTimeout(write, pause)
    },
  }
}
