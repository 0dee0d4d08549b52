/** One file or folder of an archive. */
export type ListedFile = {
  path: string
  folder: boolean
  /** Unpacked, in bytes; null if the archive does not contain it. */
  bytes: number | null
  encrypted: boolean
}

/** The entries of an archive, up to the limit. */
export type ArchiveListing = {
  files: ListedFile[]
  /** True if there are more entries than listed. */
  truncated: boolean
}

/** More entries are neither read nor listed: they fill 85 pages. */
export const MAX_LISTED = 5_000
