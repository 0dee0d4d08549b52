import type { Readable } from "node:stream"

/** A file that may become a document: where it lies, how large it is said to be, and how its bytes are read. */
export type Offered = {
  /** the folder or the zip file, as a whole path */
  place: string
  /** its path in there, with `/` */
  name: string
  size: number
  modified: Date
  open: () => Promise<Readable>
  /** why it is not read at all */
  refused?: string
}

/** What became of one: a document now, one already (of an earlier run, or by its content), or nothing. */
export type Outcome = "taken" | "earlier" | "duplicate" | "refused"
export type Line = {
  file: string
  outcome: Outcome
  reason: string
  title: string
  /** the uuid of the document, where there is one */
  document: string
  category: string
  uploader: string
}
export const outcomes: readonly Outcome[] = ["taken", "earlier", "duplicate", "refused"]

/** What systems, editors and programs that still write leave in a folder. */
const unwanted = /^(\.|~\$|Thumbs\.db$|desktop\.ini$)|(~|\.(part|partial|crdownload|download|filepart|tmp|swp))$/i
export const isUnwanted = (name: string): boolean => name.split("/").some((part) => unwanted.test(part) || part === "__MACOSX")

export const isPackage = (name: string): boolean => /\.zip$/i.test(name)
