import { rememberOwnUpload, type UploadStorage } from "./own-uploads"
import { areTerms, noTerms, type UploadTerms } from "./terms"

/**
 * An unfinished upload. With a `url` it can be resumed; with an `attachment` it is complete and only needs to be submitted; without an
 * `md5` it was still in the queue.
 */
export type Remembered = {
  /** the row's key: name, size and date of the file */
  key: string
  name: string
  size: number
  md5: string
  url: string
  attachment: number
  /** 0 to 1, the part that the server has */
  share: number
  title: string
  terms: UploadTerms
  /** the user wants to check it before it is submitted */
  review: boolean
  /** true: the upload of the file has not been started yet */
  chosen?: boolean
  /** time of the last update, ms */
  at: number
}

/** A file waiting in the queue. */
export type Queued = Pick<Remembered, "key" | "name" | "size" | "title" | "terms" | "review" | "chosen">

/** The upload form: the terms of all files without their own. */
export type UploadFormValues = { terms: UploadTerms; review: boolean }

/** The server deletes unfinished uploads after a day. */
const lives = 24 * 3_600_000
const maxRows = { begun: 300, queued: 1_000 }

/** Entries written by earlier versions lack some fields. */
const completed = (one: Remembered | null): Remembered | null =>
  one?.terms ? { ...one, key: one.key ?? "", review: one.review ?? true, terms: { ...noTerms, ...one.terms } } : one

const isRemembered = (one: unknown): one is Remembered => {
  const { key, name, size, md5, url, attachment, share, title, terms, review, at } = (one ?? {}) as Record<string, unknown>
  return (
    typeof review === "boolean" &&
    [key, name, md5, url, title].every((text) => typeof text === "string") &&
    [size, attachment, share, at].every((number) => typeof number === "number") &&
    areTerms(terms)
  )
}

type Options = { storage: () => UploadStorage | null; owner: number; now: () => number }

/**
 * Remembers this user's unfinished uploads in the browser, so that a reload or a lost network loses nothing. If storage is unavailable or
 * full, nothing is remembered and everything else works.
 */
export const createUploadMemory = ({ storage, owner, now }: Options) => {
  const begunKey = `doujia:uploads:${owner}`
  const queuedKey = `doujia:uploads:${owner}:queue`
  const formKey = `doujia:uploads:${owner}:form`
  const read = (key: string): Remembered[] => {
    try {
      const entries: unknown = JSON.parse(storage()?.getItem(key) ?? "[]")
      return Array.isArray(entries)
        ? entries
            .map(completed)
            .filter(isRemembered)
            .filter(({ at }) => now() - at < lives)
        : []
    } catch {
      return []
    }
  }
  const write = (key: string, entries: Remembered[]): void => {
    try {
      if (entries.length) storage()?.setItem(key, JSON.stringify(entries))
      else storage()?.removeItem(key)
    } catch {
      // without storage this upload starts over after a reload
    }
  }
  const begun = () => read(begunKey)
  const others = (md5: string, size: number) => begun().filter((one) => one.md5 !== md5 || one.size !== size)
  const list = (): Remembered[] => {
    const first = begun()
    const firstKeys = new Set(first.map(({ key }) => key))
    return [...first, ...read(queuedKey).filter(({ key }) => !firstKeys.has(key))]
  }
  return {
    list,
    find: (md5: string, size: number): Remembered | undefined => begun().find((one) => one.md5 === md5 && one.size === size),
    keep: (one: Omit<Remembered, "at">): void =>
      write(begunKey, [...others(one.md5, one.size), { ...one, at: now() }].slice(-maxRows.begun)),
    forget: (md5: string, size: number): void => {
      if (md5) write(begunKey, others(md5, size))
    },
    /** Returns the form as the user left it, null if there is no unfinished upload. */
    form: (): UploadFormValues | null => {
      try {
        const { terms, review, at } = JSON.parse(storage()?.getItem(formKey) ?? "null") as UploadFormValues & { at: number }
        return areTerms(terms) && typeof review === "boolean" && now() - at < lives ? { terms, review } : null
      } catch {
        return null
      }
    },
    keepForm: (values: UploadFormValues | null): void => {
      try {
        if (values) storage()?.setItem(formKey, JSON.stringify({ ...values, at: now() }))
        else storage()?.removeItem(formKey)
      } catch {
        // without storage the form is empty after a reload
      }
    },
    /** A document was created from a file; lists display it to this user at once. */
    made: (uuid: string, categories: number[]): void => rememberOwnUpload(storage, { uuid, owner, categories, at: now() }),
    /** `gone` = keys of rows that are no longer waiting, or are listed again in `waiting`. The rows of other tabs stay. */
    queue: (waiting: Queued[], gone: ReadonlySet<string>): void => {
      const replaced = new Set([...gone, ...waiting.map(({ key }) => key)])
      const fresh = waiting.map((one) => ({ ...one, md5: "", url: "", attachment: 0, share: 0, at: now() }))
      write(queuedKey, [...read(queuedKey).filter(({ key }) => !replaced.has(key)), ...fresh].slice(0, maxRows.queued))
    },
  }
}

export type UploadMemory = ReturnType<typeof createUploadMemory>
