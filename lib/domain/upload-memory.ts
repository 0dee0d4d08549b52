import { areTerms, type UploadTerms } from "./upload-terms"

/** A file that was on its way. With its `url` it goes on where it stopped; with `attachment` it is there and only waits to be submitted. */
export type Remembered = {
  name: string
  size: number
  md5: string
  url: string
  attachment: number
  /** 0 to 1, of what is with the server */
  share: number
  title: string
  terms: UploadTerms
  /** when it was last heard of, ms */
  at: number
}

/** The server throws unfinished uploads away after a day. */
const lives = 24 * 3_600_000
const most = 300

const isRemembered = (one: unknown): one is Remembered => {
  const { name, size, md5, url, attachment, share, title, terms, at } = (one ?? {}) as Record<string, unknown>
  return [name, md5, url, title].every((text) => typeof text === "string") && [size, attachment, share, at].every((number) => typeof number === "number") && areTerms(terms)
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">
type Options = { storage: () => Store | null; owner: number; now: () => number }

/**
 * What this person's browser knows of unfinished uploads, so that a reload or a lost network costs nothing. Storage may be
 * refused or full: then nothing is remembered and everything else works.
 */
export const createUploadMemory = ({ storage, owner, now }: Options) => {
  const key = `doujia:uploads:${owner}`
  const list = (): Remembered[] => {
    try {
      const kept: unknown = JSON.parse(storage()?.getItem(key) ?? "[]")
      return Array.isArray(kept) ? kept.filter(isRemembered).filter(({ at }) => now() - at < lives) : []
    } catch {
      return []
    }
  }
  const write = (kept: Remembered[]): void => {
    try {
      if (kept.length) storage()?.setItem(key, JSON.stringify(kept.slice(-most)))
      else storage()?.removeItem(key)
    } catch {
      // full or refused: this upload starts anew after a reload
    }
  }
  const others = (md5: string, size: number) => list().filter((one) => one.md5 !== md5 || one.size !== size)
  return {
    list,
    find: (md5: string, size: number): Remembered | undefined => list().find((one) => one.md5 === md5 && one.size === size),
    keep: (one: Omit<Remembered, "at">): void => write([...others(one.md5, one.size), { ...one, at: now() }]),
    forget: (md5: string, size: number): void => {
      if (md5) write(others(md5, size))
    },
    clear: (): void => write([]),
  }
}

export type UploadMemory = ReturnType<typeof createUploadMemory>
