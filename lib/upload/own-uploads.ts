/**
 * The documents that a user uploaded with this browser in the last hour. Shared lists are updated with a delay; until then an island
 * (`components/library/document/own`) adds them for their owner.
 */
export type OwnUpload = {
  uuid: string
  owner: number
  /** from the top category down to the document's category */ categories: number[]
  /** ms */ at: number
}
export type UploadStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

const key = "doujia:own-uploads"
const lives = 3_600_000
const max = 100

const isOwnUpload = (one: unknown): one is OwnUpload => {
  const { uuid, owner, categories, at } = (one ?? {}) as Record<string, unknown>
  return typeof uuid === "string" && typeof owner === "number" && typeof at === "number" && Array.isArray(categories)
}

const read = (storage: () => UploadStorage | null, now: number): OwnUpload[] => {
  try {
    const entries: unknown = JSON.parse(storage()?.getItem(key) ?? "[]")
    return Array.isArray(entries) ? entries.filter(isOwnUpload).filter(({ at }) => now - at < lives) : []
  } catch {
    return []
  }
}

/** Newest first. */
export const readOwnUploads = (storage: () => UploadStorage | null, owner: number, now: number): OwnUpload[] =>
  read(storage, now).filter((one) => one.owner === owner)

export const rememberOwnUpload = (storage: () => UploadStorage | null, upload: OwnUpload): void => {
  try {
    storage()?.setItem(key, JSON.stringify([upload, ...read(storage, upload.at)].slice(0, max)))
  } catch {
    // without storage its owner sees it when all visitors do
  }
}
