import type { Readable } from "node:stream"

/** A file that may become a document: its location, its declared size, and how to read its bytes. */
export type OfferedFile = {
  /** Absolute path of the folder or zip file. */
  place: string
  /** Path inside it, with `/`. */
  name: string
  size: number
  modified: Date
  open: () => Promise<Readable>
  /** The reason why the file is not read at all. */
  refused?: string
}

/**
 * The outcome of one file: a new document, an existing one (which gets back its missing file, is from an earlier run, or has the same
 * content), or none.
 */
export type FileOutcome = "taken" | "restored" | "earlier" | "duplicate" | "refused"
export type ReportLine = {
  file: string
  outcome: FileOutcome
  reason: string
  title: string
  /** The uuid of the document, if there is one. */
  document: string
  category: string
  uploader: string
}
export const outcomes: readonly FileOutcome[] = ["taken", "restored", "earlier", "duplicate", "refused"]

/** Files that operating systems, editors and unfinished downloads leave in a folder. */
const unwanted = /^(\.|~\$|Thumbs\.db$|desktop\.ini$)|(~|\.(part|partial|crdownload|download|filepart|tmp|swp))$/i
export const isUnwanted = (name: string): boolean => name.split("/").some((part) => unwanted.test(part) || part === "__MACOSX")

export const isPackage = (name: string): boolean => /\.zip$/i.test(name)
