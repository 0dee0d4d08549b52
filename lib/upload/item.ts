import type { Duplicate } from "@/lib/contract/types"
import { cleanName, titleOf } from "./rules"
import type { UploadTerms } from "./terms"
import type { FileOrigin, Found } from "./walk"

/**
 * chosen → queued → hashing → checking → uploading ⇄ paused → (ready →) submitting → done.
 * duplicate = the same content is here already and the person is asked; waiting = for the network, goes on by itself;
 * failed from anywhere, and back by a retry.
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

/** The same content: on the site, in the person's recycle bin (`id` restores it), or twice in this list. */
export type FoundDuplicate = Pick<Duplicate, "title" | "username" | "own" | "likeness"> & {
  place: "site" | "recycle" | "list"
  uuid: string
  id: number
}

/** Title and keywords that the server read from the file. */
export type Suggestion = { title: string; keywords: string[]; description: string; language: string; duplicates: Duplicate[] }

export type UploadItem = {
  key: string
  /** null: it is with the server already, from before a reload */
  file: File | null
  name: string
  size: number
  /** how to come back to it after a reload; null where the browser knows none */
  origin: FileOrigin | null
  /** folders it was found in */
  path: string
  title: string
  /** what differs from the terms of all */
  own: Partial<UploadTerms>
  phase: UploadPhase
  /** 0 to 1, of the phase it is in */
  share: number
  /** why it failed, or what it waits for */
  message: string
  md5: string
  /** the hash it must have: it was chosen to go on with an earlier upload */
  expected: string
  /** where its upload lies with the server */
  url: string
  /** > 0 once the file is with the server: a retry then only registers the document again */
  attachmentId: number
  /** 秒传: the server had it and believed that we hold it */
  instant: boolean
  /** the same content was found, and the person wants it all the same */
  accepted: boolean
  duplicate: FoundDuplicate | null
  suggestion: Suggestion | null
  uuid: string
  documentId: number
  status: number
}

const working: UploadPhase[] = ["hashing", "checking", "uploading", "submitting"]
const open: UploadPhase[] = ["chosen", "failed", "paused"]

export const isWorking = ({ phase }: UploadItem): boolean => working.includes(phase)
/** Being sent: leaving the page would interrupt it. */
export const isBusy = (item: UploadItem): boolean => item.phase === "queued" || item.phase === "waiting" || isWorking(item)
/** Waiting for the start button. */
export const isOpen = ({ phase }: UploadItem): boolean => open.includes(phase)
/** Its title and keywords can still be edited here. */
export const isEditable = ({ phase }: UploadItem): boolean => phase !== "submitting" && phase !== "done"

export const keyOf = ({ name, size, lastModified }: File): string => `${name.toLowerCase()}/${size}/${lastModified}`

const blank = {
  origin: null,
  own: {},
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

export const newItem = ({ file, path, origin }: Found): UploadItem => {
  const name = cleanName(file.name)
  return { ...blank, key: keyOf(file), file, origin: origin ?? null, name, size: file.size, path, title: titleOf(name), phase: "chosen" }
}

type Arrived = Pick<UploadItem, "name" | "size" | "md5" | "attachmentId" | "title" | "own" | "accepted">

/** Sent before a reload, not yet submitted. */
export const arrivedItem = (arrived: Arrived): UploadItem => ({
  ...blank,
  ...arrived,
  key: `arrived/${arrived.md5}/${arrived.size}`,
  file: null,
  path: "",
  phase: "ready",
  share: 1,
})

export const termsOf = ({ own }: UploadItem, common: UploadTerms): UploadTerms => ({ ...common, ...own })
