import type { Document } from "../contract/types"

/** A document in a list. Pages send only this to the browser, so that lists stay small. */
const fields = [
  "id",
  "uuid",
  "title",
  "ext",
  "pages",
  "price",
  "is_vip",
  "width",
  "height",
  "status",
  "version",
  "converted_pages",
] as const
const rowFields = [...fields, "description", "size", "download_count", "score", "score_count", "created_at"] as const

export type Card = Pick<Document, (typeof fields)[number]>
export type Row = Pick<Document, (typeof rowFields)[number]>

const pick = <T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>

export const cardOf = (document: Document): Card => pick(document, fields)
export const rowOf = (document: Document): Row => pick(document, rowFields)
