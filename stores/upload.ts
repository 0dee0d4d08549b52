import { createStore } from "zustand"
import { mostFiles, refusalOf, type UploadLimits } from "@/lib/domain/upload-rules"
import { isOpen, isWorking, keyOf, newItem, type UploadItem, type UploadTerms } from "./upload-item"
import { createRunner } from "./upload-runner"

export type UploadState = {
  items: UploadItem[]
  terms: UploadTerms
  /** Takes what may be taken; answers with a sentence for each file that may not. */
  add: (files: File[], limits: UploadLimits) => string[]
  rename: (key: string, title: string) => void
  start: (terms: UploadTerms) => void
  pause: (key: string) => void
  resume: (key: string) => void
  remove: (key: string) => void
  /** The network is back: what waited for it goes on. */
  online: () => void
  /** The page goes away: everything stops and can be resumed with the same files. */
  leave: () => void
}

const parallel = 2

const choose = (held: UploadItem[], files: File[], limits: UploadLimits) => {
  const refused: string[] = []
  const items = [...held]
  for (const file of files) {
    const why = refusalOf(file, limits)
    if (why) refused.push(why)
    else if (items.some((item) => item.key === keyOf(file))) refused.push(`${file.name} 已经在列表里`)
    else if (items.length >= mostFiles) refused.push(`一次最多 ${mostFiles} 份，${file.name} 请下一批再传`)
    else items.push(newItem(file))
  }
  return { items, refused }
}

/** The files of one upload page, two at a time; every one can be paused, continued, tried again, taken out. */
export const createUpload = () =>
  createStore<UploadState>((set, get) => {
    const patch = (key: string, part: Partial<UploadItem>) =>
      set({ items: get().items.map((item) => (item.key === key ? { ...item, ...part } : item)) })

    /** Fills the two places with what waits longest. */
    const next = () => {
      const free = parallel - get().items.filter(isWorking).length
      const waiting = get().items.filter(({ phase }) => phase === "queued")
      for (const item of waiting.slice(0, Math.max(0, free))) void runner.run(item)
    }
    const queue = (wanted: (item: UploadItem) => boolean) => {
      set({ items: get().items.map((item) => (wanted(item) ? { ...item, phase: "queued", message: "", offline: false } : item)) })
      next()
    }
    const runner = createRunner({ find: (key) => get().items.find((item) => item.key === key), patch, terms: () => get().terms, onFree: next })

    return {
      items: [],
      terms: { categoryIds: [], price: 0, description: "", language: "" },
      add: (files, limits) => {
        const { items, refused } = choose(get().items, files, limits)
        set({ items })
        return refused
      },
      rename: (key, title) => patch(key, { title }),
      start: (terms) => {
        set({ terms })
        queue(isOpen)
      },
      pause: (key) => {
        runner.stop(key, false)
        patch(key, { phase: "paused" })
        next()
      },
      resume: (key) => queue((item) => item.key === key && isOpen(item)),
      remove: (key) => {
        runner.stop(key, true)
        set({ items: get().items.filter((item) => item.key !== key) })
        next()
      },
      online: () => queue((item) => item.offline),
      leave: () => runner.stopAll(),
    }
  })

export type UploadStore = ReturnType<typeof createUpload>
