import { cleanName, keywordsOf, maxFiles, refusalOf, titleOf, type UploadLimits } from "./rules"
import type { UploadTerms } from "./terms"
import type { CollectedFile } from "./walk"
import { isEditable, keyOf, newItem, type UploadItem } from "./item"

/** The result of selecting files: `refused` has a sentence for each rejected file, `repeated` counts those that are already in the list. */
export type FileSelection = { items: UploadItem[]; refused: string[]; repeated: number; over: number }

/** Adds accepted files. A file that is selected twice becomes one row. */
export const takeFiles = (listed: UploadItem[], files: CollectedFile[], limits: UploadLimits): FileSelection => {
  const listedKeys = new Set(listed.map(({ key }) => key))
  const taken: FileSelection = { items: [...listed], refused: [], repeated: 0, over: 0 }
  for (const one of files) {
    const why = refusalOf({ name: cleanName(one.file.name), size: one.file.size }, limits)
    if (why) taken.refused.push(why)
    else if (listedKeys.has(keyOf(one.file))) taken.repeated += 1
    else if (taken.items.length >= maxFiles) taken.over += 1
    else {
      listedKeys.add(keyOf(one.file))
      taken.items.push(newItem(one))
    }
  }
  return taken
}

/**
 * Changes to many rows; absent fields stay unchanged, and a price of NaN is one that cannot be read. Keywords are added to the existing
 * ones unless `replace` is set.
 */
export type BatchEdit = Partial<UploadTerms> & { replace?: boolean }

const edited = (
  { isPriceUnreadable: before, ...item }: UploadItem,
  { keywords, replace, price, ...rest }: BatchEdit,
  common: UploadTerms,
): UploadItem => {
  const isPriceUnreadable = price === undefined ? before : Number.isNaN(price)
  const ownTerms = { ...item.own, ...rest, ...(price !== undefined && !isPriceUnreadable && { price }) }
  if (!keywords) return { ...item, isPriceUnreadable, own: ownTerms }
  const words = replace ? [] : (item.own.keywords ?? common.keywords)
  return { ...item, isPriceUnreadable, own: { ...ownTerms, keywords: keywordsOf([...words, ...keywords]) } }
}

/** Edits rows. Skips those that are documents already, because they are edited on the user's documents page. */
export const editRows = (items: UploadItem[], keys: ReadonlySet<string>, edit: BatchEdit, common: UploadTerms): UploadItem[] =>
  items.map((item) => (keys.has(item.key) && isEditable(item) ? edited(item, edit, common) : item))

/** Applies a suggestion to the fields that the user has not changed. */
export const adopted = (item: UploadItem, common: UploadTerms): Partial<UploadItem> => {
  const { suggestion, own: ownTerms } = item
  if (!suggestion) return {}
  const { keywords, description, language, title } = suggestion
  return {
    ...(title && item.phase !== "done" && item.title === titleOf(item.name) && { title }),
    own: {
      ...ownTerms,
      keywords: keywordsOf([...(ownTerms.keywords ?? common.keywords), ...keywords]),
      ...(!(ownTerms.description ?? common.description) && description && { description }),
      ...(!(ownTerms.language ?? common.language) && language && { language }),
    },
  }
}

export type UploadCounts = Record<"all" | "chosen" | "busy" | "duplicate" | "ready" | "failed" | "paused" | "done", number>
export type UploadFilter = keyof UploadCounts

const groups: Record<UploadItem["phase"], Exclude<UploadFilter, "all">> = {
  chosen: "chosen",
  queued: "busy",
  hashing: "busy",
  checking: "busy",
  uploading: "busy",
  waiting: "busy",
  submitting: "busy",
  duplicate: "duplicate",
  ready: "ready",
  paused: "paused",
  failed: "failed",
  done: "done",
}

export const groupOf = ({ phase }: UploadItem): Exclude<UploadFilter, "all"> => groups[phase]

export const countRows = (items: UploadItem[]): UploadCounts => {
  const counts: UploadCounts = { all: items.length, chosen: 0, busy: 0, duplicate: 0, ready: 0, failed: 0, paused: 0, done: 0 }
  for (const item of items) counts[groupOf(item)] += 1
  return counts
}

/** Returns the total bytes of active and sent files, and how many of them have been sent. */
export const bytesOf = (items: UploadItem[]): { sent: number; total: number } => {
  let [sent, total] = [0, 0]
  for (const item of items) {
    if (item.phase === "chosen" || item.phase === "failed") continue
    total += item.size
    if (item.phase === "done" || item.phase === "ready" || item.phase === "submitting") sent += item.size
    else if (item.phase === "uploading" || ((item.phase === "paused" || item.phase === "waiting") && item.url))
      sent += item.size * item.share
  }
  return { sent, total }
}
