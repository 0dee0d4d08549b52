import { createStore } from "zustand/vanilla"
import type { FileHandles } from "./file-handles"
import type { SendFailure } from "./send-types"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Remembered, UploadMemory } from "./memory"
import type { UploadLimits } from "./rules"
import { noTerms, type UploadTerms } from "./terms"
import type { FileOrigin, CollectedFile } from "./walk"
import { arrivedItem, type FoundDuplicate, isBusy, isOpen, newItem, termsOf, type UploadItem, type UploadPhase } from "./item"
import { createPersistence } from "./persistence"
import { adopted, type BatchEdit, editRows, takeFiles, type FileSelection } from "./rows"
import { createRunner } from "./runner"
import { createSubmitter } from "./submit"
import { createSuggester } from "./suggest"

/** Why all uploads are paused: no network, an ended session (401), or the server is throttling (429). */
export type Backoff = { network: boolean; session: boolean; message: string }

export type UploadState = {
  items: UploadItem[]
  /** of all rows without their own values */
  terms: UploadTerms
  /** stop before documents are created, so that the user can check them first */
  review: boolean
  backoff: Backoff | null
  /** The row whose unreadable price stopped the last start or submission, until its field is focused. */
  refusedKey: string | null
  /** bytes transferred since the page was opened */
  moved: number
  /** Adds the accepted files and returns the rejected ones. */
  add: (files: CollectedFile[], limits: UploadLimits) => Omit<FileSelection, "items">
  rename: (key: string, title: string) => void
  edit: (keys: ReadonlySet<string>, edit: BatchEdit) => void
  setTerms: (part: Partial<UploadTerms>) => void
  endRefusal: () => void
  setReview: (review: boolean) => void
  /** Starts all open rows, or the first `limit` of them. */
  start: (limit?: number) => void
  pause: (keys?: ReadonlySet<string>) => void
  resume: (keys?: ReadonlySet<string>, phases?: UploadPhase[]) => void
  remove: (keys: ReadonlySet<string>) => void
  /** Uploads duplicates anyway. */
  accept: (keys: ReadonlySet<string>) => void
  /** Creates documents from the rows that the user has checked. */
  submit: (keys: ReadonlySet<string>) => void
  adopt: (keys: ReadonlySet<string>) => void
  /** Applies a progress step of a document's conversion. */
  step: (uuid: string, status: number) => void
  /** Returns uploads that were unfinished before a reload and are not in the list. */
  remembered: () => Remembered[]
  /** Resumes an earlier upload; without a file only if the server already has it. */
  recall: (one: Remembered, file: File | null, origin?: FileOrigin) => void
  forget: (gone: Remembered[]) => void
  /** The network is back: uploads that waited for it continue. */
  online: () => void
  /** The user has logged in again: uploads that waited for it continue. */
  loggedIn: () => void
  /** Saves the state for the next page at once. */
  save: () => void
  /** The page closes: all uploads stop. They can be resumed with the same files, unless the user has logged out (`keep` = false). */
  leave: (keep?: boolean) => void
}

type Options = { memory: UploadMemory; fileHandles: FileHandles; lineage: (category: number) => number[] }

const parallel = 2
const shortest = 2_000
const longest = 30_000
const inPlace: UploadPhase[] = ["hashing", "checking", "uploading"]
const only = (key: string): ReadonlySet<string> => new Set([key])

