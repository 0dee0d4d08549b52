import { titleOf } from "@/lib/domain/upload-rules"

/** chosen → queued → hashing → uploading ⇄ paused → submitting → done; failed from anywhere, and back by a retry. */
export type UploadPhase = "chosen" | "queued" | "hashing" | "uploading" | "paused" | "submitting" | "done" | "failed"

export type UploadItem = {
  key: string
  file: File
  title: string
  phase: UploadPhase
  /** 0 to 1, of the phase it is in */
  share: number
  /** why it failed */
  message: string
  /** the network is away: it goes on by itself when it is back */
  offline: boolean
  md5: string
  /** > 0 once the file is with the server: a retry then only registers the document again */
  attachmentId: number
  uuid: string
  documentId: number
}

/** What is the same for every file of one go. */
export type UploadTerms = { categoryIds: number[]; price: number; description: string; language: string }

const working: UploadPhase[] = ["hashing", "uploading", "submitting"]
export const isWorking = ({ phase }: UploadItem): boolean => working.includes(phase)
/** Leaving the page now would interrupt it. */
export const isBusy = (item: UploadItem): boolean => item.phase === "queued" || isWorking(item)
export const isOpen = ({ phase }: UploadItem): boolean => phase === "chosen" || phase === "failed" || phase === "paused"

export const keyOf = (file: File): string => `${file.name.toLowerCase()}/${file.size}/${file.lastModified}`

export const newItem = (file: File): UploadItem => ({
  key: keyOf(file),
  file,
  title: titleOf(file.name),
  phase: "chosen",
  share: 0,
  message: "",
  offline: false,
  md5: "",
  attachmentId: 0,
  uuid: "",
  documentId: 0,
})
