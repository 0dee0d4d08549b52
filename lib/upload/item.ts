import type { Duplicate } from "@/lib/contract/types"
import { cleanName, titleOf } from "./rules"
import type { UploadTerms } from "./terms"
import type { FileOrigin, CollectedFile } from "./walk"

/**
 * chosen → queued → hashing → checking → uploading ⇄ paused → (ready →) submitting → done.
 * duplicate = the same content exists, and the user must decide; waiting = for the network, continues automatically;
 * failed can follow any phase, and a retry leaves it.
 */
export type UploadPhase =
  | "chosen"
  | "queued"
  | "hashing"
  | "checking"
  | "duplicate"
  | "uploading"
  | "waiting"
  | "paused"
  | "ready"
  | "submitting"
  | "done"
  | "failed"

/** A duplicate: on the site, in the user's recycle bin (`id` restores it), or twice in this list. */
export type FoundDuplicate = Pick<Duplicate, "title" | "username" | "own" | "likeness"> & {
  place: "site" | "recycle" | "list"
  uuid: string
  id: number
}

/** The title and keywords that the server extracted from the file. */
export type FileSuggestion = { title: string; keywords: string[]; description: string; language: string; duplicates: Duplicate[] }

export type UploadItem = {
  key: string
  /** null: the file was sent before a reload */
  file: File | null
  name: string
  size: number
  /** how to reopen the file after a reload; null if the browser does not support it */
  origin: FileOrigin | null
  /** folders that contained it */
  path: string
  title: string
  /** the values that differ from the common terms */
  own: Partial<UploadTerms>
  /** The text in the field of its price is no number. A flag, because NaN in `own` would be stored as null. */
  isPriceUnreadable: boolean
  phase: UploadPhase
  /** 0 to 1, progress within the current phase */
  share: number
  /** why it failed, or what it is waiting for */
  message: string
  md5: string
  /** the required hash, if the file was selected to resume an earlier upload */
  expected: string
  /** the URL of its upload on the server */
  url: string
  /** > 0 once the server has the file: a retry then only creates the document again */
  attachmentId: number
  /** 秒传: the server had the content and accepted the proof */
  instant: boolean
  /** the content is a duplicate, but the user wants to upload it anyway */
  accepted: boolean
  duplicate: FoundDuplicate | null
  suggestion: FileSuggestion | null
  uuid: string
  documentId: number
  status: number
}

const working: UploadPhase[] = ["hashing", "checking", "uploading", "submitting"]
const open: UploadPhase[] = ["chosen", "failed", "paused"]

export const isWorking = ({ phase }: UploadItem): boolean => working.includes(phase)
/** In progress: leaving the page would interrupt it. */
export const isBusy = (item: UploadItem): boolean => item.phase === "queued" || item.phase === "waiting" || isWorking(item)
/** Waiting for the start button. */
export const isOpen = ({ phase }: UploadItem): boolean => open.includes(phase)
/** Checks whether its title and keywords can still be edited here. */
export const isEditable = ({ phase }: UploadItem): boolean => phase !== "submitting" && phase !== "done"

export const keyOf = ({ name, size, lastModified }: File): string => `${name.toLowerCase()}/${size}/${lastModified}`

const blank = {
  origin: null,
  own: {},
  isPriceUnreadable: false,
  share: 0,
  message: "",
  md5: "",
  expected: "",
  url: "",
  attachmentId: 0,
  instant: false,
  accepted: false,
  duplicate: null,
  suggestion: null,
  uuid: "",
  documentId: 0,
  status: 0,
} as const

export const newItem = ({ file, path, origin }: CollectedFile): UploadItem => {
  const name = cleanName(file.name)
  return { ...blank, key: keyOf(file), file, origin: origin ?? null, name, size: file.size, path, title: titleOf(name), phase: "chosen" }
}

type Arrived = Pick<UploadItem, "name" | "size" | "md5" | "attachmentId" | "title" | "own" | "accepted">

/** Creates the item of a file that was sent before a reload and not yet submitted. */
export const arrivedItem = (arrived: Arrived): UploadItem => ({
  ...blank,
  ...arrived,
  key: `arrived/${arrived.md5}/${arrived.size}`,
  file: null,
  path: "",
  phase: "ready",
  share: 1,
})

export const termsOf = ({ own: ownTerms }: UploadItem, common: UploadTerms): UploadTerms => ({ ...common, ...ownTerms })