/** Creates the uploads of one page. Two files are processed in parallel; each can be paused, resumed, retried and removed. */
export const createUpload = ({ memory, fileHandles, lineage }: Options) =>
  createStore<UploadState>((set, get, store) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let delay = shortest
    const find = (key: string) => get().items.find((item) => item.key === key)
    const patch = (key: string, part: Partial<UploadItem>) =>
      set({ items: get().items.map((item) => (item.key === key ? { ...item, ...part } : item)) })
    const change = (matches: (item: UploadItem) => boolean, part: Partial<UploadItem>) =>
      set({ items: get().items.map((item) => (matches(item) ? { ...item, ...part } : item)) })
    const coming = () => get().items.some(({ phase }) => phase === "queued" || inPlace.includes(phase))

    /** Fills the free slots with the rows that have waited longest. */
    const next = () => {
      // each step may change the number of free slots, so check again before the next
      while (!get().backoff && get().items.filter(({ phase }) => inPlace.includes(phase)).length < parallel) {
        const item = get().items.find(({ phase }) => phase === "queued")
        if (!item) break
        patch(item.key, { phase: "checking" })
        void runner.run(item)
      }
      if (!coming()) submitter.settle()
    }
    const queue = (matches: (item: UploadItem) => boolean) => {
      change(matches, { phase: "queued", message: "" })
      next()
    }
    /** Checks for a row whose price cannot be read: then nothing starts, and the page leads to that row. */
    const isRefused = (matches: (item: UploadItem) => boolean): boolean => {
      const item = get().items.find((one) => one.isPriceUnreadable && matches(one))
      if (item) set({ refusedKey: item.key })
      return item !== undefined
    }
    const release = () => {
      clearTimeout(timer)
      set({ backoff: null })
      queue(({ phase }) => phase === "waiting")
    }
    const onAway = (key: string, { status, wait = 0, timedOut }: SendFailure) => {
      const network = status === 0
      const session = status === 401
      const message = network
        ? timedOut
          ? "服务器没有及时回答，稍后自动继续"
          : "网络断开了，连上后自动继续"
        : session
          ? "登录状态已失效，重新登录后自动继续"
          : `提交得太快了，${wait > 60 ? `${Math.ceil(wait / 60)} 分钟` : `${wait || 30} 秒`}后自动继续`
      patch(key, { phase: "waiting", message })
      if (get().backoff) return
      set({ backoff: { network, session, message } })
      clearTimeout(timer)
      if (session) return
      timer = setTimeout(release, network ? delay : (wait || 30) * 1_000)
      delay = Math.min(longest, delay * 2)
    }
    const onMoved = (bytes: number) => {
      delay = shortest
      set({ moved: get().moved + bytes })
    }
    const suggest = createSuggester({ find, patch })
    const submitter = createSubmitter({
      items: () => get().items,
      find,
      patch,
      terms: () => get().terms,
      lineage,
      memory,
      onAway,
      onFree: () => next(),
    })
    const onArrived = (key: string) => {
      const item = find(key)
      if (item && (get().review || item.isPriceUnreadable) && item.phase !== "submitting") {
        patch(key, { phase: "ready", share: 1, message: "" })
        suggest(key)
      } else if (item) submitter.add(key, coming())
      next()
    }
    const duplicateInList = (key: string, md5: string): FoundDuplicate | null => {
      const other = get().items.find(
        (item) => item.key !== key && item.md5 === md5 && item.phase !== "duplicate" && item.phase !== "failed",
      )
      return other ? { place: "list", id: 0, uuid: other.uuid, title: other.title, username: "", own: true, likeness: 1 } : null
    }
    const remember = (
      key: string,
      {
        review = get().review || find(key)?.isPriceUnreadable === true,
        ...part
      }: Pick<Remembered, "url" | "attachment" | "share"> & { review?: boolean },
    ) => {
      const item = find(key)
      if (item)
        memory.keep({
          ...part,
          key: item.key,
          name: item.name,
          size: item.size,
          md5: item.md5,
          title: item.title,
          terms: termsOf(item, get().terms),
          review,
        })
    }
    const runner = createRunner({ patch, memory, remember, duplicateInList, onArrived, onAway, onMoved, onFree: () => next() })
    const persistence = createPersistence({
      items: () => get().items,
      terms: () => get().terms,
      review: () => get().review,
      memory,
      fileHandles,
    })
    store.subscribe(({ items, terms, review }, before) => {
      if (items !== before.items || terms !== before.terms || review !== before.review) persistence.later()
    })

    return {
      items: [],
      terms: noTerms,
      review: false,
      ...memory.form(),
      backoff: null,
      refusedKey: null,
      moved: 0,
      add: (files, limits) => {
        const { items, ...rest } = takeFiles(get().items, files, limits)
        set({ items })
        return rest
      },
      rename: (key, title) => patch(key, { title }),
      edit: (keys, edit) => set({ items: editRows(get().items, keys, edit, get().terms) }),
      setTerms: (part) => set({ terms: { ...get().terms, ...part } }),
      setReview: (review) => set({ review }),
      endRefusal: () => set({ refusedKey: null }),
      start: (limit = Infinity) => {
        const first = new Set(
          get()
            .items.filter(isOpen)
            .slice(0, limit)
            .map(({ key }) => key),
        )
        if (isRefused(({ key }) => first.has(key))) return
        queue(({ key }) => first.has(key))
        persistence.saveHandles()
      },
      pause: (keys) => {
        const running = get().items.filter((item) => isBusy(item) && item.phase !== "submitting" && (!keys || keys.has(item.key)))
        for (const { key } of running) runner.stop(key, false)
        const stopped = new Set(running.map(({ key }) => key))
        change(({ key }) => stopped.has(key), { phase: "paused", message: "" })
        next()
      },
      resume: (keys, phases = ["paused", "failed"]) => {
        const matches = (item: UploadItem) => phases.includes(item.phase) && (!keys || keys.has(item.key))
        if (!isRefused(matches)) queue(matches)
      },
      remove: (keys) => {
        // a file that is being submitted cannot be removed here
        const gone = new Set(get().items.flatMap(({ key, phase }) => (keys.has(key) && phase !== "submitting" ? key : [])))
        for (const { key, md5, size, duplicate } of get().items)
          if (gone.has(key)) {
            runner.stop(key, true)
            // stored data of this content also belongs to the other row with the same content
            if (duplicate?.place !== "list") memory.forget(md5, size)
          }
        set({ items: get().items.filter(({ key }) => !gone.has(key)) })
        next()
      },
      accept: (keys) => {
        if (isRefused(({ key, phase }) => phase === "duplicate" && keys.has(key))) return
        change(({ key, phase }) => phase === "duplicate" && keys.has(key), { accepted: true, duplicate: null })
        queue(({ key, phase }) => phase === "duplicate" && keys.has(key))
      },
      submit: (keys) => {
        if (isRefused(({ key, phase }) => phase === "ready" && keys.has(key))) return
        for (const { key, phase } of get().items) if (phase === "ready" && keys.has(key)) submitter.add(key, true)
        submitter.settle()
      },
      adopt: (keys) => {
        for (const item of get().items) if (keys.has(item.key)) patch(item.key, adopted(item, get().terms))
      },
      step: (uuid, status) => {
        const item = get().items.find((one) => one.uuid === uuid)
        if (!item || item.status === status) return
        patch(item.key, { status })
        if (status === DocumentStatus.converted) suggest(item.key, true)
      },
      remembered: () => {
        const here = new Set(get().items.flatMap(({ key, md5, expected }) => [key, md5, expected]))
        return memory.list().filter(({ key, md5 }) => !here.has(md5 || key))
      },
      recall: (one, file, origin) => {
        const { name, size, md5, attachment, url, share, title, terms: ownTerms } = one
        const item = file
          ? { ...newItem({ file, path: "", ...(origin && { origin }) }), title, own: ownTerms, url, share, expected: md5 }
          : arrivedItem({ name, size, md5, attachmentId: attachment, title, own: ownTerms, accepted: !one.review })
        // the same content with another file date is a separate row
        if (one.key !== item.key) memory.queue([], only(one.key))
        set({ items: [...get().items.filter(({ key }) => key !== item.key), item] })
        if (file && one.chosen) return
        if (!file && one.review) return suggest(item.key)
        if (!file) return submitter.add(item.key, coming())
        queue(({ key }) => only(item.key).has(key))
      },
      forget: (gone) => {
        for (const { md5, size } of gone) memory.forget(md5, size)
        memory.queue([], new Set(gone.map(({ key }) => key)))
        void fileHandles.drop(gone.map(({ key }) => key))
      },
      online: () => {
        if (get().backoff?.network) release()
      },
      loggedIn: () => {
        if (get().backoff?.session) release()
      },
      save: () => persistence.write(),
      leave: (keep = true) => {
        clearTimeout(timer)
        if (keep) persistence.write()
        else persistence.stop()
        runner.stopAll()
      },
    }
  })

export type UploadStore = ReturnType<typeof createUpload>
